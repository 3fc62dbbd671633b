import * as z from 'zod/mini';
import { instant } from './calendar.ts';
import { NamedPerson, personId } from './owner-visit.ts';
import { FIRST_PERSON } from './people.ts';
import type { Rule } from './problem.ts';
import { line, notAnObject } from './text.ts';

/** What a site needs beside its pages, in the order of /admin/setup. */
export const setupLines = ['site', 'mail', 'calendar', 'busy', 'push', 'texts', 'webhook', 'backups'] as const;
export type SetupLine = (typeof setupLines)[number];

/**
 * `GET /api/setup`. `by`: who has set it up, the host's variables or the owner on the page. `shown`: what of it is no
 * secret, in words. `isUnreadable`: it must be entered again.
 */
export const Setup = z.object({
  lines: z.array(
    z.object({
      name: z.enum(setupLines),
      state: z.enum(['ok', 'failing', 'off']),
      by: z.optional(z.enum(['host', 'owner'])),
      shown: z.optional(z.string()),
      /** When Google ends the access by itself: its app is being tested. */
      endsAt: z.optional(instant),
      isUnreadable: z.optional(z.literal(true)),
      /** Of the line `busy`, where there are several: whose calendars can be set up, by their ids. */
      people: z.optional(z.array(NamedPerson)),
      /** Of the line `busy`: the calendars of others than the first person. `DELETE /api/setup/busy-of-<person>` ends them. */
      ofPeople: z.optional(z.array(z.object({ person: z.string(), shown: z.string() }))),
    }),
  ),
});
export type Setup = z.infer<typeof Setup>;

const missing: Rule = 'setup';
const word = line(300).check(z.minLength(1, missing));
const address = word.check(z.regex(/^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/, 'mailAddress' satisfies Rule));

/** In place of a calendar's ID at Google: the site makes one, in an account that was connected on the page. */
export const SITE_MAKES = 'new';

const CALENDARS = /^$|^(https|webcal):\/\/[^\s,]+(\s*,\s*(https|webcal):\/\/[^\s,]+)*$/i;

/** `PUT /api/setup`: what is entered for a line. Answer: 200 and a `Trial`, once it works and is kept. */
export const SetupEntry = z.discriminatedUnion(
  'line',
  [
    z.object({
      line: z.literal('mail'),
      /** Such as `smtp.example.com`, or with its port `smtp.example.com:587`. */
      server: word.check(z.regex(/^[\w.-]+(:\d{1,5})?$/, 'server' satisfies Rule)),
      user: word,
      password: word,
      from: address,
      to: address,
    }),
    z.object({
      line: z.literal('texts'),
      account: word.check(z.regex(/^AC[0-9a-f]{32}$/, 'twilioAccount' satisfies Rule)),
      token: word,
      service: word.check(z.regex(/^MG[0-9a-f]{32}$/, 'twilioService' satisfies Rule)),
    }),
    z.object({
      line: z.literal('webhook'),
      address: word.check(z.regex(/^https:\/\/[^\s]+$/, 'https' satisfies Rule)),
    }),
    z.object({
      line: z.literal('backups'),
      password: line(300).check(z.minLength(20, 'backupPassword' satisfies Rule)),
    }),
    z
      .object({
        line: z.literal('busy'),
        /** With commas between them. Empty: those of another person stay as they are. */
        addresses: line(2000).check(z.regex(CALENDARS, 'calendarAddress' satisfies Rule)),
        /** Whose calendars; absent: the first person's. */
        person: z.optional(personId),
        /** Of another person: the ID of a calendar at Google, to which their visits go, or `SITE_MAKES`. */
        calendar: z.optional(line(300)),
      })
      .check(
        z.refine(({ addresses, calendar, person }) => addresses !== '' || (calendar && person !== FIRST_PERSON), {
          path: ['addresses'],
          error: 'calendarAddress' satisfies Rule,
        }),
      ),
    z.object({ line: z.literal('push') }),
    /** `busy`: other calendars whose times are busy, by their addresses, with commas between them. */
    z.object({ line: z.literal('calendar'), clientId: word, clientSecret: word, busy: line(1000) }),
    /** What Google has sent the owner back with. */
    z.object({ line: z.literal('google'), code: word, state: word }),
  ],
  notAnObject,
);
export type SetupEntry = z.infer<typeof SetupEntry>;

/** `/admin/content-due.json`, of the build: what of the texts waits for somebody. */
export const ContentDue = z.array(z.object({ message: z.string(), files: z.array(z.string()) }));
export type ContentDue = z.infer<typeof ContentDue>;

/** `POST /api/setup/:line`: a try. `number`: whom to text. */
export const SetupTry = z.object({ number: z.optional(line(40)) }, notAnObject);
export type SetupTry = z.infer<typeof SetupTry>;

/** What came of a try, in a sentence with the provider's own words. `secret`: shown this once. `address`: where it goes on. */
export const Trial = z.object({
  isDone: z.boolean(),
  words: z.string(),
  secret: z.optional(z.string()),
  address: z.optional(z.string()),
});
export type Trial = z.infer<typeof Trial>;
