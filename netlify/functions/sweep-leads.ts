import type { Config } from '@netlify/functions';
import { forgetLead, forgetRemovedLeads } from '#server/alerts/outboxes';
import { releaseLeftSlots, sweepRemovals } from '#server/booking/removal';
import { scheduled } from '#server/http/scheduled';
import { deleteFormerCopies, keepSnapshot, readKeepDays } from '#server/leads/lead-sweep';

export default scheduled((services, now) => {
  const { leads } = services;
  const context = { ...services, now };
  const removal = { forgetMessages: (id: string) => forgetLead(leads, id), keepDays: readKeepDays(process.env) };
  return {
    'Removing leads': () => sweepRemovals(context, removal),
    'Releasing the times of removed leads': () => releaseLeftSlots(context),
    'Forgetting messages about removed leads': () => forgetRemovedLeads(leads),
    'Deleting former copies of leads': () => deleteFormerCopies(leads),
    'Writing the snapshot of the leads': () => keepSnapshot(services),
    'Overwriting what was deleted': async () => await leads.scrub?.(),
  };
});

export const config: Config = { schedule: '35 * * * *' };
