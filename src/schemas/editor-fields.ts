import type { Field } from '@sveltia/cms';
import { z } from 'astro/zod';

/** The editor's fields and messages for a schema. `translation` is the schema of the other language's file. */
export function fieldsOf(schema: z.ZodType, translation?: z.ZodType): Field[] {
  return fieldsIn(schema, translation && jsonOf(translation));
}

function fieldsIn(schema: z.ZodType, words: Json | undefined): Field[] {
  const object = bare(schema);
  if (!(object instanceof z.ZodObject)) throw new Error('An entry is a set of fields');
  const { properties = {}, required = [] } = jsonOf(schema);
  return Object.entries(object.shape).map(([name, type]) => {
    const json = (properties[name] ?? {}) as Json;
    const translated = words?.properties?.[name] as Json | undefined;
    return fieldOf({ name, type: type as z.ZodType, json, required: required.includes(name), words: translated });
  });
}

type Json = z.core.JSONSchema.BaseSchema;
const jsonOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** Removes pipes, optional and default wrappers. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return bare(schema.unwrap() as z.ZodType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  return bare((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType);
}

const words: Readonly<Record<string, string>> = {
  cta: 'button',
  zip: 'ZIP',
  src: 'file',
  alt: 'what it shows',
  faq: 'FAQ',
};

/** A field's label: `popularProjects` is "Popular projects". */
export function nameOf(name: string): string {
  const parts = name.split(/(?=[A-Z])|-/).map((part) => words[part.toLowerCase()] ?? part.toLowerCase());
  const label = parts.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

interface Given {
  readonly name: string;
  readonly type: z.ZodType;
  readonly json: Json;
  readonly required: boolean;
  readonly words: Json | undefined;
}

function fieldOf(given: Given): Field {
  const { name, json, required, words } = given;
  const label = nameOf(name);
  const hint = json.description ?? '';
  if (name === '$schema') return { name, label, hint, required, widget: 'hidden' } as Field;
  return { name, label, hint, required, i18n: words !== undefined, ...kindOf(given) } as Field;
}

/** In characters. Longer texts get several lines. */
const ONE_LINE = 90;
/** The default limit, in characters. */
const NO_LIMIT = 2000;
/** The editor stores a picture's path relative to the entry. */
const PICTURES = { media_folder: '/src/assets', public_folder: '../../assets', choose_url: false };

function kindOf(given: Given): object {
  const { name, json } = given;
  if (json.enum) return { widget: 'select', options: json.enum };
  if (json.type === 'array') return listOf(given);
  if (json.type === 'object') return { widget: 'object', fields: fieldsIn(given.type, given.words) };
  if (json.type === 'boolean') return { widget: 'boolean', required: false, default: false };
  if (json.type === 'integer' || json.type === 'number') return numberOf(given);
  if (json.anyOf) return { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' };
  if (name === 'src')
    return { widget: 'image', accept: 'image/avif,image/gif,image/jpeg,image/png,image/webp', ...PICTURES };
  return textOf(given);
}

function listOf({ type, json, name, words }: Given): object {
  const array = bare(type);
  const item = array instanceof z.ZodArray ? bare(array.element as z.ZodType) : null;
  const limits = { ...(json.minItems && { min: json.minItems }), ...(json.maxItems && { max: json.maxItems }) };
  if (!item) throw new Error(`${name} is no list`);
  if (item instanceof z.ZodObject)
    return { widget: 'list', ...limits, fields: fieldsIn(item, words?.items as Json | undefined) };
  // Plain lines are typed in one text box.
  const isPlain = !(json.items as Json).pattern;
  if (isPlain) return { widget: 'list', ...limits };
  const field = fieldOf({ name: 'item', type: item, json: { ...(json.items as Json) }, required: true, words });
  return { widget: 'list', ...limits, field: { ...field, label: 'Line', hint: undefined } };
}

function numberOf({ type, json }: Given): object {
  const { minimum: min, maximum: max = Infinity } = json;
  const few = min !== undefined && max - min < 20 ? Array.from({ length: max - min + 1 }, (_, step) => min + step) : [];
  const pattern = few.length > 0 && { pattern: [`^(${few.join('|')})$`, sentence(type, max + 1)] };
  return { widget: 'number', value_type: json.type === 'integer' ? 'int' : 'float', ...(min && { min }), ...pattern };
}

function textOf({ type, json, words }: Given): object {
  // Fields with other rules in the translation are checked on saving.
  if (words && (words.pattern !== json.pattern || words.maxLength !== json.maxLength)) return { widget: 'string' };
  if (json.format === 'uri') return { widget: 'string', pattern: ['^https://\\S+$', sentence(type, 'http://')] };
  if (json.pattern) return { widget: 'string', pattern: [json.pattern, sentence(type, '\n')] };
  const { maxLength: max } = json;
  if (max === undefined || max >= NO_LIMIT) return { widget: 'string' };
  const limit = { maxlength: max, pattern: [`^[^]{0,${max}}$`, tooLong(type, max)] };
  return { widget: max > ONE_LINE ? 'text' : 'string', ...limit };
}

/** The schema's message for a value. */
function sentence(type: z.ZodType, value: unknown): string {
  const [issue] = type.safeParse(value).error?.issues ?? [];
  if (!issue) throw new Error(`The schema takes ${JSON.stringify(value)}`);
  return issue.message;
}

/** The schema counts the excess, but the editor shows its own count. */
const tooLong = (type: z.ZodType, max: number) => sentence(type, 'x'.repeat(max + 1)).replace(' by 1:', ':');
