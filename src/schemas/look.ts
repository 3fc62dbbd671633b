import { z } from 'astro/zod';
import { entry, group, type ImageField, pictureFile } from './fields.ts';
import { $schema } from './settings.ts';

/** Each color by its role, and what it is for. */
const roles = {
  hairline: 'Rules between things; never the only edge of a control.',
  edge: 'The edge of a control.',
  mute: 'Small print.',
  white: 'The ground of fields and dialogs.',
  paper: 'The page.',
  linen: 'The second ground, and what is loading.',
  flax: 'Slats, hem bars, and the ground of what cannot be pressed.',
  soft: 'Running text.',
  ink: 'Headings and rails.',
  night: 'The dark ground.',
  'night-soft': 'Text on the dark ground.',
  'night-line': 'Rules on the dark ground.',
  'night-deep': 'The ground around a mail in dark mode.',
  lagoon: 'Buttons and links.',
  'lagoon-deep': 'A button while it is pressed.',
  'lagoon-tint': 'The ground of what is chosen or published.',
  'lagoon-light': 'Links and focus on the dark ground.',
  sun: 'Stars and the badges of offers.',
  notice: 'The ground of a notice.',
  'notice-line': 'The edge of a notice.',
  'notice-ink': 'The text of a notice.',
  brick: 'Errors, and the buttons that delete.',
  'brick-deep': 'A button that deletes, while it is pressed.',
  'brick-tint': 'The ground of an error.',
  'brick-light': 'The edge of an error on the dark ground.',
  'brick-pale': 'The text of an error message on its own ground.',
} as const;
export type ColorRole = keyof typeof roles;

/** Text, its ground, and the least contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
export const contrastPairs: readonly (readonly [text: ColorRole, ground: ColorRole, least: number])[] = [
  ['edge', 'white', 3],
  ['edge', 'paper', 3],
  ...(['paper', 'linen', 'white'] as const).flatMap((ground) =>
    (['ink', 'soft', 'mute', 'lagoon', 'brick'] as const).map((text) => [text, ground, 4.5] as const),
  ),
  ['paper', 'night', 4.5],
  ['night-soft', 'night', 4.5],
  ['lagoon-light', 'night', 4.5],
  ['paper', 'lagoon', 4.5],
  ['paper', 'lagoon-deep', 4.5],
  ['lagoon', 'lagoon-tint', 4.5],
  ['ink', 'sun', 4.5],
  ['notice-ink', 'notice', 4.5],
  ['paper', 'brick', 4.5],
  ['paper', 'brick-deep', 4.5],
  ['brick', 'brick-tint', 4.5],
  ['brick-pale', 'brick', 4.5],
];

const remedy = 'Write the color with a # and six digits from 0 to f, for example #1a2b3c.';
const color = z.string({ error: remedy }).regex(/^#[0-9a-f]{6}$/, remedy);

const colors = group(
  Object.fromEntries(Object.entries(roles).map(([role, use]) => [role, color.describe(use)])) as Record<
    ColorRole,
    typeof color
  >,
)
  .superRefine((colors, context) => {
    for (const [text, ground, least] of contrastPairs) {
      const found = contrast(colors[text], colors[ground]);
      if (found >= least) continue;
      const better = passingColor(colors[text], colors[ground], least);
      const message = `${text} on ${ground} has a contrast of ${found.toFixed(1)}, and ${least} is needed. The nearest color that passes: ${better}.`;
      context.addIssue({ code: 'custom', path: [text], message });
    }
  })
  .describe('The colors by their roles. Pairs that cannot be read are refused, with the nearest color that can.');

/** Colors and pictures by role. One file of `brand/`. */
export function lookSchema(image: ImageField) {
  const file = pictureFile(image, '../src/assets').optional();
  const pictures = group({
    thanks: file.describe('Beside the thanks for a request and a booked visit.'),
    book: file.describe('On the picture that a link to /book shows, and beside the owner’s sign-in.'),
    gallery: file.describe('On the picture that a link to the gallery shows.'),
    guides: file.describe('On the picture that a link to the guides shows.'),
    pages: file.describe('On the picture that a link to the privacy page and its like shows.'),
    notFound: file.describe('At a wrong address of an area or a guide.'),
  });
  const about = 'Pictures by their roles, as ../src/assets/name.jpg. For one that is left out, hero.jpg shows.';
  return entry({ $schema, colors, pictures: pictures.optional().describe(about) });
}

/** The contrast of two colors `#rrggbb`, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255. */
const channelsOf = (color: string) => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

/** Two digits of a color: `part` from 0 to 255. */
const hexPart = (part: number) => Math.round(part).toString(16).padStart(2, '0');

/** The color between two, with this share of the other. */
function mixed(color: string, other: string, share: number): string {
  const to = channelsOf(other);
  return `#${channelsOf(color)
    .map((part, at) => hexPart(part + ((to[at] ?? 0) - part) * share))
    .join('')}`;
}

/** The color nearest to `text`, darker or lighter, that has at least this contrast on `ground`. */
export function passingColor(text: string, ground: string, least: number): string {
  const steps = Array.from({ length: 101 }, (_, step) => step / 100);
  for (const share of steps) {
    for (const end of ['#000000', '#ffffff']) {
      const color = mixed(text, end, share);
      if (contrast(color, ground) >= least) return color;
    }
  }
  return contrast('#000000', ground) >= contrast('#ffffff', ground) ? '#000000' : '#ffffff';
}
