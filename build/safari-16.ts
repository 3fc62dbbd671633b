import type { Plugin } from 'postcss';

/** `(width < 40rem)`, also behind another bound: the one form of a range that the minifier lowers to what Safari 16 cannot read. */
const BELOW = /\((?:([\d.]+rem)\s*<=\s*)?(width|height)\s*<\s*([\d.]+)(r?em)\)/g;

/** A plugin of PostCSS that writes such a range as `max-width`. */
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
 * The browsers that styles are written for. The minifier joins `text-decoration` with its thickness, and writes media queries
 * as ranges, where all of these read them so: Safari 16 reads neither, and no WebKit the first.
 */
export const cssTarget = ['chrome111', 'edge111', 'firefox115', 'safari16'];
