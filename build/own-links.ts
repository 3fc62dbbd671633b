import type { AstroIntegration } from 'astro';
import { defineHastPlugin, type HastPluginDefinition } from 'satteri';
import { languages } from '#i18n/language';
import { pathIn, siteLanguages, spoken } from '#i18n/site-languages';

/** Links to our pages lead to those in the text's language, for whatever site the text was written. */
export const linksOf = (site = siteLanguages): HastPluginDefinition =>
  defineHastPlugin({
    name: 'own-links',
    element: {
      filter: ['a'],
      visit(link, context) {
        const [, path, rest = ''] = /^(\/(?!\/)[^?#]*)(.*)$/.exec(String(link.properties['href'])) ?? [];
        const written = languages.find((one) => context.fileURL?.pathname.endsWith(`.${one}.md`)) ?? 'en';
        if (path) context.setProperty(link, 'href', pathIn(spoken(written, site), path, site) + rest);
      },
    },
  });

/** Astro's processor of Markdown takes further plugins from integrations. */
export const ownLinks: AstroIntegration = {
  name: 'own-links',
  hooks: {
    'astro:config:setup': ({ config }) => {
      const { hastPlugins } = config.markdown.processor.options as { hastPlugins: HastPluginDefinition[] };
      hastPlugins.push(linksOf());
    },
  },
};
