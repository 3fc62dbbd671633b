/** The list of guides and the frame of an article. */
export const blog = {
  title: 'Window Treatment Guides',
  description: (region: string) =>
    `Guides to motorized shades, shutters and drapery in ${region}: heat, weather, batteries and cost, by people who install them.`,
  heading: 'Guides',
  lead: (state: string) => `Plain answers about shades, blinds, shutters and drapery for ${state} homes.`,
  earlier: 'Earlier guides',
  askHeading: 'Have Questions?',
  askSentence: (length: string) =>
    `Call us, or have us over. The visit takes ${length} and is free, with no obligation.`,
  back: 'Back to Blog',
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
