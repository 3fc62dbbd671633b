import path from 'node:path';
import type { APIRoute, GetStaticPaths, ImageMetadata } from 'astro';
import exterior from '#assets/exterior-lanai.jpg';
import headrail from '#assets/detail-headrail.jpg';
import dining from '#assets/dining-drapery.jpg';
import nursery from '#assets/nursery.jpg';
import { business, businessIn } from '#business';
import { entriesIn, onlyEntryIn, writtenPagesIn } from '#i18n/entries';
import { type Language, pathIn } from '#i18n/language';
import { wordsIn } from '#i18n/pages';
import { siteLanguages } from '#i18n/site-languages';
import { heroPicture } from '#lib/hero-pictures';
import { sharePicturePath } from '#lib/seo';
import { sharePicture } from '#build/share-picture/picture';

/** One picture for every page in search engines. Pages find theirs by `sharePicturePath`. */
type Props = {
  headline: string;
  line: string;
  photo: ImageMetadata;
};

/** Netlify keeps this folder between builds. */
const CACHE = path.resolve('node_modules/.astro/share-pictures');
const { shortName, descriptor } = business;
const room = heroPicture().wide;

type Drawn = { params: { page: string }; props: Props };

function fixedPages(language: Language): Record<string, Props> {
  const { site, sun } = wordsIn(language);
  const { share } = site;
  const { region, contactPromise } = businessIn(language);
  return {
    '/book': { headline: share.book, line: share.bookLine(contactPromise), photo: headrail },
    '/sun': { headline: sun.title, line: share.sunLine(region), photo: room },
    '/gallery': { headline: share.gallery, line: share.galleryLine(region), photo: dining },
    '/privacy': { headline: share.privacy, line: share.privacyLine, photo: nursery },
  };
}

async function pagesIn(language: Language): Promise<Drawn[]> {
  const { areas, blog, site } = wordsIn(language);
  const { share } = site;
  const [hero, posts, places, written] = await Promise.all([
    onlyEntryIn(language, 'hero'),
    entriesIn(language, 'blog'),
    entriesIn(language, 'service-areas'),
    writtenPagesIn(language),
  ]);
  const { region } = businessIn(language);
  const guides = { headline: share.blog, line: share.blogLine(business.address.stateName), photo: exterior };
  const pages: [string, Props][] = [
    ['/', { headline: hero.data.title, line: share.homeLine(region), photo: room }],
    ...Object.entries(fixedPages(language)),
    ...(posts.length > 0 ? [['/blog', guides] as [string, Props]] : []),
    ...written.map(({ id, data }): [string, Props] => [
      `/${id}`,
      { headline: data.title, line: share.homeLine(region), photo: nursery },
    ]),
    ...posts.map(({ id, data }): [string, Props] => {
      const line = `${blog.categories[data.category]} · ${blog.readTime(Number.parseInt(data.readTime, 10))}`;
      return [`/blog/${id}`, { headline: data.title, line, photo: data.image.src }];
    }),
    ...places.map(({ id, data }): [string, Props] => [
      `/service-areas/${id}`,
      { headline: areas.heading(data.name, business.address.state), line: data.county, photo: data.image.src },
    ]),
  ];
  return pages.map(([address, props]) => {
    const picture = sharePicturePath(pathIn(language, address));
    return { params: { page: picture.slice('/og/'.length, -'.jpg'.length) }, props };
  });
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
