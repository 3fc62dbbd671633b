import type { Plugin } from 'postcss';

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
