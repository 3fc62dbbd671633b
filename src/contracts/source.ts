import { labelOf } from '#lib/label';
import type { Attribution } from './consultation.ts';
import type { KeptRequest } from './kept-request.ts';
import { type HeardFrom, heardFromLabels } from './lead-request.ts';

/** A caller's word is no click, and does not say whether it was an advertisement. */
const heardFromSources: Readonly<Record<string, string>> = {
  ...heardFromLabels,
  google: 'Google, by phone',
  other: 'Other, by phone',
} satisfies Record<HeardFrom, string>;

/** The figures group leads by these, and the list of leads filters by them. Compare them without regard to capitals. */
export interface Origin {
  readonly source: string;
  readonly campaign: string;
  readonly service: string;
  readonly city: string;
}

/** How a request came (`LeadSource`, or a former one), and what it says. */
interface Sent {
  readonly source: string;
  readonly request: KeptRequest;
}

/** Of leads that did not come through the site, by their source. */
const channels = new Map([
  ['phone', 'By phone'],
  ['text', 'Text message'],
]);

/** The owner may add a caller's service and city later. */
const NOT_KNOWN_YET = 'Not known yet';
const NOT_KNOWN = 'Not known';

export function originOf({ source, request }: Sent): Origin {
  const { attribution, heardFrom: heard, serviceInterest, city } = request;
  const channel = channels.get(source);
  const byWord = heard === undefined ? undefined : labelOf(heardFromSources, heard);
  return {
    source: byWord ?? channel ?? (attribution ? sourceOf(attribution) : NOT_KNOWN),
    campaign: attribution?.utm_campaign ?? 'No campaign',
    service: serviceInterest || NOT_KNOWN_YET,
    city: city || NOT_KNOWN_YET,
  };
}

/**
 * The lead's source in one line: `Google ad, “Fall shades”, home page`; empty if nobody knows. The names that are ours may be
 * said in another language.
 */
export function cameFrom(lead: Sent, nameOf = (name: string) => name, home = 'home page'): string {
  const { utm_campaign: campaign, landing } = lead.request.attribution ?? {};
  const page = landing === '/' ? home : landing;
  const { source } = originOf(lead);
  return [source !== NOT_KNOWN && nameOf(source), campaign && `“${campaign}”`, page].filter(Boolean).join(', ');
}

/** Each of these is in the address of whoever clicked such an advertisement, whatever else the address says. */
const adClicks = [
  ['gclid', 'Google ad'],
  ['gbraid', 'Google ad'],
  ['wbraid', 'Google ad'],
  ['dclid', 'Google display ad'],
  ['msclkid', 'Microsoft ad'],
  ['ttclid', 'TikTok'],
] as const satisfies (readonly [keyof Attribution, string])[];

/** Google takes one id a conversion. The first that is there counts. */
export const googleClicks = ['gclid', 'gbraid', 'wbraid'] as const satisfies (keyof Attribution)[];
export const hasGoogleClick = (attribution: Attribution) => googleClicks.some((id) => attribution[id] !== undefined);

/** One name for a site. `ad`: for its advertisements; `found`: for other visits from it. As `plain` writes the keys. */
const sites = new Map<string, { readonly ad: string; readonly found: string }>();
function add(ad: string, found: string, ...names: string[]): void {
  for (const name of names) sites.set(name, { ad, found });
}
add('Google ad', 'Google search', 'google', 'google.android.googlequicksearchbox');
add('Google ad', 'Google ad', 'adwords', 'googleads', 'googleadwords');
add('Microsoft ad', 'Bing search', 'bing');
add('Microsoft ad', 'Microsoft ad', 'bingads', 'microsoft', 'microsoftads');
const meta = ['facebook', 'fb', 'instagram', 'ig', 'meta', 'facebookads', 'instagramads'];
add('Facebook or Instagram', 'Facebook or Instagram', ...meta, 'facebook.katana', 'instagram.android');
add('TikTok', 'TikTok', 'tiktok');
add('Nextdoor', 'Nextdoor', 'nextdoor');

/** `www.Google.com`, `google.co.uk` and `Google` are `google`; `Google_Ads` is `googleads`. */
function plain(name: string): string {
  const text = name
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/^(?:(?:www|m|l|lm|com)\.)+/, '');
  return text.replace(/^(google|bing)(?:\.[a-z]{2,3}){1,2}$/, '$1').replace(/\.com$/, '');
}

const PAID = /^(?:cp[acmv]|ppc|pmax|sem|ads?|display|(?:paid|cpc).*)$/i;

/** The site or advertisement: `Google ad`, `Facebook or Instagram`, `flyer`, `yelp.com`. */
export function sourceOf(attribution: Attribution): string {
  const { utm_source: named, utm_medium: medium, fbclid, referrer } = attribution;
  const click = adClicks.find(([id]) => attribution[id]);
  if (click) return click[1];
  const site = named && sites.get(plain(named));
  if (site && medium && PAID.test(medium.trim())) return site.ad;
  // Without a medium, nobody can tell Google's advertisement from its search.
  if (site && (site.ad === site.found || medium?.trim().toLowerCase() === 'organic')) return site.found;
  if (named || medium) return [named ?? 'not named', medium].filter(Boolean).join(' / ');
  if (fbclid) return 'Facebook or Instagram';
  if (!referrer || !URL.canParse(referrer)) return 'Direct';
  const { host } = new URL(referrer);
  return sites.get(plain(host))?.found ?? (host.replace(/^www\./, '') || 'Direct');
}
