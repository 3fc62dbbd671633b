import { hearEvents, withoutPopup } from '#tests/support/home';
import { expect, test } from '#tests/support/host';

test.beforeEach(async ({ page }) => {
  await withoutPopup(page);
  await page.goto('/');
});

test('the home page has its sections in the specified order', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your shades know when it’s noon.');
  const headings = page.getByRole('heading', { level: 2 });
  await expect(headings).toHaveText([
    'The sun moves. Now your shades do, too.',
    'Eight ways to hold back the afternoon.',
    'By day, PerfectSheer',
    'By night, blackout cellular',
    'Offers worth timing a project for.',
    'Installed by December 31, 2025? You may still claim up to $1,200.',
    'One visit to measure, one to hang, and a number that answers after.',
    'Elena sees the fabric. Mark sees the eighth of an inch.',
    'What people say once the sun is up.',
    'Before you ask us in',
    'Come home to the right light.',
  ]);
});

test('the hero has a consultation button and a phone button', async ({ page }) => {
  const hero = page.getByRole('region', { name: 'Your shades know when it’s noon.' });
  await expect(hero.getByRole('link', { name: '(407) 555-0142' })).toHaveAttribute('href', 'tel:+14075550142');
  await hero.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
});

test('six benefits make the claims of the business', async ({ page }) => {
  const benefits = page.getByRole('region', { name: 'The sun moves.' });
  await expect(benefits.getByRole('heading', { level: 3 })).toHaveText([
    'Ask for it',
    'App or remote',
    'No cords, anywhere',
    'A cooler afternoon',
    'Set it to the sun',
    'Support for life',
    'What we carry',
  ]);
  const claims = ['Over 7 years', 'Alexa, Google Home and Apple HomeKit', 'cordless by design', 'up to 30%'];
  for (const claim of claims) await expect(benefits).toContainText(claim);
});

test('the list of available products leads to them with "Learn More"', async ({ page }) => {
  await expect(page.getByRole('list', { name: 'What we carry' }).getByRole('listitem')).toHaveText([
    /Motorized shades/,
    /Motorized blinds/,
    /Motorized shutters/,
    /Motorized drapery/,
    /Outdoor screens/,
    /Commercial treatments/,
  ]);
  await page.getByRole('link', { name: 'Learn More' }).click();
  await expect(page).toHaveURL(/#products$/);
  await expect(page.getByRole('heading', { name: 'Eight ways to hold back the afternoon.' })).toBeInViewport();
});

test('eight products have a picture, a maker, a description and features', async ({ page }) => {
  const cards = page.getByRole('region', { name: 'Featured products' }).getByRole('article');
  await expect(cards).toHaveCount(8);
  for (const card of await cards.all()) {
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(/\w/);
    await expect(card.getByRole('img')).toHaveAttribute('alt', /\w+ \w+ \w+/);
    await expect(card).toContainText(/Norman|Hunter Douglas/);
    expect(await card.getByRole('listitem').count()).toBeGreaterThanOrEqual(2);
  }
  await expect(cards.first()).toContainText('Certified dealer');
  await expect(cards.first()).toContainText('White');
});

test('each product that is seen is reported, once', async ({ page }) => {
  const heard = await hearEvents(page);
  await page.reload();
  expect(await heard('product_view')).toEqual([]);
  const cards = page.getByRole('region', { name: 'Featured products' }).getByRole('article');
  for (const card of [...(await cards.all()), cards.first()]) await card.getByRole('img').scrollIntoViewIfNeeded();
  await expect.poll(async () => (await heard('product_view')).length).toBe(8);
  const products = (await heard('product_view')).map(({ product }) => product);
  expect(new Set(products).size).toBe(8);
  expect(products).toContain('motorized-roller-shades');
});

test('two product lines are compared point by point', async ({ page }) => {
  const pair = page.getByRole('region', { name: 'Two shades for one window' });
  const points = ['Daylight', 'Privacy', 'Heat', 'Best in'];
  await expect(pair.getByRole('term')).toHaveText([...points, ...points]);
  await expect(pair.getByRole('img')).toHaveCount(2);
});

test('the tax banner speaks of what was installed in time, and leads to the government’s page in a new tab', async ({
  page,
}) => {
  const banner = page.getByRole('region', { name: 'Installed by December 31, 2025?' });
  await expect(banner).toContainText('up to$1,200');
  await expect(banner).toContainText('put in by that date, and none put in since');
  const link = banner.getByRole('link', { name: 'Read the rules at irs.gov (opens in a new tab)' });
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.irs\.gov\//);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
});

test('four steps tell how it goes', async ({ page }) => {
  const steps = page.getByRole('region', { name: 'One visit to measure' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Free consultation',
    'Custom design',
    'Professional installation',
    'Ongoing support',
  ]);
  await expect(steps).toContainText('1-4 hours');
});

test('the owners, a couple, introduce themselves', async ({ page }) => {
  const owners = page.getByRole('region', { name: 'Elena sees the fabric.' });
  await expect(owners.getByRole('img')).toHaveAccessibleName(/monogram of Elena and Mark/);
  await expect(owners).toContainText('We are Elena and Mark');
  await expect(owners.getByRole('link', { name: 'Schedule Consultation' })).toBeVisible();
});

test('four reviews have a name, a place and their stars', async ({ page }) => {
  const reviews = page.getByRole('region', { name: 'What people say' }).getByRole('article');
  await expect(reviews).toHaveCount(4);
  for (const review of await reviews.all()) {
    await expect(review.getByRole('blockquote')).toHaveText(/\w/);
    await expect(review.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible();
  }
  await expect(reviews.first()).toContainText('Maria G.Celebration');
});

for (const [place, name] of [
  ['rating_link', '5.0 stars on Google'],
  ['button', 'Read all reviews'],
] as const) {
  test(`the ${place} leads to the review site in a new tab, and is reported`, async ({ page, context }) => {
    const heard = await hearEvents(page);
    await page.reload();
    await context.route('https://www.google.com/**', (route) => route.fulfill({ body: 'Reviews' }));
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(/google\.com\/search\?q=Sunhaven/);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(await heard('google_reviews_click')).toEqual([{ location: place }]);
  });
}

test('ten questions open one at a time, and an open one can be closed', async ({ page }) => {
  const faq = page.getByRole('region', { name: 'Before you ask us in' });
  const items = faq.getByRole('group');
  await expect(items).toHaveCount(10);
  const [first, second] = [/Motorization adds \$300-500 per shade/, /From 1 year to 18 months/];
  await expect(faq.getByText(first)).toBeVisible();
  await faq.getByText('How long do the batteries last?').click();
  await expect(faq.getByText(second)).toBeVisible();
  await expect(faq.getByText(first)).toBeHidden();
  await faq.getByText('How long do the batteries last?').press('Enter');
  await expect(faq.getByText(second)).toBeHidden();
  await expect(faq.locator('details[open]')).toHaveCount(0);
});

test('the questions answer with the hours and the coverage of the business', async ({ page }) => {
  const faq = page.getByRole('region', { name: 'Before you ask us in' });
  await faq.getByText('When are you open?').click();
  await expect(faq.getByText('Mon-Fri 8AM-6PM and Sat 9AM-4PM.')).toBeVisible();
  await faq.getByText('Which areas do you serve?').click();
  await expect(faq.getByText('Osceola County, NE Polk County, Poinciana, Orlando and Lake Buena Vista.')).toBeVisible();
});

test('the footer leads on', async ({ page }) => {
  const footer = page.getByRole('contentinfo');
  const areas = ['kissimmee', 'orlando', 'osceola-county', 'orange-county', 'st-cloud', 'celebration'];
  for (const path of ['/gallery', '/blog', ...areas.map((area) => `/service-areas/${area}`)]) {
    await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
  }
  await expect(footer).toContainText('Mon-Fri 8AM-6PM');
  await expect(footer).toContainText('Sat 9AM-4PM');
  await expect(footer.getByRole('link', { name: '(407) 555-0142' }).first()).toBeVisible();
  await footer.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
});

for (const width of [375, 768, 1440]) {
  test(`a link to a section arrives at it, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const { height: header } = (await page.getByRole('banner').boundingBox()) ?? { height: 0 };
    for (const id of ['deals', 'products']) {
      await page.goto('/blog');
      await page.goto(`/#${id}`);
      const top = () => page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);
      // The section's own margin at its head is 72 px at least: the heading is in sight.
      await expect.poll(async () => Math.abs((await top()) - header), { message: id }).toBeLessThan(48);
    }
  });
}

test('what is far from the window costs a phone nothing before it is near', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  const pictures: string[] = [];
  page.on('request', (request) => request.resourceType() === 'image' && pictures.push(new URL(request.url()).pathname));
  const product = () => pictures.some((path) => path.includes('product-'));
  await page.reload({ waitUntil: 'networkidle' });
  expect(product()).toBe(false);
  await page.getByRole('region', { name: 'Featured products' }).scrollIntoViewIfNeeded();
  await expect.poll(product).toBe(true);
});

test('nothing is asked of another host', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.reload();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});
