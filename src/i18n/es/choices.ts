import choiceLists from '#brand/choices.json' with { type: 'json' };
import type * as en from '../en/choices.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

const spanish = new Map<string, string>(
  [...choiceLists.services, ...choiceLists.cities, ...choiceLists.callbackCities].map((choice) => [
    choice.name,
    'es' in choice ? choice.es : choice.name,
  ]),
);
/** A name that is no longer among the choices stays in its own words. */
const wordsOf = (name: string) => spanish.get(name) ?? name;

export const choices: Translated<typeof en.choices> = {
  service: (name) => (name === 'General Inquiry' ? 'Consulta general' : wordsOf(name)),
  contacts: { phone: 'Por teléfono', email: 'Por correo electrónico', text: 'Por mensaje de texto' },
  city: (name) => wordsOf(name),
};
