import { authApi } from './api/auth.ts';
import { createClient } from './api/client.ts';

/** The sign-in calls of a real page. */
export const authBrowser = authApi(createClient());
