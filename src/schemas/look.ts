import { z } from 'astro/zod';
import { contrast, passingColor } from '#lib/contrast';
import { entry, group } from './fields.ts';
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

/** The colors by role. One file of `brand/`. */
export const lookSchema = entry({
  $schema,
  colors: group(
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
    .describe('The colors by their roles. Pairs that cannot be read are refused, with the nearest color that can.'),
});
