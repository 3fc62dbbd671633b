import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { logoMark } from '#lib/icons';

/** The app icons of the owner's pages, drawn from the site's mark at build time. */
type Props = {
  readonly size: number;
  /** The mark's share of the picture. A system may cut a maskable one to the middle 80 %. */
  readonly share: number;
  readonly mark: string;
  /** `null`: transparent, since Android shows only a badge's shape. */
  readonly ground: string | null;
};

const PAPER = '#f8f5ef';
const LAGOON = '#0f5b5c';

const icons: Record<string, Props> = {
  'icon-192': { size: 192, share: 0.75, mark: LAGOON, ground: PAPER },
  'icon-512': { size: 512, share: 0.75, mark: LAGOON, ground: PAPER },
  'icon-maskable-512': { size: 512, share: 0.5, mark: PAPER, ground: LAGOON },
  'badge-96': { size: 96, share: 0.9, mark: '#fff', ground: null },
};

export const getStaticPaths = (() =>
  Object.entries(icons).map(([icon, props]) => ({ params: { icon }, props }))) satisfies GetStaticPaths;

/** The mark's grid. */
const GRID = 32;

export const GET: APIRoute<Props> = async ({ props: { size, share, mark, ground } }) => {
  const scale = (size * share) / GRID;
  const margin = (size * (1 - share)) / 2;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${ground ? `<path fill="${ground}" d="M0 0h${size}v${size}H0z"/>` : ''}<path fill="${mark}" transform="translate(${margin} ${margin}) scale(${scale})" d="${logoMark}"/></svg>`;
  const picture = await sharp(Buffer.from(drawing)).png().toBuffer();
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } });
};
