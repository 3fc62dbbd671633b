import type { APIRoute, GetStaticPaths } from 'astro';
import { colors } from '#business';
import { type Icon, iconOf } from '#build/mark';

const { lagoon, paper } = colors;

/** The app icons of the owner's pages, drawn from the site's mark at build time. */
const icons: Record<string, Icon> = {
  'icon-192': { size: 192, share: 0.75, color: lagoon, ground: paper },
  'icon-512': { size: 512, share: 0.75, color: lagoon, ground: paper },
  'icon-maskable-512': { size: 512, share: 0.5, color: paper, ground: lagoon },
  // Android shows only a badge's shape.
  'badge-96': { size: 96, share: 0.9, color: '#fff', ground: null },
};

export const getStaticPaths = (() =>
  Object.entries(icons).map(([icon, props]) => ({ params: { icon }, props }))) satisfies GetStaticPaths;

export const GET: APIRoute<Icon> = async ({ props }) =>
  new Response(await iconOf(props), { headers: { 'content-type': 'image/png' } });
