import type { Config } from '@netlify/functions';
import { remindOfTomorrow } from '#server/booking/reminders';
import { scheduled } from '#server/http/scheduled';

export default scheduled((services, now) => ({
  ...(services.reminds && {
    'Reminding visitors': () => remindOfTomorrow({ ...services, now }),
    'Sending the reminders': () => services.notifier.sendFresh(),
  }),
}));

export const config: Config = { schedule: '15 * * * *' };
