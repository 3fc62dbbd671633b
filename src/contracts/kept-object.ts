import * as z from 'zod/mini';

/**
 * `z.object` for what is stored. It keeps the fields that only a newer version of the site knows, so that nothing is lost
 * where this version edits the record, as after the rollback of a deploy.
 */
export const keptObject = z.looseObject as unknown as typeof z.object;

/** The fields of a record that only a newer version knows. `known`: an object with the fields that this version knows. */
export const newerFields = (record: object, known: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !Object.hasOwn(known, field)));
