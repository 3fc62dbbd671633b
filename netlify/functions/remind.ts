import type { Config } from '@netlify/functions';
import { isRemindingTime, remindOfTomorrow } from '#server/booking/reminders';
import { scheduled } from '#server/http/scheduled';
import { askForReviews } from '#server/news/reviews';

export default scheduled((services, now) => ({
  ...(services.reminds && { 'Reminding visitors': () => remindOfTomorrow({ ...services, now }) }),
  ...(isRemindingTime(services.rules, now) && { 'Asking for reviews': () => askForReviews({ ...services, now }) }),
  'Sending what was written': () => services.notifier.sendFresh(),
}));

export const config: Config = { schedule: '15 * * * *' };
