import { createInterface } from 'node:readline/promises';
import { z } from 'astro/zod';
import { businessSchema } from '#schemas/settings';
import states from './states.json' with { type: 'json' };

type StateCode = keyof typeof states;
const isState = (code: string): code is StateCode => Object.hasOwn(states, code);

/** Asks until the answer is right. Enter takes the proposal. Throws at the end of the input. */
type Ask = <Value>(
  question: string,
  schema: z.ZodType<Value>,
  options?: { proposal?: string; read?: (line: string) => unknown },
) => Promise<Value>;

/** Reads lines of a terminal or a pipe. */
export function askerOf(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Ask {
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  return async (question, schema, { proposal, read = (line: string) => line } = {}) => {
    for (;;) {
      output.write(`${question}${proposal ? ` [${proposal}]` : ''}: `);
      const { value = '', done } = await lines.next();
      if (done) throw new Error('The input ended before the last question. Nothing was written.');
      const parsed = schema.safeParse(read(value.trim() || (proposal ?? '')));
      if (parsed.success) return parsed.data;
      output.write(`  ${[...new Set(parsed.error.issues.map(({ message }) => message))].join(' ')}\n`);
    }
  };
}

const list = (line: string) =>
  line
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
function positionIn(line: string): unknown {
  const [latitude, longitude] = list(line).map(Number);
  return { latitude, longitude };
}
const numbered = (line: string) => Number(line || Number.NaN);
const state = z.string().refine(isState, { error: 'Write the two letters of a state, for example CO.' });
const zone = z.string().refine((name) => Intl.supportedValuesOf('timeZone').includes(name), {
  error: 'Write the name of the zone in the IANA list, for example America/Denver.',
});
const color = z.string().regex(/^#[0-9a-f]{6}$/, 'Write a # and six digits from 0 to f, for example #2b5d8a.');
const languages = z.enum(['en', 'en es'], { error: 'Write en, or en es.' });
/** As in `brand.json`. */
const { shape } = businessSchema;
const place = shape.address.shape;

/** All that a dealer must say of itself. */
export async function askDealer(ask: Ask, before: { storeHours: string[]; visitHours: string[] }) {
  const name = await ask('Name of the business', shape.name);
  const [first = '', ...rest] = name.split(' ');
  const shortName = await ask('First line of the logo', shape.shortName, { proposal: first });
  const descriptor = await ask('Second line of the logo', shape.descriptor, { proposal: rest.join(' ') });
  const phone = await ask('Phone, as (202) 555-0142', shape.phone);
  const street = await ask('House number and street (Enter for none)', z.string().max(60));
  const city = await ask('Town', place.city);
  const code = (await ask('State, two letters', state, { read: (line) => line.toUpperCase() })) as StateCode;
  const postalCode = await ask('ZIP code', place.postalCode);
  const position = await ask('Latitude and longitude, as 39.78, -89.65', shape.position, { read: positionIn });
  const timeZone = await ask('Time zone', zone, { proposal: states[code].timeZone });
  const region = await ask('Region, as in "Over 7 years in Central Illinois"', shape.region);
  const coverage = await ask('Places that you serve, with commas', shape.coverage, { read: list });
  const storeHours = await ask('When somebody answers the phone', shape.storeHours, {
    proposal: before.storeHours.join(', '),
    read: list,
  });
  const visitHours = await ask('When you visit', shape.visitHours, {
    proposal: before.visitHours.join(', '),
    read: list,
  });
  const certifiedBrand = await ask('The brand that you are a certified dealer of', shape.certifiedBrand);
  const otherVendors = await ask('Other brands, with commas', shape.otherVendors, { read: list });
  const yearsOfExperience = await ask('Full years of experience', shape.yearsOfExperience, { read: numbered });
  const rating = await ask('Stars on the review site, as 4.9', shape.rating);
  const main = await ask('Main color, as #2b5d8a', color, { read: (line) => line.toLowerCase() });
  const spoken = await ask('Languages: en, or en es', languages, { proposal: 'en' });
  const address = { ...(street && { street }), city, state: code, stateName: states[code].name, postalCode };
  const named = { name, shortName, descriptor, phone, languages: spoken.split(' ') };
  // The live site makes none of them before the owner has confirmed it.
  const unconfirmed = (source: string) => ({ source, date: new Date().toISOString().slice(0, 10), confirmed: false });
  const claims = {
    certifiedBrand: unconfirmed(`${certifiedBrand}’s list of dealers`),
    yearsOfExperience: unconfirmed('The owners'),
    rating: unconfirmed('The review site'),
  };
  const said = { certifiedBrand, otherVendors, yearsOfExperience, rating, claims };
  return {
    business: { ...named, storeHours, visitHours, address, position, region, coverage, ...said },
    timeZone,
    main,
  };
}

/** How people call a zone: `ET`, `Eastern Time`, `hora del este`. */
export function zoneNamesOf(timeZone: string): { short: string; long: string; es: string } {
  const named = (locale: string, timeZoneName: 'shortGeneric' | 'longGeneric') =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
      .formatToParts(0)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return {
    short: named('en-US', 'shortGeneric'),
    long: named('en-US', 'longGeneric'),
    es: named('es-US', 'longGeneric'),
  };
}
