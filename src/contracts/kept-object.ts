import * as z from 'zod/mini';

/**
 * `z.object` for what is stored. It keeps the fields that only a newer version of the site knows, so that nothing is lost
 * where this version edits the record, as after the rollback of a deploy.
 */
export const keptObject = z.looseObject as unknown as typeof z.object;
