import { escapeHtml } from './escape-html.ts';

/** Facts that a dealer may lack, and of which all but the last have to be confirmed: the live site leaves out the others. */
const claims = ['certifiedBrand', 'yearsOfExperience', 'rating', 'startingPrice', 'contactException'] as const;
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
  ...claims,
  'contactPromise',
  'visitLength',
  'places',
  'storeHours',
  'visitHours',
] as const;
/** The services that this build uses. */
const services = ['analytics', 'google', 'crm', 'push', 'reminders', 'texts'] as const;

type Claim = (typeof claims)[number];
/** A claim that may not be made is absent. */
export type Facts = Readonly<
  Record<Exclude<(typeof placeholders)[number], Claim>, string> & Partial<Record<Claim, string>>
>;
export type Conditions = Readonly<Partial<Record<(typeof services)[number] | Claim, boolean>>>;

const BRACES = /\{([^{}]*)\}/g;
const WORD_OF_CHOICE = /^(if .*|else|end)$/;
/** Text without `{if …}`, `{else}` and `{end}`. */
const PLAIN = '((?:(?!\\{(?:if |else\\}|end\\}))[^])*)';
const CHOICE = new RegExp(`\\{if (\\w+)\\}${PLAIN}(?:\\{else\\}${PLAIN})?\\{end\\}`, 'g');

export function factsOf(
  business: Readonly<
    Record<'name' | 'region' | 'contactPromise' | 'visitLength' | 'places', string> &
      Partial<Record<Claim, string | number | undefined>>
  > & {
    readonly phone: { readonly display: string };
    readonly address: Readonly<Record<'city' | 'state' | 'stateName' | 'postalCode', string>> & {
      readonly street?: string | undefined;
    };
    readonly hours: { readonly store: string; readonly visit: string };
  },
): Facts {
  const { name, region, contactPromise, visitLength, places, phone, hours } = business;
  const made = claims.filter((claim) => business[claim]);
  const { street, city, state, stateName, postalCode } = business.address;
  const address = `${street ? `${street}, ` : ''}${city}, ${stateName} ${postalCode}`;
  const place = { city, state, stateName, postalCode, address, region, places };
  return {
    name,
    phone: phone.display,
    ...place,
    contactPromise,
    visitLength,
    storeHours: hours.store,
    visitHours: hours.visit,
    ...Object.fromEntries(made.map((claim) => [claim, String(business[claim])])),
  };
}

/** Facts for HTML. `{phone}` is left, to become a link that dials. */
export function htmlFacts({ phone: _link, ...facts }: Facts): Partial<Facts> {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, escapeHtml(fact)]));
}

/**
 * Replaces each `{name}` by its fact, after each `{if rating}…{else}…{end}`. Leaves unknown names. A text with a claim
 * that may not be made is empty: a sentence with a hole would be worse. A fact such as `4 p. m.` ends its sentence.
 */
export function fill(text: string, facts: Partial<Facts>): string {
  const known: Readonly<Record<string, string>> = facts;
  const chosen = choose(text, claimsMade(facts));
  if (claims.some((claim) => !known[claim] && chosen.includes(`{${claim}}`))) return '';
  return chosen.replace(/\{([^{}]*)\}(\.?)/g, (whole, name: string, dot: string) => {
    const fact = known[name];
    if (fact === undefined) return whole;
    return fact.endsWith('.') ? fact : fact + dot;
  });
}

const claimsMade = (facts: Partial<Facts>): Conditions =>
  Object.fromEntries(claims.map((claim) => [claim, facts[claim] !== undefined]));

/** Fills the texts of an entry, those of its lists, and those of its rows. */
export function fillAll<Fields extends object>(fields: Fields, facts: Partial<Facts>): Fields {
  const filledIn = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value, facts);
    if (!Array.isArray(value)) return value;
    return value.map((row: unknown) => (typeof row === 'object' && row ? fillAll(row, facts) : filledIn(row)));
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filledIn(value)])) as Fields;
}

/** Resolves each `{if crm}…{else}…{end}` of which `holds` says something. They cannot be nested. */
export function choose(text: string, holds: Conditions): string {
  const known: Readonly<Record<string, boolean>> = holds;
  return text.replace(CHOICE, (whole, name: string, yes: string, no: string = '') => {
    if (known[name] === undefined) return whole;
    return known[name] ? yes : no;
  });
}

/**
 * The errors in a text's braces, as sentences. `withServices` allows `{if google}` and the like; `mayBeLeftOut` allows a
 * claim without a wording for the live site that may not make it.
 */
export function braceProblems(text: string, { withServices = false, mayBeLeftOut = false } = {}): string[] {
  const conditions = withServices ? [...services, ...claims] : claims;
  const choices = [...text.matchAll(CHOICE)].map(([, name = '']) => name);
  const plain = text.replace(CHOICE, '$2$3');
  const words = [...plain.matchAll(BRACES)].map(([, word = '']) => word);
  const isTorn = words.some((word) => WORD_OF_CHOICE.test(word));
  const unknown = words.filter((word) => !isOneOf(placeholders, word) && !(isTorn && WORD_OF_CHOICE.test(word)));
  const without = choose(text, claimsMade({}));
  const bare = claims.filter((claim) => !mayBeLeftOut && !isTorn && without.includes(`{${claim}}`));
  return [
    ...choices
      .filter((name) => !isOneOf(conditions, name))
      .map((name) => `{if ${name}} asks for nothing that is known. Write one of: ${conditions.join(', ')}.`),
    ...(isTorn
      ? ['Write each {if …} with one {end} behind it, at most one {else} between, and none within another.']
      : []),
    ...(/[{}]/.test(plain.replace(BRACES, ''))
      ? ['A brace is too many, or its other one is missing: write {phone}.']
      : []),
    ...unknown.map((word) => `{${word}} stands for nothing. Write one of: ${placeholders.join(', ')}.`),
    ...bare.map(
      (claim) =>
        `The live site leaves {${claim}} out unless it is in brand/brand.json, and confirmed. Write what it says then: {if ${claim}}…{else}…{end}.`,
    ),
  ];
}

const isOneOf = (words: readonly string[], word: string) => words.includes(word);
