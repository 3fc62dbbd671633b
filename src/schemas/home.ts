import { z } from 'astro/zod';
import {
  choice,
  day,
  draft,
  entry,
  filledText,
  group,
  list,
  type ImageField,
  picture,
  rows,
  text,
  webAddress,
} from './fields.ts';

const title = (max: number) => text('Write the heading.', { max }).describe('The heading.');
const lead = text('Say it in one or two sentences.', { max: 240 }).describe(
  'The paragraph beside or below the heading.',
);
const label = text('Write two to four words.', { max: 40 }).describe('The small words at the top of the section.');
const fact = filledText('Write a few words.', { max: 60, mayBeLeftOut: true });
const FACTS = 'Facts of the business may stand in it, such as {region}.';

const clock = 'Write the hour as 6:00 PM.';

/** The head of the home page. The room's pictures are not fields: they are a set from one viewpoint. */
const heroSchema = entry({
  title: title(60),
  lead: filledText('Say in one or two sentences what we do, and where.', { max: 200 }).describe(
    `One or two sentences below the heading: what we do, and where. ${FACTS}`,
  ),
  rating: filledText('Write the words beside the stars, for example {rating} stars.', {
    max: 30,
    mayBeLeftOut: true,
  }).describe(`The words beside the stars. ${FACTS}`),
  offer: text('Write what a visit costs.', { max: 40 }).describe('What a visit costs, in bold below the lead.'),
  facts: list(filledText('Write one fact.', { max: 70, mayBeLeftOut: true }), {
    min: 1,
    remedy: 'List what a visitor asks first.',
  }).describe(`Facts in a row: where we come, what a motor costs, how long it takes. ${FACTS}`),
  room: text('Write what room it is.', { max: 30 }).describe('What room the picture shows, for its caption.'),
  hours: rows(
    {
      time: z
        .string({ error: clock })
        .regex(/^(1[0-2]|[1-9]):[0-5]\d [AP]M$/, clock)
        .describe(
          'The hour that was drawn. The picture of 6:00 PM is brand/pictures/hero-1800.jpg; the page begins with the hour that has none, hero.jpg.',
        ),
      line: text('Say in a few words what the shades do then.', { max: 70 }).describe(
        'What the shades do at that hour.',
      ),
      alt: text('Say in one sentence what the picture shows, for people who cannot see it.', { max: 160 }).describe(
        'What the picture of that hour shows, for people who cannot see it.',
      ),
    },
    { min: 1, max: 5 },
  )
    .refine((hours) => new Set(hours.map(({ time }) => time)).size === hours.length, {
      error: 'An hour stands there twice. Write it once.',
      when: ({ issues }) => issues.length === 0,
    })
    .describe('What is said of the room at each hour that the slider shows. With one hour there is no slider.'),
});

/** "Why motorize" on the home page, and the range. */
const benefitsSchema = (image: ImageField) =>
  entry({
    label,
    fact: fact.describe(`A fact, right of the label. ${FACTS}`),
    title: title(60),
    lead,
    benefits: rows(
      {
        icon: choice(['mic', 'smartphone', 'shield-check', 'thermometer-sun', 'calendar-clock', 'wrench']).describe(
          'The drawing: mic, smartphone, shield-check, thermometer-sun, calendar-clock or wrench.',
        ),
        title: text('Write what it is, in two to four words.', { max: 30 }).describe(
          'What it is, in two to four words.',
        ),
        text: text('Say in one or two sentences what it does for people.', { max: 140 }).describe(
          'One or two sentences: what it does for people.',
        ),
      },
      { min: 6, max: 6 },
    ).describe('The six cards.'),
    rangeTitle: text('Write the heading of the list of what there is.', { max: 40 }).describe(
      'The heading of the list of what there is.',
    ),
    range: rows(
      {
        name: text('Write what it is.', { max: 40 }).describe('What it is.'),
        kinds: text('Write of which kinds there are some, in small letters.', { max: 60 }).describe(
          'Of which kinds there are some.',
        ),
      },
      { min: 3, max: 8 },
    ).describe('What we carry, one line each.'),
    button: text('Write the words on the button.', { max: 20 }).describe('The words on the button to the products.'),
    image: picture(image),
  });

const half = (image: ImageField) =>
  group({
    title: title(40),
    lead: text('Say in one sentence for which rooms it is.', { max: 100 }).describe(
      'One sentence: for which rooms it is.',
    ),
    facts: rows(
      {
        name: text('Write what it is about, in one or two words.', { max: 14 }).describe('What it is about.'),
        text: text('Say it in a few words.', { max: 70 }).describe('The fact.'),
      },
      { min: 2, max: 6 },
    ).describe('Facts, the same for both shades, so that they can be compared.'),
    image: picture(image),
  });

/** Two shades at one window on the home page. The pictures have the same viewpoint and meet. */
const pairingSchema = (image: ImageField) =>
  entry({
    label: text('Say what the two have in common.', { max: 60 }).describe(
      'The name of the section, for people who cannot see it.',
    ),
    day: half(image).describe('The shade by day.'),
    night: half(image).describe('The shade by night.'),
  });

/** "How it works" on the home page: one shade, lowered in four steps. */
const processSchema = entry({
  label,
  fact: fact.describe(`A fact, right of the label. ${FACTS}`),
  title: title(90),
  steps: rows(
    {
      title: text('Write the name of the step.', { max: 30 }).describe('The name of the step.'),
      text: filledText('Say in one to three sentences what happens.', { max: 160 }).describe(
        `What happens, in short sentences. ${FACTS}`,
      ),
    },
    { min: 4, max: 4 },
  ).describe('The four steps.'),
});

/** The banner of the federal tax credit on the home page. */
const taxBannerSchema = (image: ImageField) =>
  entry({
    label: text('Write what it is about.', { max: 40 }).describe('The small words above the heading.'),
    title: text('Write the heading.', { max: 90 }).describe(
      'The heading. Say until when it holds: it must be true on every day that it stands there.',
    ),
    text: text('Say in a few sentences to whom it applies.', { max: 320 }).describe(
      'A few sentences: to whom it applies.',
    ),
    linkText: text('Write the words of the link.', { max: 40 }).describe('The words of the link to the rules.'),
    linkAddress: webAddress.describe('The page with the rules, beginning with https://.'),
    image: picture(image),
  });

/** The sections of the home page with a file each, as `sources`, `shared` and `shown` of all.ts have them. */
export const sections = {
  hero: { files: 'src/content/home/hero.md', below: 'nothing', schema: () => heroSchema },
  benefits: { files: 'src/content/home/benefits.md', below: 'nothing', schema: benefitsSchema },
  pairing: { files: 'src/content/home/pairing.md', below: 'nothing', schema: pairingSchema },
  'tax-banner': { files: 'src/content/home/tax-banner.md', below: 'nothing', schema: taxBannerSchema },
  process: { files: 'src/content/home/process.md', below: 'nothing', schema: () => processSchema },
} as const;
type Section = keyof typeof sections;

export const sharedInSections = {
  hero: ['time'],
  benefits: ['icon'],
  pairing: [],
  'tax-banner': ['linkAddress'],
  process: [],
} as const satisfies Record<Section, readonly string[]>;

export const shownSections: Record<Section, { readonly label: string; readonly icon: string }> = {
  hero: { label: 'Head of the page', icon: 'window' },
  benefits: { label: 'Why motorize', icon: 'thumb_up' },
  pairing: { label: 'Two shades, one window', icon: 'compare' },
  'tax-banner': { label: 'Tax credit', icon: 'payments' },
  process: { label: 'How it works', icon: 'format_list_numbered' },
};

const page = {
  description: filledText('Say in one sentence what the page tells, for search results.', { max: 160 }).describe(
    `One sentence for search results, at most 160 characters. ${FACTS}`,
  ),
  lead: text('Say the most important in one or two sentences.', { max: 240 }).describe('The first paragraph.'),
  changed: day.describe('The day on which what the page says last changed, as 2026-11-22.'),
};

/** The page `/privacy`; its text is below the fields. */
export const privacySchema = entry({
  title: title(36),
  ...page,
  inShort: rows(
    {
      name: text('Write what it is about.', { max: 24 }).describe('What it is about.'),
      text: filledText('Say it in a few words.', { max: 120, withServices: true }).describe(
        `In a few words. ${FACTS} So may {if analytics}…{else}…{end}.`,
      ),
    },
    { min: 2, max: 6 },
  ).describe('The page in short: two to six lines.'),
});

const footerTitle = text('Write the heading.', { max: 24 }).describe(
  'The heading, and the words of the link in the footer.',
);

/** The page `/terms`, which the box for texts links; its text is below the fields. */
export const termsSchema = entry({ title: footerTitle, ...page });

/** A page such as `/accessibility`. Its text is below the fields; without one there is neither the page nor its link. */
export const pageSchema = entry({
  title: footerTitle,
  ...page,
  draft,
});
