type Who = 'anybody' | 'team' | 'office' | 'owner';

/**
 * Who may make each call: `anybody`, or a signature; `team`: all who are signed in; `office`: the owner and the office;
 * `owner`: the owner alone.
 */
export const whoMay: Readonly<Record<string, Who>> = Object.fromEntries(
  (
    [
      [
        'anybody',
        ...['GET /api/calendar/availability', 'POST /api/calendar/book', 'POST /api/consultation-requests'],
        ...['POST /api/callback', 'GET /api/gallery', 'GET /sitemap-gallery.xml', 'GET /media/:file'],
        ...['PUT /api/uploads/:id', 'GET /api/health', 'GET /calendar/:file'],
        ...['GET /api/auth/check', 'POST /api/auth/login', 'POST /api/auth/logout'],
        ...['POST /api/auth/setup', 'PUT /api/auth/setup', 'POST /api/auth/passkey', 'PUT /api/auth/passkey'],
        ...['POST /api/auth/invitation', 'PUT /api/auth/invitation'],
        // Only the provider signs such calls: see texts.test.ts.
        ...['POST /api/texts/incoming', 'POST /api/texts/status'],
        ...['', '/:language'].flatMap((start) => [
          ...[`GET ${start}/visit/:token`, `POST ${start}/visit/:token`],
          ...[`GET ${start}/visit/:token/visit.ics`, `GET ${start}/visit/:token/pictures/:picture`],
        ]),
      ],
      [
        'team',
        ...['DELETE /api/auth/devices/:id', 'DELETE /api/auth/passkeys/:id'],
        ...['POST /api/auth/passkeys', 'PUT /api/auth/passkeys'],
        // An installer gets own visits and times away alone: see team.test.ts.
        ...['GET /api/today', 'GET /api/week', 'GET /api/leads/:id', 'POST /api/leads/:id'],
        ...['GET /api/leads/:id/pictures', 'POST /api/leads/:id/pictures'],
        ...['GET /api/leads/:id/pictures/:picture', 'DELETE /api/leads/:id/pictures/:picture'],
        ...['GET /api/hours', 'POST /api/away', 'PUT /api/away/:id', 'DELETE /api/away/:id'],
        // Each has a feed of their own.
        ...['GET /api/alerts', 'POST /api/alerts/feed', 'DELETE /api/alerts/feed'],
      ],
      [
        'office',
        ...['GET /api/insights', 'GET /api/connections'],
        ...['GET /api/leads', 'POST /api/leads', 'GET /api/leads/export'],
        ...['DELETE /api/leads/:id', 'GET /api/leads/:id/mails'],
        ...['GET /api/leads/:id/texts', 'POST /api/leads/:id/texts', 'GET /api/leads/:id/texts/proof'],
        ...['PUT /api/hours', 'GET /api/times', 'PUT /api/holidays/:date'],
        ...['POST /api/gallery', 'GET /api/gallery/all', 'PUT /api/gallery/:id', 'DELETE /api/gallery/:id'],
        ...['POST /api/objects/upload', 'PUT /api/alerts', 'POST /api/alerts/devices'],
        ...['POST /api/alerts/devices/:id', 'DELETE /api/alerts/devices/:id'],
      ],
      [
        'owner',
        ...['GET /api/setup', 'PUT /api/setup', 'POST /api/setup/:line', 'DELETE /api/setup/:line'],
        ...['GET /api/backups', 'GET /api/backups/:id'],
        ...['GET /api/people', 'POST /api/people', 'PUT /api/people/:id', 'DELETE /api/people/:id'],
        ...['POST /api/people/:id/invitation', 'DELETE /api/people/:id/devices/:device'],
      ],
    ] as const satisfies readonly (readonly [Who, ...string[]])[]
  ).flatMap(([who, ...calls]) => calls.map((call) => [call, who])),
);
