import { unbroken } from '#lib/unbroken';

/** The home page, without its content. */
export const home = {
  title: (region: string, _state: string) => `Motorized Shades in ${region}`,
  description: (region: string, promise: string, isCertified: boolean) =>
    `${isCertified ? 'Certified dealer' : 'Dealer'} and installer of motorized shades, shutters and drapery in ${region}. Free in-home consultation, answered ${promise}.`,
  dial: 'Through the day',
  /** An hour in the hero, from the content's spelling. */
  clock: (time: string) => unbroken(time.replace(':00', '')),
  areas: 'We come to you in',
  products: 'Featured products',
  productsHeading: 'Shades, blinds, shutters and drapery.',
  productsLead:
    'Each one is made to fit your window, moved by a quiet motor, and installed by us. You can feel the fabrics at home before you choose.',
  certified: 'Certified dealer',
  colors: { Black: 'Black', White: 'White', Gray: 'Gray' },
  /** Screen readers also read the second, then the product. */
  ask: ['Ask about this', 'product:'],
  deals: 'Deals and promotions',
  dealsHeading: 'Current offers.',
  /** Where every offer has ended. */
  dealsHeadingPast: 'Past offers.',
  dealsPast: 'Past ones are listed below.',
  dealsLead: 'Makers offer rebates a few times a year: ask us what is coming next.',
  badges: {
    'Featured Promo': 'Featured Promo',
    New: 'New',
    'Vendor Rebate': 'Vendor Rebate',
    Commercial: 'Commercial',
    'Best Value': 'Best Value',
    Popular: 'Popular',
  },
  enlarge: 'Enlarge:',
  /** A link to the maker's own page. */
  at: (vendor: string | undefined, site: string) => `${vendor ?? 'More'} at ${site}`,
  owners: 'The owners',
  /** In place of the owners' story, until it is written. */
  promise: {
    label: 'Who comes',
    heading: 'The people you call are the people who come.',
    text: 'We measure your windows, order your shades and hang them. If a shade we hung gives you trouble, call us and we will fix it.',
    picture: 'A linen shade hung in a window at dusk',
  },
  monogram: (names: string) => `A linen shade with the monogram of ${names}, hung in a window at dusk`,
  reviews: 'Reviews',
  reviewsHeading: 'What our customers say.',
  /** Without a review on the page. */
  reviewsElsewhere: (site: string) => `See what people say about us on ${site}.`,
  rating: (rating: string, site: string) => `${rating} stars on ${site}`,
  allReviews: 'Read all reviews',
  /** Below a translated review. */
  translated: '',
  questions: 'Questions',
  questionsFact: 'What people ask us most',
  questionsHeading: 'Common questions',
  questionsLead: (names: string | undefined) =>
    `Don’t see yours? Call and ask ${names?.replace(' and ', ' or ') ?? 'us'}.`,
  privacyShort: 'In short',
  privacyChanged: (day: string) => `Last changed ${day}`,
};
