import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, sharpImageService } from 'astro/config';
import { intentDirective } from '#browser/hydrate-directive';
import { locales } from '#i18n/language';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { smallEditor } from './build/editor-page.ts';
import { servedPath } from '#lib/seo';
import { contentSecurityPolicy, finishPages } from './build/finish-pages.ts';
import { ownLinks } from './build/own-links.ts';
import { publicBrand } from './build/public-brand.ts';
import { cssTarget, plainQueries, writeLookCss } from './build/styles.ts';

// Vite reads .env for the pages only; the address and the policy below are decided here.
const envFile = fileURLToPath(new URL('.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

writeLookCss(import.meta.dirname);

const policy = contentSecurityPolicy({ analytics: Boolean(process.env.PUBLIC_GA_ID) });

/** One file for the small modules that scripts share: a request costs more than most hold. Each page's, then dialogs'. */
const shared = [
  {
    name: 'shared',
    test: /src\/(browser\/(hydrate-events|track|browser-storage|booking-dialog|booked-visit|page-language|site\/keep-query)|i18n\/(site-)?languages?|lib\/time\/units)\.ts|nanostores\/atom\/|vite\/preload-helper/,
    priority: 1,
  },
  {
    name: 'shared-dialogs',
    test: /src\/(browser\/(stylesheet|modal|browser-history|deals\/popup-memory)|lib\/(offers|time\/dates))\.ts|brand\/zone\.json/,
  },
];

const pages = finishPages();

/**
 * Pages that ask not to be listed are left out of the sitemap; articles say when they last changed. Each names the same
 * page in the other language.
 */
const listing = sitemap({
  serialize(item) {
    const { pathname } = new URL(item.url);
    const { listed, modified } = pages.listingOf(pathname);
    const links = siteLanguages.map((language) => ({
      lang: locales[language],
      url: new URL(pathIn(language, servedPath(pathname)), item.url).href,
    }));
    return listed ? { ...item, ...(links.length > 1 && { links }), ...(modified && { lastmod: modified }) } : undefined;
  },
});

export default defineConfig({
  site: process.env.SITE_URL ?? process.env.URL ?? 'http://localhost:8888',
  output: 'static',
  trailingSlash: 'never',
  // Four at a time: while one page waits for its picture (src/pages/og) to be painted, others are rendered.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 4 },
  security: {
    csp: { directives: policy.directives, scriptDirective: { resources: policy.scriptSources } },
  },
  // Of 9. Astro's own effort, 4, makes a cold build take minutes, for a tenth fewer bytes; 0 makes 7 % more bytes than 1.
  image: { service: sharpImageService({ avif: { effort: 1 } }) },
  integrations: [react(), intentDirective(), ownLinks, pages.integration, listing],
  vite: {
    // Browsers' code has no other variable but those that begin with PUBLIC_.
    define: { 'import.meta.env.TEXTS': JSON.stringify(process.env.TEXTS ?? '') },
    plugins: [tailwindcss(), publicBrand, smallEditor],
    css: { postcss: { plugins: [plainQueries] } },
    build: {
      cssTarget,
      rolldownOptions: {
        // The home page names 72 pictures, and no letter of a hash can be compressed.
        output: { assetFileNames: '_astro/[name].[hash:6][extname]', codeSplitting: { groups: shared } },
      },
    },
  },
});
