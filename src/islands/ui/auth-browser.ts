import { authApi } from './api/auth.ts';
import { browserEnvironment } from './environment.ts';

/** The sign-in calls of a real page. */
export const authBrowser = authApi(browserEnvironment.client);
