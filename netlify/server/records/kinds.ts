import { Lead } from '#lead/lead';
import * as z from 'zod/mini';
import { GalleryItem } from '#contracts/gallery';
import { Try } from '#server/auth/attempts';
import { sessions } from '#server/auth/session';
import { ownerAccess, ownerLink } from '#server/auth/access';
import { invitations } from '#server/auth/invitations';
import { passkeys } from '#server/auth/passkeys';
import { backupNotes, keySeen } from '#server/backups/backups';
import { unreleased } from '#server/booking/removal';
import { Counted } from '#server/booking/visit-quota';
import { busyTimes, busyTimesOfOthers } from '#server/calendar/busy-feeds';
import { feedSecrets, feedSecretsOfOthers } from '#server/calendar/feed';
import { installations } from '#server/calendar/google/driver';
import { outboxes } from '#server/channels/channels';
import { devices } from '#server/channels/push/push';
import { ledgers, STOPPED_NUMBERS } from '#server/leads/text-ledger';
import { threads } from '#server/channels/texts/thread';
import { lastDeliveries } from '#server/channels/webhook/webhook';
import { Hold } from '#server/gallery/items';
import { leadKey } from '#server/leads/lead-id';
import { VISITORS } from '#server/leads/person-keys';
import { linkSecrets } from '#server/leads/visit-link';
import { SNAPSHOT, Snapshot } from '#server/leads/lead-list';
import { pictureLists } from '#server/leads/pictures';
import { settingsOfMessages } from '#server/leads/message-settings';
import { removedLeads } from '#server/leads/lead-records';
import { type AboutLead, kindsOf, type Outbox } from '#server/outbox/outbox';
import { MediaObject } from '#server/media/object';
import { Mark, PartRecord, UploadRecord } from '#server/media/upload';
import { sealedLines } from '#server/setup/kept-variables';
import { people } from '#server/slots/people';
import { SlotRecord } from '#server/slots/records';
import { timesAway, timesAwayOfPeople, WEEKLY, WeeklyRecord, WORKED } from '#server/slots/schedule';
import type { Schema } from '#server/storage/port';
import { PROBE, type StoreName, storeNames } from '#server/storage/stores';

/** A kind of record. Health, the doctor and the tests of damaged records read this list. */
export interface RecordKind {
  readonly store: StoreName;
  /** A whole key, or a folder with its slash. */
  readonly place: string;
  /** As kept. A shape that changes brings its own `upgrade`: docs/decisions/014-one-storage-port-two-drivers.md. */
  readonly schema: Schema<unknown>;
  /** For the owner: what becomes of a damaged one, and of its removal. */
  readonly damaged: string;
  /** Health does not read it: there are many, or the site soon writes it anew, and damage does no harm. */
  readonly isMinor?: true;
}

type Kind = Omit<RecordKind, 'store'>;

/** The sweep notes here which record it has read last, and which it could not read, each as its store and its key. */
export const READING = 'health/turn';
export const Reading = z.object({ after: z.string(), unreadable: z.array(z.string()) });

/** Where only the key counts. */
const KeyOnly = z.unknown();
const Probe = z.object({ at: z.number() });

function outboxKinds(outbox: Outbox<AboutLead>): Kind[] {
  const { what } = outbox;
  const { waiting, ended, endedOn } = kindsOf(outbox);
  const note = `The note of ${what} that was sent or given up: it is missing in the list of the lead’s mails.`;
  const waits = `${what[0]?.toUpperCase()}${what.slice(1)} that waits: removed, it is never sent.`;
  return [
    { ...waiting, damaged: waits },
    { ...ended, damaged: note, isMinor: true },
    { ...endedOn, damaged: note, isMinor: true },
  ];
}

const mark =
  'The mark of a file that is about to be removed: while it is there, no item can show that file. It may be removed.';

const byStore: Readonly<Record<StoreName, readonly Kind[]>> = {
  leads: [
    {
      place: leadKey(''),
      schema: Lead,
      damaged: 'A request of a visitor: look for its notice in your mailbox before you remove it.',
    },
    {
      ...pictureLists,
      damaged:
        'The list of the pictures of a lead’s windows: they are not shown, and none can be added. Removed, they must be sent again.',
      isMinor: true,
    },
    {
      place: SNAPSHOT,
      schema: Snapshot,
      damaged: 'A copy that makes the list of leads quick: the next sweep writes it anew.',
      isMinor: true,
    },
    {
      ...settingsOfMessages,
      damaged:
        'The switches of the messages to visitors: they count as off. Set them again at /admin/alerts, which writes the record anew.',
    },
    {
      place: VISITORS,
      schema: Counted,
      damaged:
        'The count of one visitor’s or of all visitors’ coming visits: it counts as none, and the site writes it anew.',
    },
    {
      ...removedLeads,
      damaged: 'The note that a lead was removed: it counts all the same while it is there.',
    },
    {
      ...unreleased,
      damaged: 'The note of a removed lead’s event: look for it in Google Calendar before you remove the note.',
    },
    ...outboxes.flatMap(outboxKinds),
    {
      ...ledgers,
      damaged:
        'What one number has agreed to and taken back: it gets no texts. Put it back from a backup; removed, nobody knows that it stopped.',
    },
    {
      place: STOPPED_NUMBERS,
      schema: KeyOnly,
      damaged: 'The mark of a number that has stopped texts: it counts all the same while it is there.',
      isMinor: true,
    },
    {
      ...threads,
      damaged: 'The texts with one lead’s visitor: they are not shown, and no text goes out to that visitor.',
      isMinor: true,
    },
    {
      ...lastDeliveries,
      damaged: 'The note of the last event for the webhook: the next event writes it anew.',
    },
  ],
  slots: [
    {
      place: 'slots/',
      schema: SlotRecord,
      damaged: 'A time: nobody can book it. Removed, it is free: look first whether a visit is agreed for then.',
    },
    {
      place: WEEKLY,
      schema: WeeklyRecord,
      damaged:
        'The visiting hours and the settings of visits: no time is offered. Save them at /admin/hours, or remove it.',
    },
    {
      ...people,
      damaged:
        'Who somebody of the business is: their times are not offered, and they cannot sign in. Put it back from a backup; removed, they are added again at /admin/people.',
    },
    {
      ...timesAway,
      damaged: 'The note of a time that you have blocked: it is blocked all the same. Removed, it is open.',
    },
    {
      ...timesAwayOfPeople,
      damaged: 'The note of a time at which somebody is away: they are all the same. Removed, they are there.',
    },
    {
      place: WORKED,
      schema: KeyOnly,
      damaged: 'A holiday on which visits are offered: they are all the same while this is there.',
      isMinor: true,
    },
    {
      ...busyTimes,
      damaged: 'The busy times of your other calendars: the next booking or sweep reads them anew.',
      isMinor: true,
    },
    {
      ...busyTimesOfOthers,
      damaged: 'The busy times of a person’s calendars: the next booking or sweep reads them anew.',
      isMinor: true,
    },
    {
      ...installations,
      damaged:
        'The name by which the site knows its events in Google Calendar: with Google nobody can book. Put it back from a copy. Each event has it as the private property “site”. Removed, the site no longer knows the visits that are booked.',
    },
  ],
  limits: [
    {
      place: 'counts/',
      schema: z.union([z.null(), Try]),
      damaged: 'A count of calls: it goes by itself within two hours.',
      isMinor: true,
    },
    {
      place: 'counts-of-days/',
      schema: KeyOnly,
      damaged: 'A count of mails: it goes by itself within two days.',
      isMinor: true,
    },
    {
      place: READING,
      schema: Reading,
      damaged: 'Where the daily reading of all records stands: the next sweep begins anew.',
      isMinor: true,
    },
  ],
  gallery: [
    {
      place: 'items/',
      schema: GalleryItem,
      damaged: 'A gallery item: not shown. No upload is cleared away until it is restored or removed.',
    },
    {
      place: 'holds/',
      schema: Hold,
      damaged: 'The mark of an item that is being saved: no upload is cleared away until it is removed.',
    },
  ],
  media: [
    {
      place: 'objects/',
      schema: MediaObject,
      damaged: 'An uploaded file: not shown. Removed, it must be uploaded again.',
    },
    {
      place: 'uploads/',
      schema: UploadRecord,
      damaged: 'The note of an upload: what is uploaded stays, what is not must be uploaded again.',
    },
    {
      place: 'parts/',
      schema: PartRecord,
      damaged: 'The note of a part of an upload: what is uploaded stays, what is not must be uploaded again.',
    },
    { place: 'removals/', schema: Mark, damaged: mark },
  ],
  auth: [
    {
      ...linkSecrets,
      damaged:
        'The secret of the links to visits: the site makes it anew when it next needs it. Every link that was mailed then ends.',
    },
    {
      ...ownerAccess,
      damaged: 'Your name and password: nobody can sign in. Make them anew by the link that /login offers.',
    },
    {
      ...ownerLink,
      damaged: 'The link to choose your name and password: it does not work. The next one that you ask for does.',
      isMinor: true,
    },
    {
      ...sealedLines,
      damaged:
        'What you entered under Set up: no time is offered if it had Google’s access. Removed, it is entered again.',
    },
    {
      ...feedSecrets,
      damaged: 'The secret of the calendar feed: the feed has no address until you make a new one in Alerts.',
    },
    {
      ...feedSecretsOfOthers,
      damaged: 'The secret of a person’s calendar feed: it has no address until they make a new one.',
    },
    {
      ...devices,
      damaged: 'A device that is told: removed, it must be added again in Alerts.',
    },
    {
      ...passkeys,
      damaged:
        'A passkey: nobody can sign in with it. Removed, its owner adds another one in Alerts, or by an invitation.',
      isMinor: true,
    },
    {
      ...invitations,
      damaged: 'An invitation to sign in: its link does not work. The next one at /admin/people does.',
      isMinor: true,
    },
    {
      ...sessions,
      damaged: 'A browser that is signed in: it is asked for the password again.',
      isMinor: true,
    },
  ],
  backups: [
    {
      ...backupNotes,
      damaged: 'The note of a nightly backup: /admin/alerts does not list it. It goes by itself within two weeks.',
      isMinor: true,
    },
    {
      ...keySeen,
      damaged: 'The note since when BACKUP_KEY is set: the next sweep writes it anew.',
      isMinor: true,
    },
  ],
};

const probe: Kind = {
  place: PROBE,
  schema: Probe,
  damaged: 'The record by which /api/health tries a store: the next look writes it anew.',
  isMinor: true,
};

export const recordKinds: readonly RecordKind[] = storeNames.flatMap((store) =>
  [...byStore[store], probe].map((kind) => ({ store, ...kind })),
);

/** The kind of a record; `undefined` for one that only a former version of the site knew. */
export function kindOf({ store, key }: { readonly store: StoreName; readonly key: string }): RecordKind | undefined {
  return recordKinds.find((kind) => kind.store === store && isIn(kind, key));
}

/** True if the key is the kind's own, or in its folder. */
export function isIn({ place }: RecordKind, key: string): boolean {
  return place.endsWith('/') ? key.startsWith(place) : key === place;
}
