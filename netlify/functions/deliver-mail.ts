import type { Config } from '@netlify/functions';
import { scheduled } from '#server/http/scheduled';

export default scheduled(({ mail }) => ({ 'Sending what is due': () => mail.sendDue() }));

export const config: Config = { schedule: '*/2 * * * *' };
