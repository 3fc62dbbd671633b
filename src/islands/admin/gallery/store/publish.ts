import type { Items } from './items.ts';
import { forEach } from './each.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Publishes items, or takes them off the site. The page shows it at once, and takes back whatever the server did not do:
 * the list that is read after it may not be had either.
 */
export async function setPublished(
  ids: Iterable<string>,
  isPublished: boolean,
  { all, set, refresh }: Items,
  { api, session, tell }: Pick<Surroundings, 'api' | 'session' | 'tell'>,
): Promise<void> {
  const wanted = new Set(ids);
  const changing = all().filter((item) => wanted.has(item.id) && item.isPublished !== isPublished);
  if (changing.length === 0) return;
  tell.trying();
  set(all().map((item) => (wanted.has(item.id) ? { ...item, isPublished } : item)));
  const { done, failed, said, signedOut } = await forEach(changing, ({ id }) =>
    session.call(() => api.change(id, { isPublished })),
  );
  const undone = new Set(failed.map(({ id }) => id));
  if (undone.size > 0) set(all().map((item) => (undone.has(item.id) ? { ...item, isPublished: !isPublished } : item)));
  if (signedOut) return;
  await refresh();
  if (failed.length > 0) tell.updateFailed(said);
  else tell.updated(done.length);
}
