import type { CmsConfig, Collection, CollectionFile, Field } from '@sveltia/cms';
import { z } from 'astro/zod';
import { siteLanguages } from '#i18n/site-languages';
import { type ContentSource, shown, type Shown, type SourceName, sources } from './all.ts';
import { fieldsOf, nameOf } from './editor-fields.ts';
import { fileName } from './fields.ts';

export interface Repository {
  readonly host: 'github' | 'gitlab';
  /** `owner/name` */
  readonly path: string;
}

/** The repository of an address from Netlify or Git; `null` for other hosts. */
export function repositoryAt(address: string): Repository | null {
  const [, host, path] =
    /^(?:https:\/\/|git@|ssh:\/\/git@)(github|gitlab)\.com[/:](.+?)(?:\.git)?\/?$/.exec(address) ?? [];
  return path && (host === 'github' || host === 'gitlab') ? { host, path } : null;
}

export interface EditorSite {
  /** `null` without a remote: the editor then works only on the local checkout. */
  readonly repository: Repository | null;
  /** The live site's origin. */
  readonly address: string;
  readonly name: string;
}

/** 2400 pixels show no visible loss; the site makes smaller ones. */
const PICTURE = { format: 'webp', quality: 88, width: 2400, height: 2400 } as const;
const MAX_PICTURE_BYTES = 15_000_000;

export type Translations = Partial<Record<SourceName, z.ZodType>>;

/** The editor's configuration, from the build's schemas. */
export function editorConfig(site: EditorSite, translations: Translations = {}): CmsConfig {
  return {
    load_config_file: false,
    backend: backendOf(site),
    publish_mode: 'editorial_workflow',
    app_title: `${site.name}: Content`,
    site_url: site.address,
    logo: { src: '/favicon.svg' },
    media_folder: 'src/assets',
    public_folder: '/src/assets',
    media_libraries: {
      all: { slugify_filename: true, max_file_size: MAX_PICTURE_BYTES, transformations: { raster_image: PICTURE } },
      stock_assets: false,
    },
    slug: { encoding: 'ascii', clean_accents: true, maxlength: 80 },
    output: { omit_empty_optional_fields: true },
    i18n: {
      structure: 'multiple_files',
      // The files are named for English whichever language is first, since it has what all share.
      locales: siteLanguages.includes('es') ? ['en', 'es'] : ['en'],
      default_locale: 'en',
      initial_locales: 'default',
      omit_default_locale_from_file_path: true,
      omit_default_locale_from_preview_path: true,
    },
    collections: collections(translations),
  };
}

/** Netlify's sign-in for both hosts, without a server or secret of ours. */
function backendOf({ repository, address }: EditorSite): CmsConfig['backend'] {
  if (!repository) return { name: 'github', repo: 'local/checkout', auth_methods: ['token'] };
  const netlify = { base_url: 'https://api.netlify.com', auth_endpoint: 'auth' };
  const { hostname } = new URL(address);
  const domain = hostname === 'localhost' ? {} : { site_domain: hostname };
  return { name: repository.host, repo: repository.path, ...netlify, ...domain };
}

/** One for each folder of entries, and one for each folder of single files. */
function collections(translations: Translations): Collection[] {
  const all = (Object.entries(sources) as [SourceName, ContentSource][]).map(([name, source]) => {
    return { name, source, translation: translations[name] };
  });
  const [ofEntries, files] = [
    all.filter(({ source }) => isFolder(source)),
    all.filter(({ source }) => !isFolder(source)),
  ];
  const ofFiles = [...Map.groupBy(files, ({ source }) => folderOf(source))].map(([folder, members]) => {
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const i18n = members.some(({ translation }) => translation);
    return {
      name,
      ...(groups[name] ?? { label: nameOf(name), icon: 'description' }),
      i18n,
      files: members.map(onlyFile),
    };
  });
  return [...ofEntries.map(entryCollection), ...ofFiles];
}

const groups: Readonly<Record<string, Pick<Shown, 'label' | 'icon'>>> = {
  home: { label: 'Home page', icon: 'home' },
  pages: { label: 'Pages', icon: 'description' },
  brand: { label: 'Business', icon: 'settings' },
};

const SLUG_HINT =
  'The file’s name, and where there is a page for it the end of its address. It cannot be changed later.';

const isFolder = ({ files }: ContentSource) => files.endsWith('/*.md');
const folderOf = ({ files }: ContentSource) => files.slice(0, files.lastIndexOf('/'));
/** The build opens pictures; a path is enough here. */
const schemaOf = ({ schema }: ContentSource) => schema(() => z.any());

interface Member {
  readonly name: SourceName;
  readonly source: ContentSource;
  readonly translation: z.ZodType | undefined;
}

function entryCollection({ name, source, translation }: Member): Collection {
  const { label, one = label, icon, page, named = 'title' } = shown[name];
  const fields = fieldsOf(schemaOf(source), translation);
  const isOrdered = fields.some((field) => field.name === 'order');
  const sorted = isOrdered ? { field: 'order' } : { field: named };
  return {
    name,
    label,
    label_singular: one,
    icon,
    folder: folderOf(source),
    identifier_field: named,
    summary: `{{${named}}}`,
    create: name !== 'owners',
    delete: name !== 'owners',
    slug: {
      template: `{{${named}}}`,
      editable: ['create'],
      hint: SLUG_HINT,
      pattern: [fileName.pattern.source, fileName.rule],
    },
    sortable_fields: { fields: [...new Set([sorted.field, named])], default: sorted },
    i18n: translation !== undefined,
    aliases_field: false,
    thumbnail: fields.some((field) => field.name === 'image') ? 'image.src' : false,
    ...(page && { preview_path: page }),
    fields: [...ofTranslations(translation), ...fields, ...textBelow(source)],
  };
}

function onlyFile({ name, source, translation }: Member): CollectionFile {
  const { label, icon, page } = shown[name];
  const i18n = translation !== undefined;
  const path = source.files;
  return {
    name,
    label,
    icon,
    file: i18n ? path.replace(/(?=\.\w+$)/, '.{{locale}}') : path,
    format: path.endsWith('.json') ? 'json' : 'yaml-frontmatter',
    i18n,
    ...(page && { preview_path: page }),
    fields: [...ofTranslations(translation), ...fieldsOf(schemaOf(source), translation), ...textBelow(source)],
  };
}

/** Only a translation says whether it was reviewed. The original omits this field. */
function ofTranslations(translation: z.ZodType | undefined): Field[] {
  const { properties = {} } = translation ? z.toJSONSchema(translation, { io: 'input', unrepresentable: 'any' }) : {};
  const { enum: options, description = '' } = (properties['translation'] ?? {}) as z.core.JSONSchema.BaseSchema;
  if (!options) return [];
  const hint = `Of the translation alone: ${description}`;
  const choices = { widget: 'select', options: options as string[] } as const;
  return [{ name: 'translation', label: 'Translation', hint, required: ['es'], i18n: true, ...choices }];
}

/** The text below the fields. Its headings begin with level two, because the title is level one. */
function textBelow({ below }: ContentSource): Field[] {
  if (below === 'nothing') return [];
  const isOptional = below === 'optional';
  const facts = below === 'text' ? '' : ' Facts of the business may stand in it, such as {region}.';
  const none = isOptional ? ' Without a text the page is not on the site.' : '';
  return [
    {
      name: 'body',
      label: 'Text',
      hint: `The text of the page. Its headings begin with the second size.${facts}${none}`,
      ...(isOptional && { required: false }),
      widget: 'richtext',
      i18n: true,
      buttons: ['bold', 'italic', 'link', 'heading-two', 'heading-three', 'quote', 'bulleted-list', 'numbered-list'],
      editor_components: ['image'],
      linked_images: false,
      use_emoji_autocomplete: false,
    },
  ];
}
