import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { wanted } from '#scripts/intent/integration';
import { contentSecurityPolicy, withOwnHashes } from '#lib/csp';
import { withLateScripts } from '#lib/late-scripts';
import { listingOf } from '#lib/seo';
import { withUsedUtilities } from '#lib/used-utilities';

// Vite reads .env for the pages only; the address and the policy below are decided here.
const envFile = fileURLToPath(new URL('.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

const policy = contentSecurityPolicy({ analytics: Boolean(process.env.PUBLIC_GA_ID) });

const sha256 = (text) => createHash('sha256').update(text).digest('base64');

/** The last touch to each built page. @type {import('astro').AstroIntegration} */
const finish = {
  name: 'finish',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      const read = (address) => readFileSync(`${folder}${address}`, 'utf8');
      for await (const file of glob(`${folder}**/*.html`)) {
        const html = await readFile(file, 'utf8');
        const page = withUsedUtilities(html, sha256);
        await writeFile(file, withLateScripts(withOwnHashes(page, sha256), read));
      }
    },
  },
};

/** Where the built pages are: `--outDir` may say so too. @type {URL} */
let outDir;
/** @type {import('astro').AstroIntegration} */
const whereBuilt = {
  name: 'where-built',
  hooks: {
    'astro:config:done': ({ config }) => {
      outDir = config.outDir;
    },
  },
};

/** Pages that ask not to be listed are left out of the sitemap; articles say when they last changed. */
const listing = sitemap({
  async serialize(item) {
    const page = new URL(item.url).pathname.slice(1) || 'index';
    const { listed, modified } = listingOf(await readFile(new URL(`${page}.html`, outDir), 'utf8'));
    return listed ? { ...item, ...(modified && { lastmod: modified }) } : undefined;
  },
});

/** What every page's script is made of, in one file: a request for each small module would cost more than it holds. */
const listeners = {
  name: 'listeners',
  test: /src\/(lib\/(attribution|track|undelivered|when-idle|offers|calendar-date|wanted-events)|islands\/(ui\/booking-dialog|deals\/(dismissal|offers-in-page)))\.ts|node_modules\/nanostores\/atom\/|vite\/preload-helper/,
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
  // Effort 1 of 9: a cold build takes seconds where the default takes minutes, for a tenth more bytes.
  image: { service: { entrypoint: 'astro/assets/services/sharp', config: { avif: { effort: 1 } } } },
  integrations: [react(), wanted(), whereBuilt, listing, finish],
  vite: {
    plugins: [tailwindcss()],
    build: { rolldownOptions: { output: { codeSplitting: { groups: [listeners] } } } },
  },
});
