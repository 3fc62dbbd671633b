import { createClient } from '#islands/ui/api/client.ts';
import { leadsApi } from '../calls.ts';
import { browser as admin } from '../../gallery/store/browser.ts';
import type { Surroundings } from './surroundings.ts';

/** The surroundings of the leads' desk in a real page; how its owner is told is the island's. */
export const browser: Omit<Surroundings, 'tell'> = {
  api: leadsApi(createClient()),
  session: admin.session,
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  storage: () => sessionStorage,
};
