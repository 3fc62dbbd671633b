/** The frame of every page, and shared parts. */
export const site = {
  schedule: 'Schedule Consultation',
  /** The day and the time follow. */
  visit: 'Your visit:',
  skip: 'Skip to content',
  home: ', home',
  homePage: 'Home',
  newTab: '(opens in a new tab)',
  /** On an invented entry, which the live site does not show. */
  sample: 'Sample',
  stars: (rating: number) => `${rating} out of 5 stars`,
  /** The alternative text of the picture in a link's preview. */
  pictureAlt: (title: string, business: string) => `${title}, beside a window with motorized shades. ${business}.`,
  feedTitle: (business: string) => `${business}: Guides`,
  header: { label: 'Main', work: 'Our Work', viewWork: 'View Our Work', menu: 'Menu', close: 'Close' },
  dock: { label: 'Call or schedule', call: 'Call', schedule: 'Schedule free visit' },
  footer: {
    label: 'Footer',
    what: (region: string) => `Motorized shades, blinds, shutters and drapery, measured and installed in ${region}.`,
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
      `Photos and videos of motorized shades, shutters, blinds and drapery in ${region}: browse the gallery by category.`,
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
    location: 'Location Not Found',
    locationDescription: 'There is no service area at this address.',
    locationSentence: "We couldn't find the location you're looking for.",
  },
  /** On those pictures. */
  share: {
    homeLine: (region: string) => `Motorized shades, shutters and drapery in ${region}`,
    bookLine: (promise: string) => `We contact you ${promise}`,
    galleryLine: (region: string) => `Window treatments in ${region}`,
    sunLine: (region: string) => `Eight directions, hour by hour, in ${region}`,
    blogLine: (state: string) => `Plain answers for ${state} homes`,
    privacyLine: 'What we keep, why, and how to have it removed',
  },
};
