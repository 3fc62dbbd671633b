/** What led a visitor here, as far as this looks at it: parameters of the first page's address, its path, the page before. */
interface Traces {
  readonly utm_source?: string | undefined;
  readonly utm_medium?: string | undefined;
  readonly utm_campaign?: string | undefined;
  readonly landing?: string | undefined;
  readonly referrer?: string | undefined;
}

/** Whose click ids they are; where an address says no more, they still tell the advertisement's network. */
const networks = {
  gclid: 'Google ad',
  gbraid: 'Google ad',
  wbraid: 'Google ad',
  dclid: 'Google display ad',
  msclkid: 'Microsoft ad',
  ttclid: 'TikTok',
  fbclid: 'Facebook or Instagram',
} as const;
type Clicks = { readonly [Id in keyof typeof networks]?: string | undefined };

/** Where a lead came from in one line: `google / cpc, “Fall shades”, home page`. */
export function cameFrom(traces: (Traces & Clicks) | undefined): string {
  if (!traces) return 'Not known';
  const { utm_campaign: campaign, landing } = traces;
  return [sourceOf(traces), campaign && `“${campaign}”`, landing && pageName(landing)].filter(Boolean).join(', ');
}

function sourceOf(traces: Traces & Clicks): string {
  const { utm_source: source, utm_medium: medium, referrer } = traces;
  if (source || medium) return [source ?? 'not named', medium].filter(Boolean).join(' / ');
  const ids = Object.keys(networks) as (keyof typeof networks)[];
  const click = ids.find((id) => traces[id]);
  if (click) return networks[click];
  return referrer && URL.canParse(referrer) ? new URL(referrer).host.replace(/^www\./, '') : 'Direct';
}

function pageName(path: string): string {
  return path === '/' ? 'home page' : path;
}
