import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'postcss';

/** Base.css changes these for visitors who ask for more contrast, so utilities refer to them. */
const CHANGING = ['hairline', 'edge', 'mute'];

/** The theme of Tailwind for the colors of `brand/look.json`. */
function lookCss(colors: Readonly<Record<string, string>>): string {
  const block = (kind: string, isOf: (name: string) => boolean) => {
    const lines = Object.entries(colors).filter(([name]) => isOf(name));
    return `  @theme ${kind} {\n${lines.map(([name, color]) => `    --color-${name}: ${color};\n`).join('')}  }\n`;
  };
  const changing = block('static', (name) => CHANGING.includes(name));
  // Utilities contain the values of the others.
  const constant = block('inline static', (name) => !CHANGING.includes(name));
  return `@layer theme {\n${changing}${constant}}\n`;
}

/** Writes `.astro/look.css`, which `src/styles/tokens.css` imports. `root`: the project's folder. */
export function writeLookCss(root: string): void {
  const { colors } = JSON.parse(readFileSync(path.join(root, 'brand/look.json'), 'utf8'));
  const file = path.join(root, '.astro/look.css');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, lookCss(colors));
}

/** `(width < 40rem)`, with or without a lower bound: Safari 16 cannot read the minifier's form of it. */
const BELOW = /\((?:([\d.]+rem)\s*<=\s*)?(width|height)\s*<\s*([\d.]+)(r?em)\)/g;

/** A PostCSS plugin that writes such a range as `max-width`. */
export const plainQueries: Plugin = {
  postcssPlugin: 'plain-queries',
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(
        BELOW,
        (_, from: string | undefined, side: string, below: number, unit: string) => {
          const max = `(max-${side}: ${(below - 0.01).toFixed(2)}${unit})`;
          return from ? `(min-${side}: ${from}) and ${max}` : max;
        },
      );
    },
  },
};

/**
 * The supported browsers. For newer ones the minifier would write `text-decoration` as a shorthand, which no WebKit
 * reads, and media queries as ranges, which Safari 16 does not.
 */
export const cssTarget = ['chrome111', 'edge111', 'firefox115', 'safari16'];
