import { readFileSync } from 'node:fs';
import postcss, { type AtRule, type Declaration, type Plugin, type Root } from 'postcss';

const TOKENS = new URL('../src/styles/tokens.css', import.meta.url);
/** How tokens.css says that its values are the same everywhere: Tailwind's own utilities write them out, too. */
const FIXED = 'inline static';
const READ = /var\((--[\w-]+)\)/g;

/** The tokens that no sheet sets anew, with their values. */
export function fixedTokens(css = readFileSync(TOKENS, 'utf8')): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  postcss.parse(css).walkAtRules('theme', (theme) => {
    if (theme.params === FIXED) theme.walkDecls(({ prop, value }) => void tokens.set(prop, value));
  });
  return tokens;
}

/**
 * A plugin of PostCSS that writes the values of fixed tokens where they are read, and leaves the variables out: a browser
 * puts in the value of a variable anew for each element, and each page would carry all their names.
 */
export function writtenTokens(tokens = fixedTokens()): Plugin {
  const written = (value: string): string =>
    value.replace(READ, (read, name: string) => {
      const token = tokens.get(name);
      return token === undefined ? read : written(token);
    });
  return {
    postcssPlugin: 'written-tokens',
    OnceExit(root: Root) {
      root.walkDecls((declaration) => {
        if (tokens.has(declaration.prop) && isTheme(declaration)) declaration.remove();
        else if (declaration.value.includes('var(')) declaration.value = written(declaration.value);
      });
    },
  };
}

/** Whether it stands where Tailwind puts the tokens. */
function isTheme({ parent }: Declaration): boolean {
  const layer = parent?.parent as AtRule | undefined;
  return layer?.name === 'layer' && layer.params === 'theme';
}
