import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { intentDirective } from '#scripts/intent';
import { locales } from '#i18n/language';
import { smallEditor } from './scripts/editor-page.ts';
import { contentSecurityPolicy, finishPages } from './scripts/finish-pages.ts';
import { entryFileNames, pageChunk, shortPageScripts } from './scripts/page-chunk.ts';
import { writtenTokens } from './scripts/written-tokens.ts';

// Vite reads .env for the pages only; the address and the policy below are decided here.
const envFile = fileURLToPath(new URL('.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

const policy = contentSecurityPolicy({ analytics: Boolean(process.env.PUBLIC_GA_ID) });

const pages = finishPages();

/** Pages that ask not to be listed are left out of the sitemap; articles say when they last changed. Each names the same page in the other language. */
const listing = sitemap({
  i18n: { defaultLocale: 'en', locales },
  serialize(item) {
    const { listed, modified } = pages.listingOf(new URL(item.url).pathname);
    return listed ? { ...item, ...(modified && { lastmod: modified }) } : undefined;
  },
});

/** `(width < 40rem)`, also behind another bound: the one form of a range that is lowered to what Safari 16 cannot read. */
const BELOW = /\((?:([\d.]+rem)\s*<=\s*)?(width|height)\s*<\s*([\d.]+)(r?em)\)/g;
const plainQueries = {
  postcssPlugin: 'plain-queries',
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(BELOW, (_, from, side, below, unit) => {
        const max = `(max-${side}: ${(below - 0.01).toFixed(2)}${unit})`;
        return from ? `(min-${side}: ${from}) and ${max}` : max;
      });
    },
  },
};

/**
 * In development React's modules ask for this first (Vite's fast refresh), and Astro puts it into pages with an island
 * alone. Our dialogs are drawn on any page.
 */
const reactInDevelopment = {
  name: 'react-in-development',
  hooks: {
    'astro:config:setup': ({ command, injectScript }) => {
      if (command !== 'dev') return;
      injectScript(
        'page',
        `import { injectIntoGlobalHook } from '/@react-refresh';
        injectIntoGlobalHook(window);
        window.$RefreshReg$ = () => {};
        window.$RefreshSig$ = () => (type) => type;`,
      );
    },
  },
};

export default defineConfig({
  site: process.env.SITE_URL ?? process.env.URL ?? 'http://localhost:8888',
  output: 'static',
  trailingSlash: 'never',
  // Four at a time: while one page waits for its picture (src/pages/og) to be painted, others are rendered.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 4 },
  security: {
    csp: { directives: policy.directives, scriptDirective: { resources: policy.scriptSources } },
  },
  image: { service: { entrypoint: './scripts/picture-service.ts' } },
  integrations: [react(), reactInDevelopment, intentDirective(), pages.integration, listing],
  vite: {
    plugins: [tailwindcss(), shortPageScripts, smallEditor],
    css: { postcss: { plugins: [plainQueries, writtenTokens()] } },
    environments: { client: { build: { rolldownOptions: { output: { entryFileNames } } } } },
    build: {
      // The minifier joins `text-decoration` with its thickness, and writes media queries as ranges, where all of these
      // read them so: Safari 16 reads neither, and no WebKit the first.
      cssTarget: ['chrome111', 'edge111', 'firefox115', 'safari16'],
      rolldownOptions: { output: { codeSplitting: { groups: [pageChunk] } } },
    },
  },
});
