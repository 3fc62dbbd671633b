import { defineCollection } from 'astro:content';
import { blogPostSchema } from '#schemas/blog-post';
import { faqSchema } from '#schemas/faq';
import { markdownFiles } from '#schemas/markdown-files';
import { ownersSchema } from '#schemas/owners';
import { productSchema } from '#schemas/product';
import { promotionSchema } from '#schemas/promotion';
import { reviewSchema } from '#schemas/review';
import { serviceAreaSchema } from '#schemas/service-area';

/** What marketing edits: `docs/content.md` tells how. */
export const collections = {
  products: defineCollection({
    loader: markdownFiles('products', 'nothing'),
    schema: ({ image }) => productSchema(image),
  }),
  promotions: defineCollection({
    loader: markdownFiles('promotions', 'nothing'),
    schema: ({ image }) => promotionSchema(image),
  }),
  reviews: defineCollection({ loader: markdownFiles('reviews', 'nothing'), schema: reviewSchema }),
  faq: defineCollection({ loader: markdownFiles('faq', 'nothing'), schema: faqSchema }),
  blog: defineCollection({ loader: markdownFiles('blog', 'text'), schema: ({ image }) => blogPostSchema(image) }),
  'service-areas': defineCollection({
    loader: markdownFiles('service-areas', 'text'),
    schema: ({ image }) => serviceAreaSchema(image),
  }),
  owners: defineCollection({ loader: markdownFiles('owners', 'text'), schema: ownersSchema }),
};
