import type { Command } from '#lead/command';
import { decide, type Refused, type Signed } from '#lead/decide';
import { changeLead, mergeLeads } from '#server/leads/lead-records';
import { tell } from '#server/news/untold';
import type { NewsContext } from '#server/news/dispatch';
import type { BookingContext } from './context.ts';
import { changeVisitForLead, type OwnerOutcome } from './owner-changes.ts';
import { rewordEvents, withEventWords } from './visits.ts';

/** The result of a command: the id of the lead that has it now, or why the server did not do it. */
export type Acted =
  | { readonly id: string }
  | { readonly refused: Refused }
  | { readonly notBooked: Exclude<OwnerOutcome, 'done'> }
  | 'unknown';

/**
 * Does what the owner commands: decides on the newest version of the lead, writes it once, and tells who is to hear of it.
 * A booking, a cancellation and a merge have ways of their own. `later`: does work after the answer.
 */
export async function act(
  context: BookingContext,
  news: NewsContext,
  id: string,
  command: Signed<Command>,
  later: (work: () => Promise<void>) => void,
): Promise<Acted> {
  const { leads, now } = context;
  if (command.do === 'merge') {
    const kept = await mergeLeads(leads, [id, command.other], { now, by: command.by });
    return kept === null ? 'unknown' : { id: kept };
  }
  if (command.do === 'book' || command.do === 'cancel') {
    const outcome = await changeVisitForLead(context, id, command);
    return outcome === 'done' ? { id } : { notBooked: outcome };
  }
  let refused: Refused | undefined;
  const changed = await changeLead(leads, id, (lead) => {
    const after = lead.isRemoving ? lead : decide(lead, command, now);
    refused = 'refused' in after ? after.refused : undefined;
    return 'refused' in after ? lead : withEventWords(context, lead, after);
  });
  if (!changed || changed.after.isRemoving) return 'unknown';
  if (refused) return { refused };
  await rewordEvents(context, changed.after);
  await tell(news, changed.after, { later });
  return { id: changed.after.id };
}
