import type { GalleryItem } from '#contracts/gallery';
import { siteLanguages } from '#i18n/site-languages';
import { escapeHtml } from '#lib/escape-html';

/** Google reads so many pictures of one page. */
const MAX_PICTURES = 1000;
/** In characters. */
const MAX_DESCRIPTION = 2048;
const NAMESPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
  'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"',
].join(' ');

/**
 * The gallery's page with its works, for search engines (developers.google.com/search/docs/crawling-indexing/sitemaps:
 * image-sitemaps, video-sitemaps). A film without a poster is left out: Google takes none without a picture.
 */
export function gallerySitemap(origin: string, items: readonly GalleryItem[], language = siteLanguages[0]): string {
  const addressOf = (file: string | undefined) =>
    file && URL.canParse(file, origin) ? new URL(file, origin).href : null;
  const works = (language === 'es' ? items.map(spanish) : items).flatMap((item) => {
    const media = addressOf(item.mediaUrl);
    if (item.mediaType !== 'video') return media ? picture(media) : [];
    const poster = addressOf(item.posterUrl);
    return media && poster ? film(item, media, poster) : [];
  });
  const changed = items
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  const page = [
    element('loc', `${origin}/gallery`),
    ...(changed ? [element('lastmod', changed)] : []),
    ...works.slice(0, MAX_PICTURES),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n<url>\n${page.join('\n')}\n</url>\n</urlset>\n`;
}

/** With the words of the page. */
const spanish = (item: GalleryItem): GalleryItem =>
  item.titleEs ? { ...item, title: item.titleEs, description: item.descriptionEs, alt: item.altEs } : item;

const picture = (address: string) => `<image:image>${element('image:loc', address)}</image:image>`;

function film({ title, description, alt, createdAt }: GalleryItem, media: string, poster: string): string {
  const about = {
    thumbnail_loc: poster,
    title,
    description: (description ?? alt ?? title).slice(0, MAX_DESCRIPTION),
    content_loc: media,
    publication_date: createdAt,
  };
  const fields = Object.entries(about).map(([name, text]) => element(`video:${name}`, text));
  return `<video:video>${fields.join('')}</video:video>`;
}

/** Characters that XML 1.0 has no way to write (2.2). */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function element(name: string, text: string): string {
  return `<${name}>${escapeHtml(text.replace(UNWRITABLE, ''))}</${name}>`;
}
