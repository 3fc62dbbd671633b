import { nextStep } from '#contracts/lead-job';
import { isEnded } from '#contracts/lead-status';
import { forEachAlone, unlessUnreadable } from '#server/storage/port';
import { DAY } from '#lib/time/units';
import { findLead, type Lead } from './lead.ts';
import { leadKey } from './lead-id.ts';
import { mainLead } from './one-lead.ts';
import { sweepPictures } from './pictures.ts';
import { deleteVisits } from './visit.ts';
import { answersWithin } from './insights.ts';
import { listLeads, readLeads, readSnapshot, SNAPSHOT, type Source, writeSnapshot } from './lead-list.ts';
import { changeMessageSettings, messageSettings } from './message-settings.ts';

/**
 * True for an ended lead (won or lost) without an open job that nobody has changed for `keepDays`. A part goes
 * with its lead. `now` in ms.
 */
export function hasRunOut(lead: Lead, keepDays: number | null, now: number): boolean {
  const { status, updatedAt, followUp, job, into } = lead;
  const isOpen = status === 'won' && (followUp !== undefined || (job && nextStep(job) !== undefined));
  return (
    keepDays !== null &&
    into === undefined &&
    isEnded({ status }) &&
    !isOpen &&
    Date.parse(updatedAt) < now - keepDays * DAY
  );
}

/** Deletes the visits of absent leads: a booking may have died there. */
async function deleteOrphans({ leads, report }: Source): Promise<void> {
  const { entries, unreadable } = await readLeads({ leads, report });
  const all = [...entries.values()];
  const known = new Set(all.flatMap((entry) => ('lead' in entry ? entry.lead.id : [])));
  const isGone = (id: string) => !known.has(id) && !unreadable.includes(leadKey(id));
  const orphans = new Set(
    all.flatMap((entry) => ('visit' in entry && isGone(entry.visit.lead) ? entry.visit.lead : [])),
  );
  await forEachAlone(orphans, async (id) => {
    if ((await findLead(leads, id)) === null) await deleteVisits(leads, id);
  });
}

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

/** Makes one the leads of which a death has left two. `now` in ms. */
async function finishParts(source: Source, now: number): Promise<void> {
  const { single } = await readLeads(source);
  await forEachAlone(
    single.filter(({ into }) => into),
    ({ id }) => mainLead(source.leads, id, now),
  );
}

/** Finishes what a death has left between leads, and deletes what no lead needs. `now` in ms. */
export async function tidyRecords(source: Source, now: number): Promise<void> {
  const steps = [() => finishParts(source, now), () => deleteOrphans(source), () => sweepPictures(source.leads)];
  await forEachAlone(steps, (step) => step());
}

/** Notes how soon visitors hear from us, if the site says so. `now` in ms. */
export async function noteAnswerTime({ leads, report, now }: Source & { readonly now: number }): Promise<void> {
  const settings = await messageSettings(leads);
  const hours = settings.saysAnswerTime ? answersWithin(await listLeads(leads, report), now) : null;
  if (hours !== settings.answersWithin) await changeMessageSettings(leads, { answersWithin: hours });
}
