import type { Collection, CollectionFile, Field } from '@sveltia/cms';
import { z } from 'astro/zod';
import { describe, expect, test } from 'vitest';
import { type ContentSource, type SourceName, sources } from './all.ts';
import { editorConfig, repositoryAt } from './editor.ts';
import { fieldsOf } from './editor-fields.ts';
import { picture } from './fields.ts';
import { fileName } from './fields.ts';

const repository = { host: 'github', path: 'sunhaven/website' } as const;
const site = { repository, address: 'https://www.example.com', name: 'Larkspur' };
const config = editorConfig(site);
const collections = (config.collections ?? []) as Collection[];

/** What the editor has of a collection: a folder's or a file's. */
function shownOf(name: string): Collection | CollectionFile {
  const files = collections.flatMap<Collection | CollectionFile>((one) => ('files' in one ? one.files : [one]));
  const found = files.find((one) => one.name === name);
  if (!found) throw new Error(`The editor has no ${name}`);
  return found;
}
const fieldsIn = (name: string) => (shownOf(name) as CollectionFile).fields;

type Json = z.core.JSONSchema.BaseSchema;
/** A field as the schema says and as the editor shows: its way, its words, and whether it must be there. */
type Row = readonly [name: string, hint: string | undefined, required: unknown];

function schemaRows({ properties = {}, required = [] }: Json, prefix = ''): Row[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = property as Json;
    const inner = (field.type === 'array' ? field.items : field) as Json;
    // A switch is always either on or off.
    const needed = required.includes(name) && field.type !== 'boolean';
    return [[`${prefix}${name}`, field.description, needed] as const, ...schemaRows(inner, `${prefix}${name}.`)];
  });
}

function shownRows(fields: readonly Field[], prefix = ''): Row[] {
  return fields.flatMap((field) => {
    const {
      name,
      hint,
      required,
      fields: inner = [],
    } = field as { hint?: string; required?: boolean; fields?: Field[] } & Field;
    const row: Row = [`${prefix}${name}`, hint, required];
    return [row, ...shownRows(inner, `${prefix}${name}.`)];
  });
}

describe.each(Object.entries(sources) as [SourceName, ContentSource][])('%s', (name, { schema, below }) => {
  test('has every field of its schema in the editor, with its words, and a text where its file has one', () => {
    const json = z.toJSONSchema(
      schema(() => z.any()),
      { io: 'input', unrepresentable: 'any' },
    );
    expect(fieldsIn(name).some((field) => field.name === 'body')).toBe(below !== 'nothing');
    const shown = shownRows(fieldsIn(name).filter((field) => field.name !== 'body'));
    expect(shown).toEqual(schemaRows(json));
    expect(shown.filter(([, hint]) => !hint)).toEqual([]);
  });
});

const field = (source: SourceName, name: string) => fieldsIn(source).find((one) => one.name === name);

test.each([
  [
    'blog',
    'excerpt',
    'x'.repeat(161),
    'x'.repeat(160),
    'Too long: at most 160 characters. Say in one or two sentences what the reader will know afterwards.',
  ],
  ['reviews', 'initials', 'Mg', 'MG', 'Write two capital letters, for example MG.'],
  ['reviews', 'rating', '6', '5', 'Write the number of stars, 1 to 5.'],
] as const)('%s: %s is not %j', (source, name, wrong, right, sentence) => {
  const { pattern } = field(source, name) as { pattern: [string, string] };
  expect(new RegExp(pattern[0]).test(wrong)).toBe(false);
  expect(new RegExp(pattern[0]).test(right)).toBe(true);
  expect(pattern[1]).toBe(sentence);
});

test('a wrong value is answered in the words of the schema: so are a ZIP code of a list and the name of a file', () => {
  const pattern = ['^\\d{5}$', 'A ZIP code has 5 digits.'];
  expect(field('service-areas', 'zipCodes')).toMatchObject({ field: { pattern } });
  const { slug } = shownOf('blog') as { slug: { pattern: [string, string] } };
  expect(new RegExp(slug.pattern[0]).test('Shades and lizards')).toBe(false);
  expect(slug.pattern[1]).toBe(fileName.rule);
});

test('what can be chosen is chosen from the schema’s words, and a day is written as the files have it', () => {
  const badges = ['Featured Promo', 'New', 'Vendor Rebate', 'Commercial', 'Best Value', 'Popular'];
  expect(fieldsIn('promotions')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'badge', widget: 'select', options: badges }),
      expect.objectContaining({
        name: 'endsOn',
        widget: 'datetime',
        type: 'date',
        format: 'YYYY-MM-DD',
        label: 'Ends on',
      }),
    ]),
  );
});

test('a picture goes to src/assets, and the entry has the way to it', () => {
  const [image] = fieldsIn('blog').filter(({ name }) => name === 'image') as { fields?: Field[] }[];
  expect(image?.fields?.[0]).toMatchObject({
    widget: 'image',
    media_folder: '/src/assets',
    public_folder: '../../assets',
  });
});

test('a field can be written in both languages where a translation has it, and so can what stands in it', () => {
  const image = picture(() => z.any());
  const rows = z.array(z.strictObject({ icon: z.string(), name: z.string() }));
  const fields = fieldsOf(
    z.strictObject({ order: z.number(), title: z.string(), image, rows }),
    z.strictObject({
      title: z.string(),
      image: z.strictObject({ alt: z.string() }),
      rows: z.array(z.strictObject({ name: z.string() })),
    }),
  ) as (Field & { fields?: Field[] })[];
  const translated = fields.map(({ name, i18n, fields: inner = [] }) => [name, i18n, inner.map((one) => one.i18n)]);
  expect(translated).toEqual([
    ['order', false, []],
    ['title', true, []],
    ['image', true, [false, true]],
    ['rows', true, [false, true]],
  ]);
});

test('a field that has other rules in a translation is not held to those of the original', () => {
  const schema = z.strictObject({ county: z.string().regex(/ County$/, 'Write the county.') });
  const translation = z.strictObject({ county: z.string() });
  expect(fieldsOf(schema)).toEqual([expect.objectContaining({ pattern: [' County$', 'Write the county.'] })]);
  expect(fieldsOf(schema, translation)).toEqual([expect.not.objectContaining({ pattern: expect.anything() })]);
});

test('a translation says whether it has been read over, before all else', () => {
  const translation = z.enum(['unreviewed', 'reviewed']).describe('Whether it has been read.');
  const words = z.strictObject({ translation, title: z.string() });
  const [blog] = (editorConfig(site, { blog: words }).collections ?? []) as { fields: Field[] }[];
  expect(blog?.fields[0]).toMatchObject({
    name: 'translation',
    hint: 'Of the translation alone: Whether it has been read.',
    options: ['unreviewed', 'reviewed'],
    required: ['es'],
  });
});

test('a translation lies beside its original', () => {
  const words = z.strictObject({ title: z.string() });
  const { collections = [], i18n } = editorConfig(site, { blog: words, hero: words });
  expect(i18n).toMatchObject({
    structure: 'multiple_files',
    default_locale: 'en',
    omit_default_locale_from_file_path: true,
  });
  const translated = (collections as Collection[]).filter((one) => one.i18n).map(({ name }) => name);
  expect(translated).toEqual(['blog', 'home']);
  const home = (collections as { name: string; files?: CollectionFile[] }[]).find(({ name }) => name === 'home');
  expect(home?.files?.map(({ file }) => file).slice(0, 2)).toEqual([
    'src/content/home/hero.{{locale}}.md',
    'src/content/home/benefits.md',
  ]);
});

test.each([
  ['https://github.com/sunhaven/website', 'github', 'sunhaven/website'],
  ['git@github.com:sunhaven/website.git', 'github', 'sunhaven/website'],
  ['https://gitlab.com/group/sub/website', 'gitlab', 'group/sub/website'],
  ...['', 'https://bitbucket.org/a/b', 'https://github.com.evil.example/a/b', 'https://github.com/'].map((no) => [no]),
])('the repository at %j', (address = '', host, path) => {
  expect(repositoryAt(address)).toEqual(host ? { host, path } : null);
});

test('the editor signs in through Netlify under the name of the live site, and asks for a review; without a repository, to nothing', () => {
  expect(config.publish_mode).toBe('editorial_workflow');
  expect(config.backend).toEqual({
    name: 'github',
    repo: 'sunhaven/website',
    base_url: 'https://api.netlify.com',
    auth_endpoint: 'auth',
    site_domain: 'www.example.com',
  });
  const withoutRepository = editorConfig({ ...site, repository: null });
  expect(withoutRepository.backend).toMatchObject({ auth_methods: ['token'] });
});
