/** The home page, without its content. */
export const home = {
  title: (region: string, _state: string) => `Motorized Shades in ${region}`,
  description: (region: string, promise: string) =>
    `Certified dealer and installer of motorized shades, shutters and drapery in ${region}. Free in-home consultation, answered ${promise}.`,
  dial: 'Time of day',
  /** An hour in the hero, from the content's spelling. */
  clock: (time: string) => time,
  products: 'Featured products',
  productsHeading: 'Shades, blinds, shutters and drapery.',
  productsLead:
    'Each one is made to fit your window, moved by a quiet motor, and installed by us. You can feel the fabrics at home before you choose.',
  certified: 'Certified dealer',
  colors: { Black: 'Black', White: 'White', Gray: 'Gray' },
  /** Screen readers also read the second, then the product. */
  ask: ['Ask about this', 'product:'],
  deals: 'Deals and promotions',
  dealsHeading: 'Current offers, and past ones.',
  dealsLead:
    'Makers offer rebates a few times a year. We leave past offers here so you can see what they were. Ask us what is coming next.',
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
  monogram: (names: string) => `A linen shade with the monogram of ${names}, hung in a window at dusk`,
  reviews: 'Reviews',
  reviewsHeading: 'What our customers say.',
  rating: (rating: string, site: string) => `${rating} stars on ${site}`,
  allReviews: 'Read all reviews',
  /** Below a translated review. */
  translated: '',
  questions: 'Questions',
  questionsFact: 'What people ask us most',
  questionsHeading: 'Common questions',
  questionsLead: (names: string) => `Don’t see yours? Call and ask ${names.replace(' and ', ' or ')}.`,
  privacyShort: 'In short',
  privacyChanged: (day: string) => `Last changed ${day}`,
};
