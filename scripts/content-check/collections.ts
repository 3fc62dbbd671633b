import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { type CalendarDate, longDate } from '#lib/calendar-date';
import { offerState } from '#lib/offers';
import { readingMinutes } from '#lib/reading-time';
import { blogPostSchema } from '#schemas/blog-post';
import { faqSchema } from '#schemas/faq';
import { ownersSchema } from '#schemas/owners';
import { productSchema } from '#schemas/product';
import { promotionSchema } from '#schemas/promotion';
import { reviewSchema } from '#schemas/review';
import { serviceAreaSchema } from '#schemas/service-area';
import { siteAddresses } from './addresses.ts';
import { type Entry, readEntries } from './entries.ts';
import { due, type Finding } from './finding.ts';
import { deadLinks, longTitle, missingAlts } from './markdown.ts';

/** Pictures are opened by the build; here a path is enough. */
const image = () => z.custom<ImageMetadata>();

/** All that is checked in `src/content`. `today` is the Eastern date. */
export async function checkContent(
  root: string,
  today: CalendarDate,
): Promise<{ entries: number; findings: Finding[] }> {
  const [products, promotions, reviews, faq, blog, areas, owners] = await Promise.all([
    readEntries(root, 'products', productSchema(image)),
    readEntries(root, 'promotions', promotionSchema(image)),
    readEntries(root, 'reviews', reviewSchema),
    readEntries(root, 'faq', faqSchema),
    readEntries(root, 'blog', blogPostSchema(image)),
    readEntries(root, 'service-areas', serviceAreaSchema(image)),
    readEntries(root, 'owners', ownersSchema),
  ]);
  const folders = [products, promotions, reviews, faq, blog, areas, owners];
  const ids = { blog: blog.entries.map(({ id }) => id), 'service-areas': areas.entries.map(({ id }) => id) };
  const addresses = await siteAddresses(root, ids);
  const texts = [...blog.entries, ...areas.entries, ...owners.entries];
  const findings = [
    ...folders.flatMap(({ refused }) => refused),
    ...texts.flatMap(({ file, text }) => [...deadLinks(file, text, addresses), ...missingAlts(file, text)]),
    ...blog.entries.flatMap(({ file, fields }) => longTitle(file, 'title', fields.title)),
    ...areas.entries.flatMap(({ file, fields }) => longTitle(file, 'metaTitle', fields.metaTitle)),
    ...promotions.entries.flatMap((offer) => lapsed(offer, today)),
    ...[...reviews.entries, ...owners.entries].flatMap(stillSample),
    ...blog.entries.flatMap(readTime),
  ];
  return { entries: folders.reduce((sum, { entries }) => sum + entries.length, 0), findings };
}

/** The files that are samples still: no invented review may be taken for a customer's. */
export async function samplesLeft(root: string): Promise<string[]> {
  const [reviews, owners] = await Promise.all([
    readEntries(root, 'reviews', reviewSchema),
    readEntries(root, 'owners', ownersSchema),
  ]);
  return [...reviews.entries, ...owners.entries].filter(({ fields }) => fields.sample).map(({ file }) => file);
}

function lapsed({ file, fields }: Entry<{ endsOn?: CalendarDate | undefined }>, today: CalendarDate): Finding[] {
  if (fields.endsOn === undefined || offerState(fields, today) !== 'ended') return [];
  return [due(file, `The offer ended on ${longDate(fields.endsOn)}. Write its new term, or replace it.`)];
}

function stillSample({ file, fields }: Entry<{ sample: boolean }>): Finding[] {
  return fields.sample ? [due(file, 'Still a sample. Replace it with the real one and write sample: false.')] : [];
}

function readTime({ file, fields, text }: Entry<{ readTime: string }>): Finding[] {
  const right = `${readingMinutes(text)} min read`;
  return fields.readTime === right ? [] : [due(file, `readTime says ${fields.readTime}, its length says ${right}.`)];
}
