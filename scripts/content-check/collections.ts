import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { load, YAMLException } from 'js-yaml';
import { type CalendarDate, longDate } from '#lib/calendar-date';
import { offerState } from '#lib/offers';
import { type ContentSource, type SourceName, sources } from '#schemas/all';
import { type FileProblem, fileProblems, nameProblem, parts } from '#schemas/files';
import { siteAddresses } from './addresses.ts';
import { due, type Finding, wrong } from './finding.ts';
import { deadLinks, longTitle, missingAlts, picturesOf, readingMinutes } from './markdown.ts';

/** Pictures are opened by the build; here a path is enough. */
const image = () => z.custom<ImageMetadata>();

/** Of these nothing is checked but what the build refuses. */
const PLAIN = Object.keys(sources).filter(
  (name) => !['blog', 'service-areas', 'promotions', 'reviews', 'owners', 'privacy'].includes(name),
) as SourceName[];
const schemaOf = (name: SourceName) => (sources[name] as ContentSource).schema(image);

/** All that is checked in `src/content`. `today` is the Eastern date. */
export async function checkContent(
  root: string,
  today: CalendarDate,
): Promise<{ entries: number; findings: Finding[] }> {
  const [blog, areas, promotions, reviews, owners, privacy] = await Promise.all([
    readEntries(root, 'blog', sources.blog.schema(image)),
    readEntries(root, 'service-areas', sources['service-areas'].schema(image)),
    readEntries(root, 'promotions', sources.promotions.schema(image)),
    readEntries(root, 'reviews', sources.reviews.schema()),
    readEntries(root, 'owners', sources.owners.schema()),
    readEntries(root, 'privacy', sources.privacy.schema()),
  ]);
  const others = await Promise.all(PLAIN.map((name) => readEntries(root, name, schemaOf(name))));
  const folders = [blog, areas, promotions, reviews, owners, privacy, ...others];
  const ids = { blog: blog.entries.map(({ id }) => id), 'service-areas': areas.entries.map(({ id }) => id) };
  const addresses = await siteAddresses(root, ids);
  const texts = [...blog.entries, ...areas.entries, ...owners.entries, ...privacy.entries];
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
    readEntries(root, 'reviews', sources.reviews.schema()),
    readEntries(root, 'owners', sources.owners.schema()),
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

/** Reads the files of a collection under `root`. A folder that is not there is empty; an only file is missed in its folder. */
export async function readEntries<Schema extends z.ZodType>(
  root: string,
  name: SourceName,
  schema: Schema,
): Promise<Folder<z.output<Schema>>> {
  const folder = path.join('src/content', path.dirname(sources[name].files));
  const pattern = path.basename(sources[name].files);
  const found = await readdir(path.join(root, folder)).catch(() => null);
  const isOurs = (file: string) => (pattern === '*.md' ? file.endsWith('.md') : file === pattern);
  const entries: Entry<z.output<Schema>>[] = [];
  const refused: Finding[] = [];
  if (found && pattern !== '*.md' && !found.includes(pattern)) refused.push(lost(path.join(folder, pattern)));
  for (const base of (found ?? []).filter(isOurs).sort()) {
    const file = path.join(folder, base);
    const source = await readFile(path.join(root, file), 'utf8');
    refused.push(...checkFile(root, file, name, source));
    const checked = checkSource(file, source, schema);
    if (checked.success) entries.push({ file, id: path.basename(base, path.extname(base)), ...checked });
    else refused.push(...checked.findings);
  }
  return { entries, refused };
}

const lost = (file: string) => wrong(file, 'The file is missing, and a page is made of it. Put it back.');

/** What the build would stop at in a file beyond its fields. */
function checkFile(root: string, file: string, source: SourceName, text: string): Finding[] {
  const { frontmatter, body } = parts(text);
  const named = [...frontmatter.matchAll(/\bsrc: *['"]?([^\s'",}]+)/g)].flatMap(([, picture]) => picture ?? []);
  const entry = { file, source, frontmatter, body, pictures: [...named, ...picturesOf(body)] };
  const problems = [nameProblem(file), ...fileProblems(entry, (picture) => existsSync(path.join(root, picture)))];
  const isProblem = (problem: FileProblem | null) => problem !== null;
  return problems.filter(isProblem).map(({ message, remedy }) => wrong(file, `${message} ${remedy}`.trim()));
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
    fields = file.endsWith('.json') ? JSON.parse(source) : (load(frontmatter) ?? {});
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
  if (error instanceof SyntaxError) {
    const rules = 'Each text stands between straight quotes, and a comma behind every line but the last of its list.';
    return wrong(file, `This is not JSON: ${error.message}. ${rules}`);
  }
  if (!(error instanceof YAMLException)) throw error;
  // The first line of the file is the line of ---, and YAML counts from 0.
  const line = error.mark.line + 2;
  return wrong(
    file,
    `line ${line}: ${error.reason}. A text with a colon in it goes between quotes: title: 'One: two'.`,
  );
}
