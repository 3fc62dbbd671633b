import brand from '#brand/brand.json' with { type: 'json' };
import { z } from 'astro/zod';
import {
  choice,
  day,
  draft,
  entry,
  filledText,
  type ImageField,
  list,
  order,
  picture,
  sample,
  text,
  webAddress,
} from './fields.ts';
import type { BrandSettings } from './settings.ts';

const { certifiedBrand, otherVendors } = brand as BrandSettings;
/** The makers whose products the business sells. */
// Where the file has no other makers, its own schema says so.
const vendors = [...(certifiedBrand ? [certifiedBrand] : []), ...(otherVendors ?? [])] as [string, ...string[]];

const vendor = choice(vendors, 'Another maker is added in brand/brand.json. If you do not sell it, delete this file.');

/** A card of "Featured products" on the home page. */
export const productSchema = (image: ImageField) =>
  entry({
    order,
    title: text('Write the name of the product.').describe('The name of the product, as a heading.'),
    vendor: vendor.describe('Who makes it.'),
    certified: z
      .boolean({ error: 'Write true if we are a certified dealer of this product, else leave the line out.' })
      .default(false)
      .describe('true: the card says "Certified dealer". Leave it out otherwise.'),
    color: choice(['Black', 'White', 'Gray'])
      .optional()
      .describe('The color of the swatch: Black, White or Gray. Leave it out for none.'),
    description: text('Say in one or two sentences what it does for a room.', { max: 220 }).describe(
      'One or two sentences: what it does for a room.',
    ),
    features: list(text('Write a few words.', { max: 60 }), {
      min: 2,
      remedy: 'List what a buyer should know.',
    }).describe('Two to four short facts, one a line.'),
    price: filledText('Write what it costs, for example From $480, installed.', { max: 60, mayBeLeftOut: true })
      .optional()
      .describe('What it costs, as visitors read it: "From {startingPrice}, installed". Leave it out to say none.'),
    image: picture(image),
    focus: choice(['center', 'top', 'top-left'])
      .default('center')
      .describe('What stays in view where the picture is cut: center (the default), top or top-left.'),
  }).refine(({ certified, vendor }) => !certified || vendor === certifiedBrand, {
    path: ['certified'],
    error: `By brand/brand.json we are a certified dealer of ${certifiedBrand ?? 'no maker'} alone. Remove the line.`,
  });

/** A card of "Deals and promotions" on the home page, and the popup's source. */
export const promotionSchema = (image: ImageField) =>
  entry({
    order,
    title: text('Write what the offer is on.', { max: 60 }).describe('What the offer is on.'),
    discount: text('Write what one saves, for example $75 off.', { max: 60 }).describe(
      'What one saves, large on the card.',
    ),
    description: text('Say in one or two sentences what one gets.', { max: 220 }).describe(
      'One or two sentences that stay true after the end: "The motor at no charge", not "Hurry".',
    ),
    validUntil: text('Write the term as people should read it, for example Oct 1, 2025 to Jan 3, 2026, or Ongoing.', {
      max: 60,
    }).describe('The term as people read it.'),
    startsOn: day.optional().describe('The first day, if there is one, as 2026-09-15.'),
    endsOn: day
      .optional()
      .describe('The last day, if there is one, as 2026-12-31. After it the card says "Offer ended".'),
    badge: choice(['Featured Promo', 'New', 'Vendor Rebate', 'Commercial', 'Best Value', 'Popular']).describe(
      'The small label.',
    ),
    featured: z
      .boolean({ error: 'Write true or false: whether this offer comes before the others while it runs.' })
      .describe('true: first among the running offers, and the one that the popup shows.'),
    vendor: vendor.optional().describe('Whose offer it is. Leave it out if it is ours.'),
    externalLink: webAddress.optional().describe("The page with the maker's own terms. Opens in a new tab."),
    image: picture(image).optional(),
  })
    .refine((offer) => !offer.startsOn || !offer.endsOn || offer.startsOn <= offer.endsOn, {
      path: ['endsOn'],
      error: 'The offer ends before it starts. Correct startsOn or endsOn.',
    })
    .refine((offer) => offer.endsOn !== undefined || !/\b20\d\d\b/.test(offer.validUntil), {
      path: ['endsOn'],
      error:
        'Missing. validUntil names a year, so write the last day too, as 2026-12-31; without it the offer never ends.',
    });

/** A customer's review on the home page. */
export const reviewSchema = entry({
  order,
  sample,
  name: text('Write the name as the customer agreed to it, for example Maria G.', { max: 40 }).describe(
    'The name as the customer agreed to it.',
  ),
  location: text('Write the town.', { max: 40 }).describe('The town.'),
  initials: z
    .string({ error: 'Write two letters, for example MG.' })
    .regex(/^[A-Z]{2}$/, 'Write two capital letters, for example MG.')
    .describe('Two letters in place of a portrait.'),
  rating: z
    .number({ error: 'Write the number of stars, 1 to 5.' })
    .int('Write a whole number of stars.')
    .min(1, 'Write the number of stars, 1 to 5.')
    .max(5, 'Write the number of stars, 1 to 5.')
    .describe('Stars, 1 to 5, as the customer gave them.'),
  text: text('Write what the customer said, word for word.', { max: 320 }).describe(
    'What the customer said, word for word, without quotation marks around it.',
  ),
});

/** A question on the home page, also for search engines. */
export const faqSchema = entry({
  order,
  question: text('Write the question as a visitor would ask it.', { max: 120 }).describe(
    'The question as a visitor would ask it.',
  ),
  answer: filledText('Write the answer: plain sentences, no links.', { max: 600 }).describe(
    'The answer in plain sentences. Its first sentence answers, the rest explains. Facts of the business may stand in it, such as {storeHours}, {visitHours} and {places}.',
  ),
  guide: text('Write the file name of a guide, without .md.', { max: 80 })
    .optional()
    .describe('The file name of the guide that tells more, without .md. The answer then links to it.'),
});

/** The owners' introduction on the home page. Their story is below the fields. One file. */
export const ownersSchema = entry({
  sample,
  names: text('Write the first names, for example Elena and Mark.', { max: 40 }).describe('The first names.'),
  initials: z
    .array(z.string().regex(/^[A-Z]$/, 'Write one capital letter.'), {
      error: 'Write two letters, for example [E, M].',
    })
    .length(2, 'Write two letters, for example [E, M].')
    .describe('The two letters of the drawn monogram.'),
  headline: text('Write one or two short sentences about the two.', { max: 90 }).describe('The heading.'),
});

const readTime = 'Write how long it takes to read, for example 6 min read.';

/** An article; its text is below the fields. The file's name is its address. */
export const blogPostSchema = (image: ImageField) =>
  entry({
    title: text('Write the headline.', { max: 80 }).describe(
      'The headline. Up to 36 characters fit a search result beside the business name.',
    ),
    excerpt: text('Say in one or two sentences what the reader will know afterwards.', { max: 160 }).describe(
      'One or two sentences on the card and in search results, at most 160 characters.',
    ),
    date: day.describe('The day it was published, as 2026-11-03.'),
    updated: day.optional().describe('The day of the last change that matters to a reader.'),
    readTime: z
      .string({ error: readTime })
      .regex(/^\d+ min read$/, readTime)
      .describe('As "6 min read". `npm run content:check` says the right number.'),
    category: choice(['Energy Efficiency', 'Smart Home', 'Buying Guide']).describe('The label on the card.'),
    draft,
    image: picture(image),
  });

export const ZIP_CODE = 'A ZIP code has 5 digits.';
/** YAML reads 02134 as the number 2134. `content-check/file-mistakes.ts` counts the digits as they are written. */
const zipCode = z
  .preprocess(
    (code) => (typeof code === 'number' ? String(code).padStart(5, '0') : code),
    z.string({ error: ZIP_CODE }).regex(/^\d{5}$/, ZIP_CODE),
  )
  .meta({ type: 'string', pattern: '^\\d{5}$' });

const county = 'Write the county in full, for example Sangamon County, or Sangamon and Logan Counties.';

/** A location page; local notes are below the fields. The file's name is its address. */
export const serviceAreaSchema = (image: ImageField) =>
  entry({
    order,
    name: text('Write the name of the place as in "Motorized Window Treatments in ..., IL".', { max: 40 }).describe(
      'The name of the place, without the state.',
    ),
    county: z
      .string({ error: county })
      .regex(/ (Count(y|ies)|Parish(es)?|Borough|Municipality)$|^(Condado|Municipio)s? de /, county)
      .describe('The county, for the badge.'),
    metaTitle: text('Write the title for the browser tab and search results, without the business name.', {
      max: 60,
    }).describe('The title in the tab and in search results. Up to 36 characters fit beside the business name.'),
    metaDescription: text('Say what we do there, for search results.', { max: 160 }).describe(
      'One or two sentences for search results, at most 160 characters.',
    ),
    description: text('Say what is particular about the windows of this place.', { max: 360 }).describe(
      'The first paragraph: what is particular about the windows of this place.',
    ),
    ctaText: text('Write the words on the button, for example Schedule a Springfield visit.', { max: 40 }).describe(
      'The words on the button that opens the booking dialog.',
    ),
    popularProjects: list(text('Write one project.', { max: 80 }), {
      min: 3,
      remedy: 'List what people of this place ask for.',
    }).describe('Three to six projects, one a line.'),
    neighborhoods: list(text('Write one name.', { max: 40 }), {
      min: 3,
      remedy: 'List neighborhoods by the names people use.',
    }).describe('Neighborhoods, one a line.'),
    zipCodes: z
      .array(zipCode, {
        error: 'List the ZIP codes, one a line, each beginning with "- ".',
      })
      .min(1, 'List at least one ZIP code.')
      .describe('The ZIP codes served, one a line.'),
    image: picture(image),
    projectsImage: picture(image).describe('A second picture, beside the projects.'),
  });
