import { onTestFinished } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import type { VisitHours } from '#contracts/hours';
import { createClient } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import { $toast } from '#islands/ui/Toasts.tsx';
import { createAdminSession } from '#islands/admin/sign-in/session.ts';
import type { ShownLead, Today } from '#lead/answers';
import { Lead, Visit } from '#lead/lead';
import { HOUR } from '#lib/time/units';
import { testEnvironment } from './environment.ts';
import type { scriptedServer } from './scripted-server.ts';
import { consultation } from './visitor.ts';

/** The answer to whoever is no longer signed in. */
export const ENDED = { status: 401, body: { error: 'Please sign in' } };

/** A page of a signed-in owner at `path`, and its events: each is a name with its details, or a toast. */
export function adminPage(server: ReturnType<typeof scriptedServer>, path: string, changes: Partial<Environment> = {}) {
  server.script('/api/auth/check', { body: { authenticated: true } });
  const events: string[] = [];
  const note =
    (name: string) =>
    (...details: readonly unknown[]) =>
      void events.push([name, ...details.filter((detail) => detail !== undefined)].join(' '));
  onTestFinished(
    $toast.listen((toast) => {
      if (toast) events.push([toast.title, toast.description].filter(Boolean).join(': '));
    }),
  );
  const { pathname, hash } = new URL(path, 'http://localhost');
  const environment = testEnvironment({
    client: createClient(server.origin()),
    address: () => ({ pathname, search: '', hash }),
    replaceWith: note('left for'),
    ...changes,
  });
  return { environment, session: createAdminSession(environment), events, note };
}

/** A lead as the owner's pages have it. */
export const adminLead = (id: string, fields: Partial<ShownLead> = {}, request: object = {}): ShownLead => ({
  ...Lead.parse({
    id,
    createdAt: '2026-11-01T12:00:00.000Z',
    updatedAt: '2026-11-01T12:00:00.000Z',
    request: ConsultationRequest.parse({ ...consultation, name: `Lead ${id}`, ...request }),
  }),
  ...fields,
});

/** A visit of the lead `a` that is booked for an hour, or until its end. */
export const adminVisit = (start: string, fields: Partial<Visit> = {}): Visit => {
  const end = new Date(Date.parse(start) + HOUR).toISOString();
  return Visit.parse({ id: `a/${start}`, slot: start, start, end, ...fields });
};

const day = [{ from: '09:00', until: '18:00' }];
const usual = [[], day, day, day, day, day, [{ from: '09:00', until: '15:00' }]];
const settings = { visitMinutes: 60, installationMinutes: 240, stepMinutes: 90, noticeMinutes: 1440, daysAhead: 14 };

/** The owner's hours as the usual ones, nothing blocked. */
export const visitHours = (fields: Partial<VisitHours> = {}): VisitHours => ({
  ...{ weekly: usual, usual, version: '', isDamaged: false, settings, usualSettings: settings },
  ...{ today: '2026-11-02', away: [], holidays: [], blocked: [] },
  ...fields,
});

/** A day of the owner's on which nothing is to be done. */
export const emptyDay = {
  visits: [],
  waiting: [],
  waitingCount: 0,
  outcomes: [],
  outcomesCount: 0,
  followUps: [],
  followUpsCount: 0,
  texts: [],
} satisfies Today;
