import { capitalized } from '#lib/label';
import { kinds, rangeIn } from '#lib/range';
import { unbroken } from '#lib/unbroken';
import { listIn } from '../hours-lines.ts';
import zone from '#brand/zone-names.json' with { type: 'json' };

const { all, brief, inOrder } = rangeIn('en');
const sold = listIn('en', all);
const soldInBrief = listIn('en', brief);

/** The words of built pages. */
export { book } from './book.ts';
export { deals } from './deals.ts';
export { sun } from './sun.ts';
export { visit } from './visit.ts';

/** The home page, without its content. */
export const home = {
  title: (region: string, _state: string) => `${kinds[0]?.name} in ${region}`,
  description: (region: string, promise: string, isCertified: boolean) =>
    `${isCertified ? 'Certified dealer' : 'Dealer'} and installer of motorized ${soldInBrief} in ${region}. Free in-home consultation, answered ${promise}.`,
  dial: 'Through the day',
  /** An hour in the hero, from the content's spelling. */
  clock: (time: string) => unbroken(time.replace(':00', '')),
  products: 'Featured products',
  productsHeading: `${capitalized(sold)}.`,
  productsLead:
    'Made to fit your window, moved by a quiet motor, installed by us. Feel the fabrics at home before you choose.',
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

/** The list of guides and the frame of an article. */
export const blog = {
  title: 'Window Treatment Guides',
  description: (region: string) =>
    `Guides to motorized ${soldInBrief} in ${region}: heat, weather, batteries and cost, by people who install them.`,
  heading: 'Guides',
  lead: (state: string) => `Plain answers about ${sold} for ${state} homes.`,
  earlier: 'Earlier guides',
  askHeading: 'Have Questions?',
  askSentence: (length: string) =>
    `Call us, or have us over. The visit takes ${length} and is free, with no obligation.`,
  back: 'Back to Guides',
  next: 'Next guide',
  readTime: (minutes: number) => `${minutes} min read`,
  draft: 'Draft, in previews only',
  draftNote: '(draft)',
  /** By the content's names. */
  categories: {
    'Energy Efficiency': 'Energy Efficiency',
    'Smart Home': 'Smart Home',
    'Buying Guide': 'Buying Guide',
  },
  asideLabel: 'Free consultation',
  aside: 'We will tell you which two windows to start with.',
  asideSentence: (promise: string) => `A free, no-obligation visit. We reply ${promise}.`,
};

/** The pages of the service areas. `place`: its name, such as `Springfield` or `Sangamon County`. */
export const areas = {
  heading: (place: string, state: string) => `Motorized Window Treatments in ${place}, ${state}`,
  callNow: 'Call Now',
  area: 'Service area',
  contact: 'Contact',
  hours: 'In-home visits',
  popular: 'Popular projects',
  popularHeading: (place: string) => `What people in ${place} ask for`,
  notes: (place: string) => `Windows in ${place}`,
  neighborhoods: 'Neighborhoods',
  neighborhoodsHeading: (place: string) => `Where we work in ${place}`,
  zipCodes: 'ZIP codes served:',
  closing: 'See the fabrics at your own window.',
  closingSentence: (place: string, promise: string) =>
    `The consultation in ${place} is free, with no obligation. We answer ${promise}.`,
};

/** The frame of every page, and shared parts. */
export const site = {
  schedule: 'Schedule Consultation',
  /** The day and the time follow. */
  visit: 'Your visit:',
  /** When we answer, in place of the promise. */
  onDay: (day: string) => `on ${day}`,
  skip: 'Skip to content',
  home: ', home',
  homePage: 'Home',
  newTab: '(opens in a new tab)',
  /** On an invented entry, which the live site does not show. */
  sample: 'Sample',
  stars: (rating: number) => `${rating} out of 5 stars`,
  /** The alternative text of the picture in a link's preview. */
  pictureAlt: (title: string, business: string) => `${title}, beside a window with motorized ${brief[0]}. ${business}.`,
  feedTitle: (business: string) => `${business}: Guides`,
  header: { label: 'Main', work: 'Our Work', viewWork: 'View Our Work', menu: 'Menu', close: 'Close' },
  dock: { label: 'Call or schedule', call: 'Call', schedule: 'Schedule free visit' },
  footer: {
    label: 'Footer',
    what: (region: string) => `Motorized ${sold}, measured and installed in ${region}.`,
    explore: 'Explore',
    privacy: 'Privacy',
    areas: 'Service areas',
    hours: 'Phone',
    dealer: (brand: string, vendors: string) => `Certified ${brand} dealer. We also carry ${vendors}.`,
    carries: (vendors: string) => `We carry ${vendors}.`,
  },
  closing: 'Want to see it in your home?',
  gallery: {
    title: 'Our Work',
    description: (region: string) =>
      `Photos and videos of motorized ${listIn('en', inOrder)} in ${region}: browse the gallery by category.`,
    lead: 'Browse our collection of beautiful window treatments and see the quality of our work',
    renders: 'The rooms on our other pages are computer renders, not photos of customers’ homes.',
    noScripts: 'The gallery needs JavaScript to show its photos and videos.',
    call: 'Call us, and we will show you our work and samples in your home.',
  },
  notFound: {
    title: '404 Page Not Found',
    description: 'There is no page at this address.',
    sentence: 'Did you forget to add the page to the router?',
    help: 'Sorry, we can’t find that page. The link may be old, or the address may have a typo. Try one of these, or call us and we will help.',
    home: 'Return to Home',
    article: 'Article Not Found',
    articleDescription: 'There is no article at this address.',
    articleBack: 'Back to Blog',
    location: 'Location Not Found',
    locationDescription: 'There is no service area at this address.',
    locationSentence: "We couldn't find the location you're looking for.",
  },
  /** On those pictures. */
  share: {
    homeLine: (region: string) => `Motorized ${soldInBrief} in ${region}`,
    bookLine: (promise: string) => `We contact you ${promise}`,
    galleryLine: (region: string) => `Window treatments in ${region}`,
    sunLine: (region: string) => `Eight directions, hour by hour, in ${region}`,
    blogLine: (state: string) => `Plain answers for ${state} homes`,
    privacyLine: 'What we keep, why, and how to have it removed',
  },
};

/** The thanks for a request, with the visit booked in this browser. */
export const thanks = {
  title: 'Thank You',
  heading: 'Thank You!',
  soon: "We'll see you soon!",
  next: (promise: string) => `We will contact you ${promise} to confirm your free in-home consultation.`,
  /** The phone number follows: to anybody, with a visit, and with a callback. */
  questions: 'Questions? Call',
  changes: 'If anything changes, call',
  sooner: 'To reach us before that, call',
  /** Behind whom we call, and how we confirm a visit. */
  wrong: 'Wrong? Change it',
  undelivered: 'Your request has not reached us yet.',
  kept: 'It is kept on this device, and is sent when you open this site again.',
  /** The phone number stands between the two. */
  call: ['Please call', 'so that we can set a time.'],
  booked: (business: string) => `Free in-home consultation with ${business}`,
  visit: 'Your time is reserved',
  zoneAfter: ` ${zone.short}`,
  /** The city follows. */
  where: 'At your home in',
  add: 'Add to calendar',
  print: 'Print',
  google: 'Add to Google Calendar',
  change: 'Move or cancel the visit',
  home: 'Back to the homepage',
  meanwhile: 'Until then:',
};
