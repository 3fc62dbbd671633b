import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import brand from '#brand/brand.json' with { type: 'json' };
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blogPostSchema, promotionSchema, serviceAreaSchema } from '#schemas/collections';
import { translationSchema } from '#schemas/translations';
import { checkBuiltPages } from './content-check/built-pages.ts';
import { checkContent, checkPictures, samplesLeft } from './content-check/collections.ts';
import { checkSource } from './content-check/entries.ts';
import { due, report, wrong } from './content-check/finding.ts';
import { jpegWithPosition } from '#tests/support/sample-media';

const today = '2026-11-21';
let root = '';
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff);

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'content-check-'));
  await put('src/assets/lizard.jpg', JPEG);
});
afterEach(() => rm(root, { recursive: true }));

async function put(file: string, text: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

const post = (text: string, changes: Record<string, string> = {}) => {
  const fields = {
    title: 'Shades and lizards',
    excerpt: 'What lives behind a shade.',
    date: '2026-11-01',
    readTime: '1 min read',
    category: 'Buying Guide',
    image: '{ src: ../../assets/lizard.jpg, alt: A lizard on a shade }',
    ...changes,
  };
  return `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n\n${text}\n`;
};

const offer = (term: string, validUntil = 'This fall') => `---
order: 1
title: Lizard screens
discount: $75 off
description: A screen at a better price.
validUntil: ${validUntil}
${term}
badge: New
featured: true
---
`;

const question = '---\norder: 1\nquestion: Why?\nanswer: Because.\n---\n';

const messages = async () =>
  (await checkContent(root, today)).findings.map(({ severity, message }) => `${severity}: ${message}`);

describe('the content', () => {
  test('that is in order has no findings', async () => {
    await put('src/pages/index.astro', '');
    await put('src/pages/blog/index.astro', '');
    await put('src/pages/rss.xml.ts', '');
    await put('public/guide.pdf', '');
    const links =
      '[home](/), [list](/blog), [self](/blog/lizards#top), [feed](/rss.xml), [pdf](/guide.pdf), [x](https://example.com)';
    await put('src/content/blog/lizards.md', post(`${links} and [mail](mailto:a@example.com)`));
    expect(await checkContent(root, today)).toEqual({ entries: 1, findings: [] });
  });

  test('names a link without a page, and one that is neither ours nor another site', async () => {
    const links = '[a](/blog/snakes) [b](blog/lizards) [c][d] [e](javascript:f)\n\n[d]: /frogs "Frogs"';
    await put('src/pages/blog/[slug].astro', '');
    await put('src/content/blog/lizards.md', post(`${links}\n\n\`[code](/not-a-link)\` [f](/blog/[slug])`));
    expect(await messages()).toEqual([
      'wrong: The link /blog/snakes leads nowhere: there is no page /blog/snakes. Correct it, or take it away.',
      'wrong: The link blog/lizards must begin with / (a page of ours) or https:// (another site).',
      'wrong: The link javascript:f must begin with / (a page of ours) or https:// (another site).',
      'wrong: The link /frogs leads nowhere: there is no page /frogs. Correct it, or take it away.',
      'wrong: The link /blog/[slug] leads nowhere: there is no page /blog/[slug]. Correct it, or take it away.',
    ]);
  });

  test('names a question whose guide is not there, and not one whose guide or link only has a mistake', async () => {
    await put('src/content/blog/frogs.md', post('[Toads](/blog/toads)', { title: 'Frogs' }));
    await put('src/content/blog/toads.md', post('Text.', { date: 'May 1' }));
    for (const guide of ['frogs', 'snakes', 'toads'])
      await put(
        `src/content/faq/${guide}.md`,
        question.replace('order: 1\nquestion: Why', `order: 1\nguide: ${guide}\nquestion: Why ${guide}`),
      );
    expect((await checkContent(root, today)).findings).toEqual([
      wrong('src/content/blog/toads.md', 'date: Write the day as year-month-day, for example 2026-11-03.', 4),
      wrong(
        'src/content/faq/snakes.md',
        'guide: there is no src/content/blog/snakes.md. Correct the name, or remove the line.',
      ),
    ]);
  });

  test('names a picture without a description', async () => {
    const pictures = '![](../../assets/lizard.jpg) ![A lizard](../../assets/lizard.jpg) `![](code.jpg)`';
    await put('src/content/blog/lizards.md', post(pictures));
    expect(await messages()).toEqual([
      expect.stringContaining('wrong: The picture ../../assets/lizard.jpg has no description'),
    ]);
  });

  test('names an area that the booking dialog lacks, a ZIP code at which no visit is booked, and one without a city', async () => {
    const area = (name: string, zipCode = '30061') =>
      `---\norder: 1\nname: ${name}\ncounty: Cobb County\nmetaTitle: A\nmetaDescription: A\ndescription: A\nctaText: A\npopularProjects: [A, B, C]\nneighborhoods: [A, B, C]\nzipCodes: ['${zipCode}']\nimage: { src: ../../assets/lizard.jpg, alt: A lizard }\nprojectsImage: { src: ../../assets/lizard.jpg, alt: A lizard }\n---\n\nText.\n`;
    const services = [{ name: 'Shades' }];
    const zipAreas = { served: ['30061', '30041-30043'] };
    const choices = {
      services,
      cities: [{ name: 'Vinings', zipCodes: ['30061', '30041'] }],
      otherCities: [{ name: 'Decatur', zipCodes: ['30043'] }],
      callbackCities: [{ name: 'Anywhere' }],
      zipAreas,
    };
    await put('brand/choices.json', JSON.stringify(choices));
    await put('src/content/service-areas/vinings.md', area('Vinings'));
    await put('src/content/service-areas/winter-garden.md', area('Winter Garden', '30062'));
    const { findings } = await checkContent(root, today);
    expect(findings.filter(({ file }) => /service-areas|choices/.test(file))).toEqual([
      due(
        'src/content/service-areas/winter-garden.md',
        'The booking dialog lacks Winter Garden. Add it to brand/choices.json, or delete this file if you do not go there.',
      ),
      due(
        'src/content/service-areas/winter-garden.md',
        'No visit is booked at 30062. Add it to zipAreas in brand/choices.json, or take it away here.',
      ),
      due(
        'brand/choices.json',
        'Not every ZIP code of 30041-30043 has a city. Add it to otherCities, or take it away here.',
      ),
    ]);
  });

  test('names a guide with the title of another', async () => {
    for (const name of ['a', 'b', 'c']) await put(`src/content/blog/${name}.md`, post('Text.'));
    const { findings } = await checkContent(root, today);
    expect(findings.map(({ file, message }) => `${file}: ${message}`)).toEqual(
      ['b', 'c'].map(
        (name) => `src/content/blog/${name}.md: It has the title of src/content/blog/a.md. Give it one of its own.`,
      ),
    );
  });

  test.each([
    ['a name with capitals and spaces', 'faq/Why Not.md', question, 'Rename it, for example to why-not.md.'],
    ['a file of another ending', 'faq/why.markdown', question, 'Texts are faq/*.md, with no other ending'],
    ['a file that an editor gave a second ending', 'faq/why.md.txt', question, 'Texts are faq/*.md, with no other'],
    ['a file that would be a program', 'faq/why.mdx', question, 'Texts are faq/*.md, with no other ending'],
    [
      'a file in a folder within',
      'faq/2026/why.md',
      question,
      'Texts are faq/*.md, with no other ending and no folder',
    ],
    ['a file in a folder that is not there', 'Faq/why.md', question, 'Texts are blog/*.md, service-areas/*.md,'],
    ['a picture among the texts', 'faq/why.jpg', '', 'pictures are in src/assets.'],
    ['a name that is the list’s', 'faq/index.md', question, 'Rename it, for example to new-entry.md.'],
    ['a text that no page shows', 'faq/why.md', `${question}More.`, 'Move it into one of the fields, or remove it.'],
    ['a fact in braces where none is filled in', 'blog/a.md', post('Call {phone}.'), '{phone} is read as it is typed'],
    [
      'a file of another encoding',
      'faq/why.md',
      Buffer.from(question.replace('Why', 'Wé'), 'latin1'),
      'not saved as "UTF-8"',
    ],
    [
      'an offer of another last day',
      'promotions/a.md',
      offer('endsOn: 2027-05-31', 'Mar 1 to May 30, 2027'),
      'does not name endsOn',
    ],
    [
      'an offer of another last year',
      'promotions/a.md',
      offer('endsOn: 2027-05-31', 'To May 31, 2028'),
      'does not name endsOn',
    ],
    ['a missing text', 'blog/lizards.md', post(''), 'The text is missing.'],
    ['a wrong reading time', 'blog/a.md', post('word '.repeat(226)), 'says 1 min read, its length says 2 min read.'],
    [
      'a long title',
      'blog/a.md',
      post('Text.', { title: 'x'.repeat(37) }),
      'title is too long by 1: with the business',
    ],
    [
      'a picture of the fields that is not there',
      'blog/a.md',
      post('Text.', { image: '{ src: ../../assets/b.jpg, alt: B }' }),
      'b.jpg is not there.',
    ],
    [
      'a picture of another site, by reference',
      'blog/a.md',
      post('![A gecko][1]\n\n[1]: https://example.com/b.jpg'),
      'b.jpg is not one of ours',
    ],
    [
      'a picture with a space in its name that is not there',
      'blog/a.md',
      post('Text.', { image: "\n  src: '../../assets/my b.jpg'\n  alt: B" }),
      '/my b.jpg is not there.',
    ],
    [
      'a day that is none',
      'promotions/a.md',
      offer('endsOn: 2027-02-31'),
      'endsOn: 2027-02-31 is not in the calendar.',
    ],
  ])('names %s', async (_, file, source, message) => {
    await put(`src/content/${file}`, source);
    expect(await messages()).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ['blanks behind the lines of ---', question.replaceAll('---', '---  ')],
    ['a note in a line of its own, or behind a number', question.replace('order: 1', '# First\norder: 1 # of all')],
    ['signs between quotes', question.replace('Why?', "'Why #1 & no other?' # Indeed")],
    ['an offer that names its last day', offer('startsOn: 2027-03-01\nendsOn: 2027-05-31', 'Mar 1 to May 31, 2027')],
  ])('takes %s', async (_, source) => {
    await put(`src/content/${source.includes('badge') ? 'promotions' : 'faq'}/why.md`, source);
    for (const beside of ['.DS_Store', 'faq/.gitkeep', 'README.md']) await put(`src/content/${beside}`, '');
    expect(await messages()).toEqual([]);
  });

  test('takes a ZIP code as it is written, with its leading zero, and no shorter number', async () => {
    const area = (zipCode: string) =>
      `---\norder: 1\nname: A\ncounty: Cobb County\nmetaTitle: A\nmetaDescription: A\ndescription: A\nctaText: A\npopularProjects: [A, B, C]\nneighborhoods: [A, B, C]\nzipCodes:\n  - ${zipCode}\nimage: { src: ../../assets/lizard.jpg, alt: A lizard }\nprojectsImage: { src: ../../assets/lizard.jpg, alt: A lizard }\n---\n\nText.\n`;
    for (const [zipCode, found] of [
      ['02134', []],
      ["'02134'", []],
      ['2134', ['wrong: A ZIP code has 5 digits.']],
    ] as const) {
      await put('src/content/service-areas/a.md', area(zipCode));
      expect(await messages()).toEqual(found);
    }
  });

  test('misses the files beside one of brand/', async () => {
    await put('brand/choices.json', '{}');
    expect(await messages()).toContain('wrong: The file is missing, and a page is made of it. Put it back.');
  });

  /** Puts the pages that every site has. Answers the text of the privacy page. */
  async function putPages(): Promise<string> {
    const read = (name: string) => readFile(path.join(import.meta.dirname, `../src/content/pages/${name}.md`), 'utf8');
    for (const name of ['privacy', 'terms']) await put(`src/content/pages/${name}.md`, await read(name));
    await put('src/pages/privacy.astro', '');
    return await read('privacy');
  }

  test('names what stands for nothing in the text of the privacy page, and its dead links', async () => {
    const privacy = await putPages();
    expect(await messages()).toEqual([]);
    await put('src/content/pages/privacy.md', `${privacy}\nCall {fone}, or [read](/nowhere). {if crm}More.\n`);
    expect(await messages()).toEqual([
      expect.stringMatching(/^wrong: Write each \{if …\} with one \{end\} behind it/),
      expect.stringMatching(/^wrong: \{fone\} stands for nothing\./),
      expect.stringMatching(/^wrong: The link \/nowhere leads nowhere/),
    ]);
  });

  test('a page needs no text until it is written, nor a file; then it is checked, and may be linked', async () => {
    const fields = 'title: A\ndescription: B\nlead: C\nchanged: 2026-11-26\ndraft: true';
    const privacy = await putPages();
    await put('src/content/pages/privacy.md', `${privacy}\n[Warranty](/warranty), [financing](/financing)\n`);
    await put('src/content/pages/financing.md', `---\n${fields}\n---\n`);
    await put('src/content/pages/warranty.md', `---\n${fields}\n---\n\nCall {fone}.\n`);
    expect((await messages()).toSorted()).toEqual([
      expect.stringMatching(/^due: A draft: previews show it/),
      expect.stringMatching(/^wrong: The link \/financing leads nowhere/),
      expect.stringMatching(/^wrong: \{fone\} stands for nothing\./),
    ]);
  });

  test('says which offers have ended, from the day after the last; which posts are drafts, and which samples are left', async () => {
    await put('src/content/promotions/a.md', offer('endsOn: 2026-11-20'));
    await put('src/content/promotions/b.md', offer('endsOn: 2026-11-21'));
    await put('src/content/promotions/c.md', offer('startsOn: 2026-12-01'));
    await put('src/content/blog/held.md', post('Text.', { draft: 'true' }));
    await put('src/content/blog/out.md', post('Text.', { title: 'Out', draft: 'false' }));
    const review = (sample: boolean) =>
      `---\norder: 1\nsample: ${sample}\nname: Ann\nlocation: Vinings\ninitials: AN\nrating: 5\ntext: Good.\n---\n`;
    await put('src/content/reviews/invented.md', review(true));
    await put('src/content/reviews/real.md', review(false));
    const { findings } = await checkContent(root, today);
    const sentences = [
      due('src/content/blog/held.md', 'A draft: previews show it, the live site does not. Remove draft to publish it.'),
      due(
        'src/content/promotions/a.md',
        'The offer ended on November 20, 2026. Write its new term, or delete this file.',
      ),
      due('src/content/reviews/invented.md', expect.any(String)),
    ];
    expect(findings).toHaveLength(sentences.length);
    expect(findings).toEqual(expect.arrayContaining(sentences));
    expect(await samplesLeft(root)).toEqual(['src/content/reviews/invented.md']);
  });

  test('says which claims nobody has confirmed', async () => {
    const claim = { source: 'Google', date: '2026-11-01', confirmed: true };
    const rating = { ...claim, confirmed: false };
    const claims = { certifiedBrand: claim, yearsOfExperience: claim, startingPrice: claim, rating };
    await put('brand/brand.json', JSON.stringify({ ...brand, claims }));
    expect((await checkContent(root, today)).findings.filter(({ severity }) => severity === 'due')).toEqual([
      due(
        'brand/brand.json',
        expect.stringMatching(/^rating is not confirmed: the live site leaves it out\. .*Google/),
      ),
    ]);
    await put('brand/brand.json', JSON.stringify({ ...brand, claims: {}, startingPrice: undefined }));
    expect((await checkContent(root, today)).findings.filter(({ severity }) => severity === 'due')).toEqual([
      due('brand/brand.json', expect.stringMatching(/^startingPrice is missing/)),
      ...['certifiedBrand', 'yearsOfExperience', 'rating'].map((claim) =>
        due('brand/brand.json', expect.stringMatching(`^${claim} is not confirmed: .*under claims stands no source`)),
      ),
    ]);
  });
});

test('a picture of the project that tells where it was taken is named, and a file that is no picture', async () => {
  await put('src/assets/a.jpg', await jpegWithPosition());
  await put('public/plain.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0));
  await put('brand/pictures/hero.jpg', '%PDF-1.7');
  expect(await checkPictures(root)).toEqual([
    wrong('brand/pictures/hero.jpg', expect.stringContaining('no picture, whatever its name says')),
    due('src/assets/a.jpg', expect.stringContaining('where it was taken')),
  ]);
});

describe('the built pages', () => {
  // A build writes it last.
  beforeEach(() => put('.netlify/build-stamp', ''));

  const page = (body: string, head = '<title>Lizards</title>') =>
    `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

  test('that are in order have no findings', async () => {
    const links =
      '<a href="/">h</a><a href="/blog/x">x</a><a href="/blog/x#caf%C3%A9">p</a><a href="#here">i</a><a href="/a.pdf">f</a>';
    await put(
      'dist/index.html',
      page(`${links}<a href="tel:+1">t</a><a href="https://example.com">e</a><a name="x">n</a><p id="here"></p>`),
    );
    await put(
      'dist/blog/x.html',
      page(
        '<h2 id="café"></h2><img src="/a.avif" alt=""><script>"<img src=no-alt>"</script><!-- <img> -->',
        `<title>${'&amp;'.repeat(60)}</title><meta content="${'x'.repeat(160)}" name="description">`,
      ),
    );
    await put('dist/a.pdf', '');
    expect(await checkBuiltPages(root)).toEqual({ pages: 2, findings: [] });
    expect(await checkBuiltPages(path.join(root, 'before'))).toEqual({ pages: 0, findings: [] });
  });

  test('of a build that did not end are not judged, and that is told', async () => {
    await put('dist/index.html', page('<a href="/gone">a</a>'));
    await rm(path.join(root, '.netlify/build-stamp'));
    const finding = due(
      'dist',
      expect.stringMatching(/^The last build did not end, .* Run npm run build, then this again/),
    );
    expect(await checkBuiltPages(root)).toEqual({ pages: 0, findings: [finding] });
  });

  test('name dead links and places, once each', async () => {
    await put(
      'dist/index.html',
      page('<a href="/gone">a</a><a class="b" href=\'/gone\'>b</a><a href="/?q=1#gone">c</a>'),
    );
    expect((await checkBuiltPages(root)).findings).toEqual([
      wrong('dist/index.html', 'The link /gone leads nowhere.'),
      wrong('dist/index.html', 'The link /?q=1#gone leads to a page without a place named "gone".'),
    ]);
  });

  test('may link to what a function fills in or answers, and to what the owner’s pages draw', async () => {
    await put('dist/admin/leads.html', page('<a href="#new">a</a><a href="/admin/gone">b</a>'));
    await put(
      'dist/visit.html',
      page('<a href="[[file]]">a</a><a href="/api/leads/export?all=1">b</a><a href="/api/x">c</a>'),
    );
    expect((await checkBuiltPages(root)).findings).toEqual([
      wrong('dist/admin/leads.html', 'The link /admin/gone leads nowhere.'),
      wrong('dist/visit.html', 'The link /api/x leads nowhere.'),
    ]);
  });

  test('name pictures without alt, long titles and long descriptions, counted as read', async () => {
    const head = `<title>${'&amp;'.repeat(61)}</title><meta name="description" content="${'&#39;'.repeat(161)}">`;
    await put('dist/index.html', page('<img src="/a.avif" data-x="a > b">', head));
    expect((await checkBuiltPages(root)).findings.map(({ message }) => message)).toEqual([
      'The picture /a.avif has no alt text.',
      expect.stringMatching(/^The title has 61 characters, 60 at most/),
      'The description has 161 characters, 160 at most.',
    ]);
  });
});

test('the report has what is wrong before what is due, and each message once', () => {
  const findings = [due('a.md', 'Soon.'), wrong('b.md', 'Now.'), wrong('c.md', 'Now.')];
  expect(report(findings)).toBe('To correct (1)\n  Now.\n    b.md\n    c.md\n\nDue (1)\n  Soon.\n    a.md\n');
});

const image = () => z.custom<ImageMetadata>();

test.each([
  ['A new post', blogPostSchema(image)],
  ['A new offer', promotionSchema(image)],
  ['A new service area', serviceAreaSchema(image)],
  ['Spanish', translationSchema('blog', image)],
])('the example under "%s" in docs/content.md would be accepted', async (heading, schema) => {
  const page = await readFile(path.join(import.meta.dirname, '../docs/content.md'), 'utf8');
  const section = page.slice(page.indexOf(`\n## ${heading}\n`));
  const example = /```markdown\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  expect(checkSource('docs/content.md', example, schema)).toMatchObject({ success: true });
});

const spanish = (changes: Record<string, string> = {}, text = 'Texto.') => {
  const fields = {
    translation: 'reviewed',
    title: 'Persianas y lagartijas',
    excerpt: 'Lo que vive detrás de una persiana.',
    image: '{ alt: Una lagartija en una persiana }',
    ...changes,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n\n${text}\n`;
};

test('translations are named where nobody has read them, and missed where others are there', async () => {
  await put('src/content/blog/lizards.md', post('Text.'));
  await put('src/content/blog/lizards.es.md', spanish({ translation: 'unreviewed' }));
  await put('src/content/faq/why.md', question);
  expect(await messages()).toEqual([
    expect.stringContaining('due: The Spanish is unreviewed.'),
    expect.stringContaining('due: Not translated: the Spanish page shows the English text.'),
  ]);
});

test('translations may not be without their original, nor say what is the same in every language', async () => {
  await put('src/content/blog/lizards.md', post('Text.'));
  await put('src/content/blog/geckos.es.md', spanish());
  await put('src/content/blog/lizards.es.md', spanish({ date: '2026-11-02' }));
  expect(await messages()).toEqual([
    'wrong: It translates src/content/blog/geckos.md, which is not there. Give both files one name, or delete this one.',
    expect.stringContaining('wrong: "date": not a field of a translation.'),
  ]);
});

test.each([
  ['It is $1,200.50, 30% off, to Jan 3, 2026.', 'Cuesta $1,200.50, 30 % menos, hasta el 3 de enero de 2026.'],
  ['From $300-500, Oct 1-15.', 'De $300 a $500, del 1 al 15 de octubre.'],
  ['Three rooms in 1 to 4 hours.', 'Tres cuartos, de 1 a 4 horas.'],
  ['$75 off', '$57 menos', '$75, $57'],
  ['To Jan 3, 2026', 'Hasta el 3 de febrero de 2026', 'jan 3, feb 3'],
  ['To Jan 3, 2026', 'Hasta el 4 de enero de 2027', '2026, jan 3, 2027, jan 4'],
  ['30% off', 'Menos', '30%'],
])('the figures of "%s" are those of "%s"', async (english, words, differ = '') => {
  await put('src/content/blog/lizards.md', post(english));
  await put('src/content/blog/lizards.es.md', spanish({}, words));
  const sentence = `wrong: Not in both languages: ${differ}. Prices, per cents and dates are the same in both.`;
  expect(await messages()).toEqual(differ === '' ? [] : [sentence]);
});

test('a link to a page of ours may be written for any language', async () => {
  await put('src/content/blog/lizards.md', post('Text.'));
  await put('src/pages/[...language]/blog.astro', '');
  await put('src/content/blog/lizards.es.md', spanish({}, '[a](/blog/lizards) [b](/es/blog) [c](/en/sun)'));
  expect(await messages()).toEqual([
    'wrong: The link /en/sun leads nowhere: there is no page /en/sun. Correct it, or take it away.',
  ]);
});
