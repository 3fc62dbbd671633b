import path from 'node:path';
import type { APIRoute, GetStaticPaths, ImageMetadata } from 'astro';
import { business, businessIn } from '#business';
import { entriesIn, onlyEntryIn, writtenPagesIn } from '#i18n/entries';
import type { Language } from '#i18n/language';
import { wordsIn } from '#i18n/pages';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { heroPicture, pictureFor } from '#lib/hero-pictures';
import { sharePicturePath } from '#lib/seo';
import { sharePicture } from '#build/share-picture/picture';

/** One picture for every page in search engines. Pages find theirs by `sharePicturePath`. */
type Props = { headline: string; line: string; photo: ImageMetadata };

/** Netlify keeps this folder between builds. */
const CACHE = path.resolve('node_modules/.astro/share-pictures');
const { shortName, descriptor, address } = business;

async function pagesIn(language: Language) {
  const { areas, blog, book, site, sun } = wordsIn(language);
  const { share } = site;
  const { region, contactPromise } = businessIn(language);
  const [hero, posts, places, written] = await Promise.all([
    onlyEntryIn(language, 'hero'),
    entriesIn(language, 'blog'),
    entriesIn(language, 'service-areas'),
    writtenPagesIn(language),
  ]);
  const room = heroPicture().wide;
  const quiet = await pictureFor('pages');
  const page = (english: string, headline: string, line: string, photo: ImageMetadata) => {
    const picture = sharePicturePath(pathIn(language, english));
    return { params: { page: picture.slice('/og/'.length, -'.jpg'.length) }, props: { headline, line, photo } };
  };
  return [
    page('/', hero.data.title, share.homeLine(region), room),
    page('/book', book.title, share.bookLine(contactPromise), await pictureFor('book')),
    page('/sun', sun.title, share.sunLine(region), room),
    page('/gallery', site.gallery.title, share.galleryLine(region), await pictureFor('gallery')),
    page('/privacy', site.footer.privacy, share.privacyLine, quiet),
    ...(posts.length > 0
      ? [page('/blog', blog.heading, share.blogLine(address.stateName), await pictureFor('guides'))]
      : []),
    ...written.map(({ id, data }) => page(`/${id}`, data.title, share.homeLine(region), quiet)),
    ...posts.map(({ id, data }) => {
      const line = `${blog.categories[data.category]} · ${blog.readTime(Number.parseInt(data.readTime, 10))}`;
      return page(`/blog/${id}`, data.title, line, data.image.src);
    }),
    ...places.map(({ id, data }) =>
      page(`/service-areas/${id}`, areas.heading(data.name, address.state), data.county, data.image.src),
    ),
  ];
}

export const getStaticPaths = (async () =>
  (await Promise.all(siteLanguages.map(pagesIn))).flat()) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ props: { headline, line, photo } }) => {
  const logo = { name: shortName, descriptor };
  const picture = await sharePicture({ logo, headline, line, photo: fileOf(photo) }, CACHE);
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } });
};

/** Astro knows a picture's file but its type does not say so. (Reading `src` would publish the original.) */
function fileOf(photo: ImageMetadata): string {
  const file: unknown = Reflect.get(photo, 'fsPath');
  if (typeof file === 'string') return file;
  throw new Error(
    'Astro no longer says which file a picture comes from: draw the pictures of links from the src/assets names.',
  );
}
