import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { getCollection } from 'astro:content';
import { business } from '#business';
import { newestFirst } from '#lib/calendar-date';
import { isShown } from '#lib/drafts';

/** The guides as a feed. */
export const GET: APIRoute = async ({ site }) => {
  const posts = newestFirst(await getCollection('blog', isShown));
  return await rss({
    title: `${business.name}: Guides`,
    description: 'Plain answers about shades, blinds, shutters and drapery for Florida homes.',
    site: site ?? '/',
    trailingSlash: false,
    customData: '<language>en-us</language>',
    items: posts.map(({ id, data }) => ({
      title: data.title,
      description: data.excerpt,
      link: `/blog/${id}`,
      pubDate: new Date(`${data.date}T12:00:00Z`),
      categories: [data.category],
    })),
  });
};
