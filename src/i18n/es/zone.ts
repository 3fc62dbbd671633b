import names from '#brand/zone-names.json' with { type: 'json' };

const { short, long, es = long }: { readonly short: string; readonly long: string; readonly es?: string } = names;
/** How people call the zone of the visits. A site in English alone has no Spanish name for it. */
export const zone = { short, es };
