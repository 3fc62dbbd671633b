import { forEachAlone, unlessUnreadable } from '#server/storage/port';
import { answersWithin } from './insights.ts';
import { listLeads, readLeads, readSnapshot, SNAPSHOT, type Source, writeSnapshot } from './lead-list.ts';
import { findLead } from './lead-records.ts';
import { changeMessageSettings, messageSettings } from './message-settings.ts';
import { sweepPictures } from './pictures.ts';

const MAX_TRIES = 4;

/** Writes the snapshot until it agrees with the leads: somebody may remove one after the listing. */
export async function keepSnapshot(source: Source): Promise<void> {
  const { leads } = source;
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const before = await unlessUnreadable(readSnapshot(leads), () => 'damaged' as const);
    if (before === 'damaged') {
      await leads.delete(SNAPSHOT);
      continue;
    }
    const { entries } = await readLeads(source);
    const kept = [...(before?.entries ?? [])];
    if (kept.length === entries.size && kept.every(([key, { etag }]) => entries.get(key)?.etag === etag)) return;
    await writeSnapshot(leads, entries, before?.etag);
  }
}

/** Makes one the leads of which a death has left two: reading a part does so. */
async function finishParts({ leads, report }: Source): Promise<void> {
  const left = (await listLeads(leads, report)).filter(({ into }) => into);
  await forEachAlone(left, ({ id }) => findLead(leads, id));
}

/** Finishes what a death has left, and deletes what no lead needs. */
export async function tidyRecords(source: Source): Promise<void> {
  await forEachAlone([() => finishParts(source), () => sweepPictures(source.leads)], (step) => step());
}

/** Notes how soon visitors hear from us, if the site says so. `now` in ms. */
export async function noteAnswerTime({ leads, report, now }: Source & { readonly now: number }): Promise<void> {
  const settings = await messageSettings(leads);
  const hours = settings.saysAnswerTime ? answersWithin(await listLeads(leads, report), now) : null;
  if (hours !== settings.answersWithin) await changeMessageSettings(leads, { answersWithin: hours });
}
