import * as z from 'zod/mini';
import { line } from './text.ts';

/** A click id that is cut off is worth nothing, so what is longer than any real one is dropped: characters. */
const MAX_LENGTH = 300;

/** The parameters of an advertisement's link, by the names that they have in an address. */
export const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'msclkid',
  'ttclid',
] as const;

/** `landing` is the path of the visitor's first page here, `referrer` the address that led to it, without its query. */
export const attributionFields = [...campaignParameters, 'landing', 'referrer'] as const;
export type Attribution = { readonly [Field in (typeof attributionFields)[number]]?: string };

const Value = line(MAX_LENGTH).check(z.minLength(1));
const Fields = z.record(z.string(), z.unknown());

/**
 * What led a visitor here, as far as it can be read: a value that is wrong is left out, since a request must never be
 * refused for the sake of a strange link.
 */
export function readAttribution(value: unknown): Attribution | undefined {
  const sent = Fields.safeParse(value).data ?? {};
  const known = attributionFields.flatMap((field) => {
    const read = Value.safeParse(Object.hasOwn(sent, field) ? sent[field] : undefined);
    return read.success ? [[field, read.data] as const] : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The same where it comes as JSON text: in a form's hidden field, and in the browser's storage. */
export function readAttributionText(text: unknown): Attribution | undefined {
  try {
    return readAttribution(JSON.parse(String(text)));
  } catch {
    return undefined;
  }
}

/** In a request of the API. */
export const attribution = z.optional(z.pipe(z.unknown(), z.transform(readAttribution)));
/** In a plain form. */
export const attributionText = z.optional(z.pipe(z.unknown(), z.transform(readAttributionText)));

/** Whose click ids they are; where an address says no more, they still tell the advertisement's network. */
const networks = {
  gclid: 'Google ad',
  gbraid: 'Google ad',
  wbraid: 'Google ad',
  dclid: 'Google display ad',
  msclkid: 'Microsoft ad',
  ttclid: 'TikTok',
  fbclid: 'Facebook or Instagram',
} as const satisfies Attribution;

/** Where a lead came from in one line: `google / cpc, “Fall shades”, home page`. */
export function cameFrom(attribution: Attribution | undefined): string {
  if (!attribution) return 'Not known';
  const { utm_campaign: campaign, landing } = attribution;
  return [sourceOf(attribution), campaign && `“${campaign}”`, landing && pageName(landing)].filter(Boolean).join(', ');
}

function sourceOf(attribution: Attribution): string {
  const { utm_source: source, utm_medium: medium, referrer } = attribution;
  if (source || medium) return [source ?? 'not named', medium].filter(Boolean).join(' / ');
  const ids = Object.keys(networks) as (keyof typeof networks)[];
  const click = ids.find((id) => attribution[id]);
  if (click) return networks[click];
  return referrer && URL.canParse(referrer) ? new URL(referrer).host.replace(/^www\./, '') : 'Direct';
}

function pageName(path: string): string {
  return path === '/' ? 'home page' : path;
}
