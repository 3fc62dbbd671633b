import type { z } from 'astro/zod';
import * as schemas from './collections.ts';
import type { ImageField } from './fields.ts';
import * as home from './home.ts';
import * as settings from './settings.ts';

/** A collection: its files, the text below the fields, and the schema. */
export interface ContentSource {
  /** In `src/content`: `*.md` in a folder, or one file. */
  readonly files: string;
  /** `filled`: a text with facts of the business in braces. */
  readonly below: 'text' | 'filled' | 'nothing';
  readonly schema: (image: ImageField) => z.ZodType;
}

/** All content in the guide's order, for the build, `content:check` and the guide. */
export const sources = {
  blog: { files: 'blog/*.md', below: 'text', schema: schemas.blogPostSchema },
  'service-areas': { files: 'service-areas/*.md', below: 'text', schema: schemas.serviceAreaSchema },
  promotions: { files: 'promotions/*.md', below: 'nothing', schema: schemas.promotionSchema },
  products: { files: 'products/*.md', below: 'nothing', schema: schemas.productSchema },
  reviews: { files: 'reviews/*.md', below: 'nothing', schema: () => schemas.reviewSchema },
  faq: { files: 'faq/*.md', below: 'nothing', schema: () => schemas.faqSchema },
  owners: { files: 'owners/*.md', below: 'text', schema: () => schemas.ownersSchema },
  hero: { files: 'home/hero.md', below: 'nothing', schema: () => home.heroSchema },
  benefits: { files: 'home/benefits.md', below: 'nothing', schema: home.benefitsSchema },
  pairing: { files: 'home/pairing.md', below: 'nothing', schema: home.pairingSchema },
  'tax-banner': { files: 'home/tax-banner.md', below: 'nothing', schema: home.taxBannerSchema },
  process: { files: 'home/process.md', below: 'nothing', schema: () => home.processSchema },
  privacy: { files: 'pages/privacy.md', below: 'filled', schema: () => home.privacySchema },
  business: { files: 'settings/business.json', below: 'nothing', schema: () => settings.businessSchema },
  cities: { files: 'settings/cities.json', below: 'nothing', schema: () => settings.citiesSchema },
} as const satisfies Record<string, ContentSource>;
export type SourceName = keyof typeof sources;
