import { languages } from '#i18n/language';
import * as z from 'zod/mini';
import { ShownPasskey, SignedInDevice } from './auth.ts';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';
import { line, notAnObject } from './text.ts';

/** A device that gets the owner's notifications. Instants are ISO 8601 in UTC. */
export const AlertDevice = z.object({
  /** The first half of the SHA-256 of its subscription's endpoint, in hexadecimal. */
  id: z.string(),
  name: z.string(),
  addedAt: instant,
  toldAt: z.optional(instant),
});
export type AlertDevice = z.infer<typeof AlertDevice>;

/** `POST /api/alerts/feed`: the new address of the calendar feed. */
export const CalendarFeed = z.object({ address: z.string(), madeAt: instant });
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const WebhookDelivery = z.object({
  at: instant,
  /** Such as `visit.booked`. */
  event: z.string(),
  isDelivered: z.boolean(),
  /** The receiver's answer or the failure: `HTTP 500`, `ECONNREFUSED`. */
  note: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const flag: Rule = 'command';

/**
 * `PUT /api/alerts`: what visitors are told beside the news of their visits, and the owner's language. Absent fields stay.
 * Answer: 200; with a language also its cookie.
 */
export const MessageSwitches = z.exactPartial(
  z.object(
    {
      asksForReview: z.boolean(flag),
      saysAnswerTime: z.boolean(flag),
      language: z.enum(languages, 'language' satisfies Rule),
    },
    notAnObject,
  ),
);
export type MessageSwitches = z.infer<typeof MessageSwitches>;

/**
 * The answer. `asksForReview` is absent where the brand has no page of reviews; `answersWithin` as the site says it, in
 * hours.
 */
export const Messages = z.object({
  asksForReview: z.optional(z.boolean()),
  saysAnswerTime: z.boolean(),
  answersWithin: z.nullable(z.number()),
});
export type Messages = z.infer<typeof Messages>;

/** `GET /api/alerts`: the owner's notifications; to an installer what is their own. */
export const Alerts = z.object({
  /** The key for a browser's subscription, if set up. */
  pushKey: z.optional(z.string()),
  devices: z.array(AlertDevice),
  signedIn: z.array(SignedInDevice),
  passkeys: z.array(ShownPasskey),
  feed: z.optional(CalendarFeed),
  /** To the owner and the office. */
  messages: z.optional(Messages),
  /** The language that the owner has chosen, if any. */
  language: z.optional(z.enum(languages)),
  /** How many texts wait to be sent, those of the night too; absent where none are set up. */
  texts: z.optional(z.object({ waiting: z.number() })),
  /** `waiting`: the number of undelivered events. */
  webhook: z.optional(z.object({ host: z.string(), waiting: z.number(), last: z.optional(WebhookDelivery) })),
});
export type Alerts = z.infer<typeof Alerts>;

const MAX_NAME_LENGTH = 60;
const MAX_ENDPOINT_LENGTH = 1000;
const notASubscription: Rule = 'subscription';

/** `POST /api/alerts/devices`: a browser's subscription (Push API) and a name. Answer: 201. */
export const NewDevice = z.object(
  {
    endpoint: z.url(notASubscription).check(z.maxLength(MAX_ENDPOINT_LENGTH, notASubscription)),
    keys: z.object(
      {
        /** A P-256 point: 65 bytes in base64url. */
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
