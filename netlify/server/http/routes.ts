import { hookRoutes } from './hook-routes.ts';
import { ownerRoutes } from './owner-routes.ts';
import { visitorRoutes } from './visitor-routes.ts';

/** All addresses, by the name of their function. For tests and scripts: a function loads its own table. */
export const routes = { visitor: visitorRoutes, owner: ownerRoutes, hooks: hookRoutes };
