/** Facts of the business that a text may use in braces. */
const placeholders = [
  'name',
  'phone',
  'city',
  'state',
  'stateName',
  'postalCode',
  'address',
  'region',
  'yearsOfExperience',
  'rating',
  'contactPromise',
  'visitLength',
  'places',
  'storeHours',
  'visitHours',
] as const;
/** Conditions of `{if …}`: the services that this build uses. */
const conditions = ['analytics', 'google', 'crm', 'push', 'reminders'] as const;

export type Facts = Readonly<Record<(typeof placeholders)[number], string>>;
export type Conditions = Readonly<Record<(typeof conditions)[number], boolean>>;

const BRACES = /\{([^{}]*)\}/g;
const WORD_OF_CHOICE = /^(if .*|else|end)$/;
/** Text without `{if …}`, `{else}` and `{end}`. */
const PLAIN = '((?:(?!\\{(?:if |else\\}|end\\}))[^])*)';
const CHOICE = new RegExp(`\\{if (\\w+)\\}${PLAIN}(?:\\{else\\}${PLAIN})?\\{end\\}`, 'g');

export function factsOf(
  business: Readonly<Record<'name' | 'region' | 'rating' | 'contactPromise' | 'visitLength' | 'places', string>> & {
    readonly phone: { readonly display: string };
    readonly yearsOfExperience: number;
    readonly address: Readonly<Record<'city' | 'state' | 'stateName' | 'postalCode', string>> & {
      readonly street?: string;
    };
    readonly hours: { readonly store: string; readonly visit: string };
  },
): Facts {
  const { name, region, rating, contactPromise, visitLength, places, phone, yearsOfExperience, hours } = business;
  const { street, city, state, stateName, postalCode } = business.address;
  const address = `${street ? `${street}, ` : ''}${city}, ${stateName} ${postalCode}`;
  const place = { city, state, stateName, postalCode, address, region, places };
  const claims = { yearsOfExperience: String(yearsOfExperience), rating, contactPromise, visitLength };
  return { name, phone: phone.display, ...place, ...claims, storeHours: hours.store, visitHours: hours.visit };
}

/** Replaces each `{name}` by its fact. Leaves unknown names. */
export function fill(text: string, facts: Partial<Facts>): string {
  const known: Readonly<Record<string, string>> = facts;
  return text.replace(BRACES, (whole, name: string) => known[name] ?? whole);
}

/** Fills the texts of an entry, and those of its rows. */
export function fillAll<Fields extends object>(fields: Fields, facts: Partial<Facts>): Fields {
  const filledIn = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value, facts);
    return Array.isArray(value) ? value.map((row) => (typeof row === 'object' ? fillAll(row, facts) : row)) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filledIn(value)])) as Fields;
}

/** Resolves each `{if crm}…{else}…{end}`. They cannot be nested. */
export function choose(text: string, holds: Conditions): string {
  const known: Readonly<Record<string, boolean>> = holds;
  return text.replace(CHOICE, (_, name: string, yes: string, no: string = '') => (known[name] ? yes : no));
}

/** The errors in a text's braces, as sentences. `withChoices` allows `{if …}`. */
export function braceProblems(text: string, { withChoices = false } = {}): string[] {
  const choices = withChoices ? [...text.matchAll(CHOICE)].map(([, name = '']) => name) : [];
  const plain = withChoices ? text.replace(CHOICE, '$2$3') : text;
  const words = [...plain.matchAll(BRACES)].map(([, word = '']) => word);
  const isTorn = withChoices && words.some((word) => WORD_OF_CHOICE.test(word));
  const unknown = words.filter((word) => !isOneOf(placeholders, word) && !(isTorn && WORD_OF_CHOICE.test(word)));
  return [
    ...choices
      .filter((name) => !isOneOf(conditions, name))
      .map((name) => `{if ${name}} asks for nothing that is known. Write one of: ${conditions.join(', ')}.`),
    ...(isTorn
      ? ['Write each {if …} with one {end} behind it, at most one {else} between, and none within another.']
      : []),
    ...unknown.map((word) => `{${word}} stands for nothing. Write one of: ${placeholders.join(', ')}.`),
  ];
}

const isOneOf = (words: readonly string[], word: string) => words.includes(word);
