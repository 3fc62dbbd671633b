import { businessIn } from '#business';
import { type LocalEntry, onlyEntryIn } from '#i18n/entries';
import type { Language } from '#i18n/language';
import { factsOf, fillAll } from '#lib/fill';

/** The entry of a collection with one file, filled with the facts of the business. */
export async function filledEntry<Name extends Parameters<typeof onlyEntryIn>[1]>(
  language: Language,
  name: Name,
): Promise<LocalEntry<Name>> {
  const entry = await onlyEntryIn(language, name);
  return { ...entry, data: fillAll(entry.data, factsOf(businessIn(language))) };
}
