import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { business } from '#business';
import { guidesIn, ifAny } from '#i18n/entries';
import { pageLanguage } from '#i18n/pages';

export const getStaticPaths = () => ifAny('blog');

export const GET: APIRoute = async ({ site, url }) => {
  const { language, locale, to, words } = pageLanguage(url);
  const posts = await guidesIn(language);
  return await rss({
    title: words.site.feedTitle(business.name),
    description: words.blog.lead(business.address.stateName),
    site: new URL(to('/'), site),
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData:
      `<language>${locale.toLowerCase()}</language>` +
      `<atom:link href="${new URL(to('/rss.xml'), site).href}" rel="self" type="application/rss+xml"/>`,
    items: posts.map(({ id, data }) => ({
      title: data.title,
      description: data.excerpt,
      link: to(`/blog/${id}`),
      pubDate: new Date(`${data.date}T12:00:00Z`),
      categories: [words.blog.categories[data.category]],
    })),
  });
};
