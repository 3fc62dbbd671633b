import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';
import { line, notAnObject } from './text.ts';

/** A device of the owner's that is told of requests and visits. Instants are ISO 8601 in UTC. */
export const AlertDevice = z.object({
  /** The first half of the SHA-256 of its subscription's endpoint, in hexadecimal. */
  id: z.string(),
  name: z.string(),
  addedAt: instant,
  /** When it was told last. */
  toldAt: z.optional(instant),
});
export type AlertDevice = z.infer<typeof AlertDevice>;

/** `POST /api/alerts/feed`: the calendar feed has a new address. */
export const CalendarFeed = z.object({ address: z.string(), madeAt: instant });
export type CalendarFeed = z.infer<typeof CalendarFeed>;

/** How the last attempt to tell the webhook went. */
export const WebhookDelivery = z.object({
  at: instant,
  /** What happened: `visit.booked`. */
  event: z.string(),
  isDelivered: z.boolean(),
  /** What the other side answered, or why it did not: `HTTP 500`, `ECONNREFUSED`. */
  note: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** `GET /api/alerts`: all that the owner has set up to be told by. */
export const Alerts = z.object({
  /** The key that a browser subscribes with; absent where none is set up. */
  pushKey: z.optional(z.string()),
  devices: z.array(AlertDevice),
  /** The address of the calendar feed; absent where none was made. */
  feed: z.optional(CalendarFeed),
  /** Absent where none is set up. `waiting`: how many events it has yet to take. */
  webhook: z.optional(z.object({ host: z.string(), waiting: z.number(), last: z.optional(WebhookDelivery) })),
});
export type Alerts = z.infer<typeof Alerts>;

/** How many characters the name of a device may have. */
const MAX_NAME_LENGTH = 60;
const MAX_ENDPOINT_LENGTH = 1000;
const notASubscription: Rule = 'subscription';

/** `POST /api/alerts/devices`: the subscription of a browser (Push API), and what to call the device. Answered with 201. */
export const NewDevice = z.object(
  {
    endpoint: z.url(notASubscription).check(z.maxLength(MAX_ENDPOINT_LENGTH, notASubscription)),
    keys: z.object(
      {
        /** A point of P-256, 65 bytes in base64url. */
        p256dh: z.string(notASubscription).check(z.regex(/^B[\w-]{86}$/, notASubscription)),
        /** 16 bytes in base64url. */
        auth: z.string(notASubscription).check(z.regex(/^[\w-]{22}$/, notASubscription)),
      },
      notASubscription,
    ),
    name: line(MAX_NAME_LENGTH).check(z.minLength(1, 'device' satisfies Rule)),
  },
  notAnObject,
);
export type NewDevice = z.infer<typeof NewDevice>;
