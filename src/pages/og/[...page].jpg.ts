import path from 'node:path';
import type { APIRoute, GetStaticPaths, ImageMetadata } from 'astro';
import { getCollection } from 'astro:content';
import exterior from '#assets/exterior-lanai.jpg';
import headrail from '#assets/detail-headrail.jpg';
import room from '#assets/hero.jpg';
import dining from '#assets/dining-drapery.jpg';
import nursery from '#assets/nursery.jpg';
import { business } from '#business';
import { isShown } from '#lib/drafts';
import { sharePicture } from '#lib/share-picture/picture';

/** One picture for every page that search engines list; `sharePicturePath` says where a page looks for its own. */
type Props = {
  headline: string;
  line: string;
  photo: ImageMetadata;
};

/** Netlify keeps this folder from build to build. */
const CACHE = path.resolve('node_modules/.astro/share-pictures');
const { region, contactPromise, shortName, descriptor } = business;

const fixed: Record<string, Props> = {
  home: {
    headline: 'Your shades know when it’s noon.',
    line: `Motorized shades, shutters and drapery in ${region}`,
    photo: room,
  },
  book: { headline: 'Schedule Your Free Consultation', line: `We contact you ${contactPromise}`, photo: headrail },
  gallery: { headline: 'Our Work', line: `Window treatments in ${region}`, photo: dining },
  blog: { headline: 'Guides', line: 'Plain answers for Florida homes', photo: exterior },
  privacy: { headline: 'Privacy', line: 'What we keep, why, and how to have it removed', photo: nursery },
};

export const getStaticPaths = (async () => {
  const [posts, areas] = await Promise.all([getCollection('blog', isShown), getCollection('service-areas')]);
  return [
    ...Object.entries(fixed).map(([page, props]) => ({ params: { page }, props })),
    ...posts.map(({ id, data }) => ({
      params: { page: `blog/${id}` },
      props: { headline: data.title, line: `${data.category} · ${data.readTime}`, photo: data.image.src },
    })),
    ...areas.map(({ id, data }) => ({
      params: { page: `service-areas/${id}` },
      props: { headline: `Motorized Window Treatments in ${data.name}, FL`, line: data.county, photo: data.image.src },
    })),
  ];
}) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ props: { headline, line, photo } }) => {
  const logo = { name: shortName, descriptor };
  const picture = await sharePicture({ logo, headline, line, photo: fileOf(photo) }, CACHE);
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } });
};

/** Astro knows the file behind a picture but does not say so in its type. (Reading `src` would publish the original.) */
function fileOf(photo: ImageMetadata): string {
  const file: unknown = Reflect.get(photo, 'fsPath');
  if (typeof file === 'string') return file;
  throw new Error(
    'Astro no longer says which file a picture comes from: draw the pictures of links from the src/assets names.',
  );
}
