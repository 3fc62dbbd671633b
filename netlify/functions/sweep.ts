import type { Config } from '@netlify/functions';
import { keySeen, keySince } from '#server/backups/backups';
import { sweepQuotas } from '#server/booking/visit-quota';
import { sweepSlots } from '#server/booking/reconcile';
import { scheduled } from '#server/http/scheduled';
import { sweepCounts } from '#server/limits/limits';
import { readNextRecords } from '#server/records/unreadable';
import { bringToNewCalendars } from '#server/http/setup-google';
import { sweepAway } from '#server/slots/schedule';

export default scheduled((services, now) => ({
  'Reading the next records': () => readNextRecords(services),
  'Bringing the visits into a new calendar': () => bringToNewCalendars(services, now),
  'Sweeping the slots': () => sweepSlots({ ...services, now }),
  'Sweeping the quotas': () => sweepQuotas({ ...services, now }),
  'Sweeping past times away': () => sweepAway(services.slots, services.rules, now),
  'Sweeping the counts': () => sweepCounts(services.limits, now),
  'Reading the other calendars': () => Promise.all(services.allFeeds.map((feeds) => feeds.refresh())),
  'Noting since when backups are due': () =>
    services.backupKey ? keySince(services.backups, now) : services.backups.delete(keySeen.place),
}));

export const config: Config = { schedule: '*/10 * * * *' };
