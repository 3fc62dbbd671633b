import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';

/** The entry of a collection that has one file, such as the hero. Without it there is no page to build. */
export async function onlyEntry<Name extends CollectionKey>(name: Name): Promise<CollectionEntry<Name>> {
  const [entry] = await getCollection(name);
  if (!entry) throw new Error(`The file of "${name}" in src/content is missing: put it back, and change its fields.`);
  return entry;
}
