import type { z } from 'astro/zod';
import * as schemas from './collections.ts';
import type { ImageField } from './fields.ts';
import * as home from './home.ts';
import { lookSchema } from './look.ts';
import * as settings from './settings.ts';

/** A collection: its files, the text below the fields, and the schema. */
export interface ContentSource {
  /** `*.md` in a folder, or one file. */
  readonly files: string;
  /** `filled`: a text with facts of the business in braces. `optional`: such a text, without which there is no page. */
  readonly below: 'text' | 'filled' | 'optional' | 'nothing';
  readonly schema: (image: ImageField) => z.ZodType;
}

/** All content in the guide's order, for the build, `content:check` and the guide. */
export const sources = {
  blog: { files: 'src/content/blog/*.md', below: 'text', schema: schemas.blogPostSchema },
  'service-areas': { files: 'src/content/service-areas/*.md', below: 'text', schema: schemas.serviceAreaSchema },
  promotions: { files: 'src/content/promotions/*.md', below: 'nothing', schema: schemas.promotionSchema },
  products: { files: 'src/content/products/*.md', below: 'nothing', schema: schemas.productSchema },
  reviews: { files: 'src/content/reviews/*.md', below: 'nothing', schema: () => schemas.reviewSchema },
  faq: { files: 'src/content/faq/*.md', below: 'nothing', schema: () => schemas.faqSchema },
  owners: { files: 'src/content/owners/*.md', below: 'text', schema: () => schemas.ownersSchema },
  ...home.sections,
  privacy: { files: 'src/content/pages/privacy.md', below: 'filled', schema: () => home.privacySchema },
  terms: { files: 'src/content/pages/terms.md', below: 'filled', schema: () => home.termsSchema },
  accessibility: { files: 'src/content/pages/accessibility.md', below: 'optional', schema: () => home.pageSchema },
  warranty: { files: 'src/content/pages/warranty.md', below: 'optional', schema: () => home.pageSchema },
  financing: { files: 'src/content/pages/financing.md', below: 'optional', schema: () => home.pageSchema },
  business: { files: 'brand/brand.json', below: 'nothing', schema: () => settings.businessSchema },
  choices: { files: 'brand/choices.json', below: 'nothing', schema: () => settings.choicesSchema },
  range: { files: 'brand/range.json', below: 'nothing', schema: () => settings.rangeSchema },
  zone: { files: 'brand/zone.json', below: 'nothing', schema: () => settings.zoneSchema },
  'zone-names': { files: 'brand/zone-names.json', below: 'nothing', schema: () => settings.zoneNamesSchema },
  look: { files: 'brand/look.json', below: 'nothing', schema: lookSchema },
} as const satisfies Record<string, ContentSource>;
export type SourceName = keyof typeof sources;

/** False where the text may be missing, or must be. */
export const needsText = ({ below }: ContentSource) => below === 'text' || below === 'filled';

/** Fields that are the same in every language. A translation omits them, so that they cannot differ. */
export const shared = {
  blog: ['date', 'updated', 'readTime', 'category', 'draft'],
  'service-areas': ['order', 'neighborhoods', 'zipCodes'],
  promotions: ['order', 'startsOn', 'endsOn', 'badge', 'featured', 'vendor', 'externalLink'],
  products: ['order', 'vendor', 'certified', 'color', 'focus'],
  reviews: ['order', 'sample', 'name', 'location', 'initials', 'rating'],
  faq: ['order', 'guide'],
  owners: ['sample', 'initials'],
  ...home.sharedInSections,
  privacy: ['changed'],
  terms: ['changed'],
  accessibility: ['changed', 'draft'],
  warranty: ['changed', 'draft'],
  financing: ['changed', 'draft'],
  business: [
    ...['name', 'shortName', 'descriptor', 'phone', 'languages', 'storeHours', 'visitHours', 'address', 'position'],
    ...['certifiedBrand', 'otherVendors', 'yearsOfExperience', 'rating', 'claims', 'sameAs', 'visits', 'holidays'],
    ...['startingPrice', 'reviewLink', 'alertPhones'],
  ],
} as const satisfies Partial<Record<SourceName, readonly string[]>>;
export type TranslatedName = keyof typeof shared;

/** The editor's label for a collection and an entry, and its icon (Material Symbols). */
export interface Shown {
  readonly label: string;
  readonly one?: string;
  readonly icon: string;
  /** Its page; `{{slug}}` is the entry. */
  readonly page?: string;
  /** The field for an entry's title and file name. Default: the first text field. */
  readonly named?: string;
}

export const shown: Record<SourceName, Shown> = {
  blog: { label: 'Guides', one: 'Guide', icon: 'article', page: 'blog/{{slug}}' },
  'service-areas': { label: 'Areas', one: 'Area', icon: 'map', page: 'service-areas/{{slug}}', named: 'name' },
  promotions: { label: 'Offers', one: 'Offer', icon: 'sell' },
  products: { label: 'Products', one: 'Product', icon: 'blinds' },
  reviews: { label: 'Reviews', one: 'Review', icon: 'star', named: 'name' },
  faq: { label: 'Questions', one: 'Question', icon: 'help', named: 'question' },
  owners: { label: 'Owners', icon: 'group', named: 'names' },
  ...home.shownSections,
  privacy: { label: 'Privacy', icon: 'policy', page: 'privacy' },
  terms: { label: 'Text message terms', icon: 'sms', page: 'terms' },
  accessibility: { label: 'Accessibility', icon: 'accessibility', page: 'accessibility' },
  warranty: { label: 'Warranty and care', icon: 'verified', page: 'warranty' },
  financing: { label: 'Financing', icon: 'credit_card', page: 'financing' },
  business: { label: 'Name, phone and hours', icon: 'storefront' },
  choices: { label: 'Choices of the dialog', icon: 'location_city' },
  range: { label: 'What you sell', icon: 'category' },
  zone: { label: 'Time zone', icon: 'schedule' },
  look: { label: 'Colors and pictures', icon: 'palette' },
  'zone-names': { label: 'Name of the zone', icon: 'schedule' },
};
