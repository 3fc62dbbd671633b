import type { Config } from '@netlify/functions';
import { forgetLead, forgetRemovedLeads } from '#server/channels/channels';
import { releaseLeftSlots, sweepRemovals } from '#server/booking/removal';
import { scheduled } from '#server/http/scheduled';
import { deleteFormerCopies, keepSnapshot, readKeepDays } from '#server/leads/lead-sweep';

export default scheduled((services, now) => {
  const forgetMessages = (id: string) => forgetLead(services.leads, id);
  const context = { ...services, now };
  return {
    'Removing leads': () => sweepRemovals(context, { forgetMessages, keepDays: readKeepDays(process.env) }),
    'Releasing the times of removed leads': () => releaseLeftSlots(context),
    'Forgetting messages about removed leads': () => forgetRemovedLeads(services.leads),
    'Deleting former copies of leads': () => deleteFormerCopies(services.leads),
    'Writing the snapshot of the leads': () => keepSnapshot(services),
    'Overwriting what was deleted': async () => await services.leads.scrub?.(),
  };
});

export const config: Config = { schedule: '35 * * * *' };
