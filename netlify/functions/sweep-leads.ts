import type { Config } from '@netlify/functions';
import { forgetLead, forgetRemovedLeads } from '#server/channels/channels';
import { releaseLeftSlots, sweepRemovals } from '#server/booking/removal';
import { scheduled } from '#server/http/scheduled';
import { noteAnswerTime } from '#server/leads/insights';
import { keepSnapshot } from '#server/leads/lead-list';
import { finishParts } from '#server/leads/lead-records';
import { sweepPictures } from '#server/leads/pictures';

export default scheduled((services, now) => {
  const given = { forgetMessages: (id: string) => forgetLead(services.leads, id), keepDays: services.keepDays };
  return {
    'Removing leads': () => sweepRemovals({ ...services, now }, given),
    'Releasing the times of removed leads': () => releaseLeftSlots({ ...services, now }),
    'Forgetting messages about removed leads': () => forgetRemovedLeads(services.leads),
    'Finishing what makes two leads one': () => finishParts(services),
    'Deleting pictures of no lead': () => sweepPictures(services.leads),
    'Writing the snapshot of the leads': () => keepSnapshot(services),
    'Counting how soon visitors hear from us': () => noteAnswerTime({ ...services, now }),
    'Overwriting what was deleted': async () => await services.leads.scrub?.(),
  };
});

export const config: Config = { schedule: '35 * * * *' };
