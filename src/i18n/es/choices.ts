import choiceLists from '#brand/choices.json' with { type: 'json' };
import type * as en from '../en/choices.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

type Named = readonly { name: string; es?: string }[];
/** A dealer's places may all be called the same in both languages, and there may be no other cities. */
const {
  services,
  cities,
  otherCities = [],
  callbackCities,
} = choiceLists as Readonly<
  Record<'services' | 'cities' | 'callbackCities', Named> & Partial<Record<'otherCities', Named>>
>;
const all = [...services, ...cities, ...otherCities, ...callbackCities];
const spanish = new Map(all.map(({ name, es }) => [name, es ?? name]));
/** A name that is no longer among the choices stays in its own words. */
const wordsOf = (name: string) => spanish.get(name) ?? name;

export const choices: Translated<typeof en.choices> = {
  service: (name) => (name === 'General Inquiry' ? 'Consulta general' : wordsOf(name)),
  contacts: { phone: 'Por teléfono', email: 'Por correo electrónico', text: 'Por mensaje de texto' },
  city: (name) => wordsOf(name),
};
