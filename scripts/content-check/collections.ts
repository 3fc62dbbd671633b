import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { load, YAMLException } from 'js-yaml';
import { type CalendarDate, longDate } from '#lib/calendar-date';
import { offerState } from '#lib/offers';
import {
  blogPostSchema,
  faqSchema,
  ownersSchema,
  productSchema,
  promotionSchema,
  reviewSchema,
  serviceAreaSchema,
} from '#schemas/collections';
import { type FileProblem, fileProblems, type FolderName, nameProblem, parts } from '#schemas/files';
import { siteAddresses } from './addresses.ts';
import { due, type Finding, wrong } from './finding.ts';
import { deadLinks, longTitle, missingAlts, picturesOf, readingMinutes } from './markdown.ts';

/** Pictures are opened by the build; here a path is enough. */
const image = () => z.custom<ImageMetadata>();

/** All that is checked in `src/content`. `today` is the Eastern date. */
export async function checkContent(
  root: string,
  today: CalendarDate,
): Promise<{ entries: number; findings: Finding[] }> {
  const [products, promotions, reviews, faq, blog, areas, owners] = await Promise.all([
    readEntries(root, 'products', productSchema(image)),
    readEntries(root, 'promotions', promotionSchema(image)),
    readEntries(root, 'reviews', reviewSchema),
    readEntries(root, 'faq', faqSchema),
    readEntries(root, 'blog', blogPostSchema(image)),
    readEntries(root, 'service-areas', serviceAreaSchema(image)),
    readEntries(root, 'owners', ownersSchema),
  ]);
  const folders = [products, promotions, reviews, faq, blog, areas, owners];
  const ids = { blog: blog.entries.map(({ id }) => id), 'service-areas': areas.entries.map(({ id }) => id) };
  const addresses = await siteAddresses(root, ids);
  const texts = [...blog.entries, ...areas.entries, ...owners.entries];
  const findings = [
    ...folders.flatMap(({ refused }) => refused),
    ...texts.flatMap(({ file, text }) => [...deadLinks(file, text, addresses), ...missingAlts(file, text)]),
    ...blog.entries.flatMap(({ file, fields }) => longTitle(file, 'title', fields.title)),
    ...areas.entries.flatMap(({ file, fields }) => longTitle(file, 'metaTitle', fields.metaTitle)),
    ...promotions.entries.flatMap((offer) => lapsed(offer, today)),
    ...[...reviews.entries, ...owners.entries].flatMap(stillSample),
    ...blog.entries.flatMap(readTime),
    ...blog.entries.flatMap(stillDraft),
  ];
  return { entries: folders.reduce((sum, { entries }) => sum + entries.length, 0), findings };
}

/** The files that are samples still: no invented review may be taken for a customer's. */
export async function samplesLeft(root: string): Promise<string[]> {
  const [reviews, owners] = await Promise.all([
    readEntries(root, 'reviews', reviewSchema),
    readEntries(root, 'owners', ownersSchema),
  ]);
  return [...reviews.entries, ...owners.entries].filter(({ fields }) => fields.sample).map(({ file }) => file);
}

function lapsed({ file, fields }: Entry<{ endsOn?: CalendarDate | undefined }>, today: CalendarDate): Finding[] {
  if (fields.endsOn === undefined || offerState(fields, today) !== 'ended') return [];
  return [due(file, `The offer ended on ${longDate(fields.endsOn)}. Write its new term, or replace it.`)];
}

function stillSample({ file, fields }: Entry<{ sample: boolean }>): Finding[] {
  return fields.sample ? [due(file, 'Still a sample. Replace it with the real one and write sample: false.')] : [];
}

function stillDraft({ file, fields }: Entry<{ draft: boolean }>): Finding[] {
  return fields.draft
    ? [due(file, 'A draft: previews show it, the live site does not. Remove draft to publish it.')]
    : [];
}

function readTime({ file, fields, text }: Entry<{ readTime: string }>): Finding[] {
  const right = `${readingMinutes(text)} min read`;
  return fields.readTime === right ? [] : [due(file, `readTime says ${fields.readTime}, its length says ${right}.`)];
}

/** One Markdown file of `src/content`, its fields checked by its schema. */
interface Entry<Fields> {
  /** From the project's folder. */
  readonly file: string;
  readonly id: string;
  readonly fields: Fields;
  /** What stands below the fields. */
  readonly text: string;
}

interface Folder<Fields> {
  readonly entries: readonly Entry<Fields>[];
  /** The files that the build would refuse. */
  readonly refused: readonly Finding[];
}

/** Reads `src/content/<name>/*.md` under `root`; a folder that is not there is empty. */
export async function readEntries<Schema extends z.ZodType>(
  root: string,
  name: FolderName,
  schema: Schema,
): Promise<Folder<z.output<Schema>>> {
  const folder = path.join('src/content', name);
  const files = await readdir(path.join(root, folder)).catch(() => []);
  const entries: Entry<z.output<Schema>>[] = [];
  const refused: Finding[] = [];
  for (const base of files.filter((candidate) => candidate.endsWith('.md')).sort()) {
    const file = path.join(folder, base);
    const source = await readFile(path.join(root, file), 'utf8');
    refused.push(...checkFile(root, file, name, source));
    const checked = checkSource(file, source, schema);
    if (checked.success) entries.push({ file, id: path.basename(base, '.md'), ...checked });
    else refused.push(...checked.findings);
  }
  return { entries, refused };
}

/** What the build would stop at in a file beyond its fields. */
function checkFile(root: string, file: string, folder: FolderName, source: string): Finding[] {
  const { frontmatter, body } = parts(source);
  const named = [...frontmatter.matchAll(/\bsrc: *['"]?([^\s'",}]+)/g)].flatMap(([, picture]) => picture ?? []);
  const entry = { file, folder, frontmatter, body, pictures: [...named, ...picturesOf(body)] };
  const problems = [nameProblem(file), ...fileProblems(entry, (picture) => existsSync(path.join(root, picture)))];
  const isProblem = (problem: FileProblem | null) => problem !== null;
  return problems.filter(isProblem).map(({ message, remedy }) => wrong(file, `${message} ${remedy}`));
}

type Checked<Fields> = { success: true; fields: Fields; text: string } | { success: false; findings: Finding[] };

/** The source of one entry: the fields between the two lines of `---`, checked, and the text below. */
export function checkSource<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
): Checked<z.output<Schema>> {
  const { frontmatter, body } = parts(source);
  let fields: unknown;
  try {
    fields = load(frontmatter) ?? {};
  } catch (error) {
    return { success: false, findings: [unreadable(file, error)] };
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { success: true, fields: parsed.data, text: body };
  const findings = parsed.error.issues.map(({ path: at, message }) => {
    return wrong(file, [at.join('.'), message].filter(Boolean).join(': '));
  });
  return { success: false, findings };
}

function unreadable(file: string, error: unknown): Finding {
  if (!(error instanceof YAMLException)) throw error;
  // The first line of the file is the line of ---, and YAML counts from 0.
  const line = error.mark.line + 2;
  return wrong(
    file,
    `line ${line}: ${error.reason}. A text with a colon in it goes between quotes: title: 'One: two'.`,
  );
}
