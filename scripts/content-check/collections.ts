import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'astro/zod';
import { isWithin, zipArea, type ZipAreas } from '#contracts/consultation';
import { siteLanguages } from '#i18n/site-languages';
import type { CalendarDate } from '#lib/time/dates';
import { longDate } from '#lib/time/zone';
import { offerState } from '#lib/offers';
import { tellsPosition } from '#lib/positions/signs';
import { pageNames } from '#lib/seo';
import { type ContentSource, type SourceName, sources } from '#schemas/all';
import type { BrandSettings } from '#schemas/settings';
import { translatedNames } from '#schemas/translations';
import { headOf, isPicture, kindOf } from '#server/media/kind';
import { siteAddresses, unreadFiles } from './addresses.ts';
import { type Entry, image, readEntries } from './entries.ts';
import { due, type Finding, wrong } from './finding.ts';
import { daysIn } from './figures.ts';
import { deadLinks, missingAlts, readingMinutes } from './markdown.ts';
import states from './states.json' with { type: 'json' };
import { longTitle } from './titles.ts';
import { checkTranslations, readTranslations } from './translations.ts';

type Schema<Name extends SourceName> = ReturnType<(typeof sources)[Name]['schema']>;
type English = { readonly [Name in SourceName]: readonly Entry<z.output<Schema<Name>>>[] };

/** All files of `src/content` and `brand` that the build reads, in each language, and the mistakes at which it stops. */
async function readContent(root: string) {
  const names = Object.keys(sources) as SourceName[];
  const schemaOf = (name: SourceName) => (sources[name] as ContentSource).schema(image);
  // A site in English alone reads no translation.
  const translated = siteLanguages.includes('es') ? translatedNames : [];
  const [english, spanish] = await Promise.all([
    Promise.all(names.map(async (name) => ({ name, ...(await readEntries(root, name, schemaOf(name))) }))),
    Promise.all(translated.map((name) => readTranslations(root, name))),
  ]);
  const entries = Object.fromEntries(english.map((found) => [found.name, found.entries])) as unknown as English;
  const ids = Object.fromEntries(english.map((found) => [found.name, found.ids])) as Record<SourceName, string[]>;
  const files = [...(await unreadFiles(root)), ...(await checkPictures(root))];
  return { entries, ids, spanish, refused: [...[...english, ...spanish].flatMap(({ refused }) => refused), ...files] };
}

/** Checks `src/content` and `brand`. `today` is the date in the business's zone. */
export async function checkContent(
  root: string,
  today: CalendarDate,
): Promise<{ entries: number; findings: Finding[] }> {
  const { entries, ids: all, spanish, refused } = await readContent(root);
  const { blog, 'service-areas': areas, reviews, owners, choices } = entries;
  const written = pageNames.flatMap((name) => entries[name]).filter(({ text }) => text.trim() !== '');
  const pages = pageNames.filter(
    (name) => all[name].length > 0 && entries[name].every(({ text }) => text.trim() !== ''),
  );
  const ids = { '': pages, blog: all.blog, 'service-areas': all['service-areas'] };
  const addresses = await siteAddresses(root, ids);
  const texts = [...blog, ...areas, ...owners, ...entries.privacy, ...written];
  const findings = [
    ...refused,
    ...texts.flatMap(({ file, text }) => [...deadLinks(file, text, addresses), ...missingAlts(file, text)]),
    ...blog.flatMap(({ file, fields }) => longTitle(file, 'title', fields.title)),
    ...areas.flatMap(({ file, fields }) => longTitle(file, 'metaTitle', fields.metaTitle)),
    ...sameTitles(blog),
    ...entries.promotions.flatMap(otherTerm),
    ...entries.faq.flatMap((entry) => withoutGuide(entry, ids.blog)),
    ...notInDialog(areas, choices),
    ...notServed(areas, choices),
    ...choices.flatMap(withoutCity),
    ...entries.promotions.flatMap((offer) => lapsed(offer, today)),
    ...[...reviews, ...owners].flatMap(stillSample),
    ...entries.business.flatMap(unconfirmed),
    ...entries.business.flatMap(otherState),
    ...blog.flatMap(readTime),
    ...[...blog, ...written].flatMap(stillDraft),
    ...checkTranslations(spanish, entries, addresses),
  ];
  return { entries: Object.values(entries).flat().length, findings };
}

/** The mistakes at which the build stops. */
export const refusedContent = async (root: string): Promise<Finding[]> =>
  (await readContent(root)).refused.filter(({ severity }) => severity === 'wrong');

/** The files that are still samples, which the live site leaves out. */
export async function samplesLeft(root: string): Promise<string[]> {
  const { reviews, owners } = (await readContent(root)).entries;
  return [...reviews, ...owners].filter(({ fields }) => fields.sample).map(({ file }) => file);
}

function withoutGuide({ file, fields: { guide } }: Entry<{ guide?: string | undefined }>, guides: readonly string[]) {
  if (guide === undefined || guides.includes(guide)) return [];
  return [wrong(file, `guide: there is no src/content/blog/${guide}.md. Correct the name, or remove the line.`)];
}

/** Areas that the booking dialog does not offer as a city. */
function notInDialog(
  areas: readonly Entry<{ name: string }>[],
  files: readonly Entry<{ cities: readonly { name: string }[] }>[],
): Finding[] {
  return files.flatMap(({ file, fields }) => {
    const names = new Set(fields.cities.map(({ name }) => name));
    const missing = areas.filter((area) => !names.has(area.fields.name));
    const remedy = `Add it to ${file}, or delete this file if you do not go there`;
    return missing.map((area) => due(area.file, `The booking dialog lacks ${area.fields.name}. ${remedy}.`));
  });
}

/** Areas that name a ZIP code at which no visit is booked. */
function notServed(
  areas: readonly Entry<{ zipCodes: readonly string[] }>[],
  files: readonly Entry<{ zipAreas?: ZipAreas | undefined }>[],
): Finding[] {
  return files.flatMap(({ file, fields: { zipAreas = {} } }) =>
    areas.flatMap((area) => {
      const others = area.fields.zipCodes.filter((zipCode) => zipArea(zipCode, zipAreas) === 'notServed');
      if (others.length === 0) return [];
      return [
        due(
          area.file,
          `No visit is booked at ${others.join(', ')}. Add it to zipAreas in ${file}, or take it away here.`,
        ),
      ];
    }),
  );
}

/** ZIP codes at which visits are booked, and which choose no city. */
function withoutCity({
  file,
  fields: { cities, otherCities = [], zipAreas = {} },
}: English['choices'][number]): Finding[] {
  const owned = [...cities, ...otherCities].flatMap(({ zipCodes = [] }) => zipCodes);
  const isOwned = (zipCode: string) => owned.some((range) => isWithin(zipCode, range));
  const open = (zipAreas.served ?? []).filter((range) => !codesOf(range).every(isOwned));
  return open.length > 0
    ? [due(file, `Not every ZIP code of ${open.join(', ')} has a city. Add it to otherCities, or take it away here.`)]
    : [];
}

/** `62701-62703` is three. */
function codesOf(range: string): string[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(5, '0'));
}

function lapsed({ file, fields }: Entry<{ endsOn?: CalendarDate | undefined }>, today: CalendarDate): Finding[] {
  if (fields.endsOn === undefined || offerState(fields, today) !== 'ended') return [];
  return [due(file, `The offer ended on ${longDate(fields.endsOn)}. Write its new term, or delete this file.`)];
}

/** An offer whose term names another last day than the one that the site goes by. */
function otherTerm({ file, fields: { validUntil, endsOn } }: English['promotions'][number]): Finding[] {
  const [days, years] = [daysIn(validUntil), validUntil.match(/\b20\d\d\b/g)];
  if (!endsOn || days.length === 0) return [];
  const [last = ''] = daysIn(longDate(endsOn));
  if (days.includes(last) && (years?.includes(endsOn.slice(0, 4)) ?? true)) return [];
  return [wrong(file, `validUntil (${validUntil}) does not name endsOn (${endsOn}). Correct one of them.`)];
}

/** Guides that nobody can tell apart in a list or in search results. */
function sameTitles(guides: readonly Entry<{ title: string }>[]): Finding[] {
  const groups = [...Map.groupBy(guides, ({ fields }) => fields.title).values()];
  return groups.flatMap(([first, ...others]) =>
    others.map(({ file }) => wrong(file, `It has the title of ${first?.file}. Give it one of its own.`)),
  );
}

function stillSample({ file, fields }: Entry<{ sample: boolean }>): Finding[] {
  return fields.sample
    ? [due(file, 'Still a sample: the live site leaves it out. Replace it and write sample: false, or delete it.')]
    : [];
}

/** Claims that nobody has checked yet, and the price, which every visitor looks for. */
function unconfirmed({ file, fields }: Entry<BrandSettings>): Finding[] {
  const unpriced =
    fields.startingPrice === undefined
      ? [due(file, 'startingPrice is missing: visitors look for a price first. Write what your usual shade costs.')]
      : [];
  const unchecked = (['certifiedBrand', 'yearsOfExperience', 'rating', 'startingPrice'] as const).flatMap((name) => {
    const claim = fields.claims[name];
    if (fields[name] === undefined || claim?.confirmed) return [];
    const where = claim?.source ?? 'under claims stands no source of it';
    return due(
      file,
      `${name} is not confirmed: the live site leaves it out. Check it (${where}), then write the date and confirmed: true.`,
    );
  });
  return [...unpriced, ...unchecked];
}

/** The state in two letters, beside its name. */
function otherState({ file, fields: { address } }: Entry<BrandSettings>): Finding[] {
  const name = Object.entries(states).find(([code]) => code === address.state)?.[1];
  if (name === address.stateName) return [];
  const says = name ? `${address.state} is ${name}` : `${address.state} is the sign of no state`;
  return [wrong(file, `address: ${says}, and stateName is ${address.stateName}. Correct one of them.`)];
}

function stillDraft({ file, fields }: Entry<object>): Finding[] {
  return 'draft' in fields && fields.draft
    ? [due(file, 'A draft: previews show it, the live site does not. Remove draft to publish it.')]
    : [];
}

function readTime({ file, fields, text }: Entry<{ readTime: string }>): Finding[] {
  const right = `${readingMinutes(text)} min read`;
  return fields.readTime === right ? [] : [due(file, `readTime says ${fields.readTime}, its length says ${right}.`)];
}

/**
 * The pictures of the project that are none whatever their name says, so that no page could be built of them, and those
 * that tell where they were taken: whoever gets the project's files reads it.
 */
export async function checkPictures(root: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const file of glob('{src/assets,brand/pictures,public}/**/*.{jpg,jpeg,png,gif,webp,avif}', {
    cwd: root,
  })) {
    const bytes = await readFile(path.join(root, file));
    if (!isPicture(kindOf(headOf(bytes, bytes.length)) ?? ''))
      findings.push(wrong(file, 'It is no picture, whatever its name says. Save it anew as a JPEG, or delete it.'));
    else if (tellsPosition(bytes))
      findings.push(due(file, 'It tells where it was taken. Save it anew without its position.'));
  }
  return findings;
}
