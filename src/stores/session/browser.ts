import { authApi } from '#api/auth';
import { createClient } from '#api/client';

/** The sign-in calls of a real page. */
export const authBrowser = authApi(createClient());
