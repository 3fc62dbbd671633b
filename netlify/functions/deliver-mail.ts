import type { Config } from '@netlify/functions';
import { scheduled } from '#server/http/scheduled';

export default scheduled(({ notifier }) => ({ 'Sending what is due': () => notifier.sendDue() }));

export const config: Config = { schedule: '*/2 * * * *' };
