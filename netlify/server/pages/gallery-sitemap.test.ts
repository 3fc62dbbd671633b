import { expect, test } from 'vitest';
import { GalleryItem } from '#contracts/gallery';
import { named, parseXml, textsIn } from '#tests/support/xml';
import { gallerySitemap } from './gallery-sitemap.ts';

const origin = 'https://dealer.example';
const picture = { id: 'a', title: 'Sunroom', category: 'x', mediaType: 'image', mediaUrl: '/media/a.jpg' };
const film = { ...picture, mediaType: 'video', mediaUrl: '/media/a.mp4', posterUrl: '/media/p.jpg' };
const made = { isPublished: true, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' };
const sitemapOf = (...items: object[]) => {
  return parseXml(
    gallerySitemap(
      origin,
      items.map((item) => GalleryItem.parse({ ...made, ...item })),
    ),
  );
};
const textsOf = (...of: Parameters<typeof named>) => named(...of).map(({ text }) => text);

test('the gallery is one page with its pictures, and with those films that have a poster', () => {
  const description = `${'x'.repeat(1999)}🌴`;
  const titled = { ...film, title: 'Sunroom & "den" <east>\u0007', description };
  const later = { ...picture, mediaUrl: '/media/b.jpg', updatedAt: '2026-01-03T00:00:00.000Z' };
  const sitemap = sitemapOf(picture, later, titled, { ...film, posterUrl: undefined });
  expect(textsOf(sitemap, 'loc')).toEqual([`${origin}/gallery`]);
  expect(textsOf(sitemap, 'lastmod')).toEqual(['2026-01-03T00:00:00.000Z']);
  expect(textsOf(sitemap, 'image:loc')).toEqual([`${origin}/media/a.jpg`, `${origin}/media/b.jpg`]);
  // Google takes no film without a picture.
  expect(named(sitemap, 'video:video').map(textsIn)).toEqual([
    {
      'video:thumbnail_loc': `${origin}/media/p.jpg`,
      'video:title': 'Sunroom & "den" <east>',
      'video:description': description,
      'video:content_loc': `${origin}/media/a.mp4`,
      'video:publication_date': '2026-01-01T00:00:00.000Z',
    },
  ]);
});

test('on a site whose first language is Spanish, a film has its Spanish words', () => {
  const item = GalleryItem.parse({ ...film, ...made, titleEs: 'Sala', descriptionEs: 'Con sol' });
  const words = (language: 'en' | 'es') => textsOf(parseXml(gallerySitemap(origin, [item], language)), 'video:title');
  expect([words('en'), words('es')]).toEqual([['Sunroom'], ['Sala']]);
});

test('of records under older rules it is still XML', () => {
  const sitemap = sitemapOf(
    { ...film, title: 'A\u0000\uD800\uFFFE]]> & b', mediaUrl: '/media/a?b&c' },
    { ...picture, mediaUrl: 'http://[' },
  );
  expect(named(sitemap, 'image:loc')).toEqual([]);
  const [video] = named(sitemap, 'video:video').map(textsIn);
  expect(video).toMatchObject({ 'video:title': 'A]]> & b', 'video:content_loc': `${origin}/media/a?b&c` });
});
