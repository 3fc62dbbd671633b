import { business } from '#business';
import { expect, lookTest as test } from '#tests/support/host';

/** The slugs, and what a page is sure to say of its place (specification, sections 2 and 3). */
const areas = [
  ['kissimmee', 'Kissimmee', 'Osceola County'],
  ['orlando', 'Orlando', 'Orange County'],
  ['st-cloud', 'St. Cloud', 'Osceola County'],
  ['celebration', 'Celebration', 'Osceola County'],
  ['poinciana', 'Poinciana', 'Osceola'],
  ['winter-park', 'Winter Park', 'Orange County'],
  ['ocoee', 'Ocoee', 'Orange County'],
  ['apopka', 'Apopka', 'Orange County'],
  ['haines-city', 'Haines City', 'Polk County'],
  ['davenport', 'Davenport', 'Polk County'],
  ['osceola-county', 'Osceola County', 'Osceola County'],
  ['orange-county', 'Orange County', 'Orange County'],
] as const;

for (const [slug, name, county] of areas) {
  test(`${name} has its own headline, county, projects, neighborhoods and ZIP codes`, async ({ page }) => {
    await page.goto(`/service-areas/${slug}`);
    const main = page.getByRole('main');
    await expect(
      main.getByRole('heading', { level: 1, name: `Motorized Window Treatments in ${name}, FL` }),
    ).toBeVisible();
    await expect(main.locator('.badge').first()).toContainText(county);
    await expect(main.locator('.area-hero .lead')).toHaveText(/.{60,}/);
    await expect(main.getByRole('region', { name: `What ${name} asks us for` }).getByRole('listitem')).not.toHaveCount(
      0,
    );
    const places = main.getByRole('region', { name: 'We know the streets' });
    for (const place of await places.getByRole('listitem').all()) await expect(place).toHaveClass(/badge/);
    await expect(places.getByText(/^ZIP codes served: \d{5}(, \d{5})*$/)).toBeVisible();
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{50,160}/);
  });
}

test('the examples of ZIP codes are served', async ({ page }) => {
  await page.goto('/service-areas/kissimmee');
  for (const zip of [34741, 34742, 34743, 34744, 34745, 34746, 34747]) {
    await expect(page.getByText('ZIP codes served:').locator('..')).toContainText(String(zip));
  }
  await page.goto('/service-areas/celebration');
  await expect(page.getByText('ZIP codes served: 34747, 34786')).toBeVisible();
});

test('the call to action opens the booking dialog of this page', async ({ page }) => {
  await page.goto('/service-areas/celebration');
  await page.getByRole('link', { name: 'Schedule a Celebration visit' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
  await expect(page).toHaveURL('/service-areas/celebration');
});

test('Call Now calls, and says from where', async ({ page }) => {
  await page.goto('/service-areas/ocoee');
  const call = page.getByRole('link', { name: 'Call Now' });
  await expect(call).toHaveAttribute('href', business.phone.href);
  await expect(call).toHaveAttribute('data-track', 'phone_click');
  await expect(call).toHaveAttribute('data-track-location', 'service-area');
});

test('the strip says where, whom to call and when: the hours of visits', async ({ page }) => {
  await page.goto('/service-areas/ocoee');
  const main = page.getByRole('main');
  await expect(main.getByRole('term')).toHaveText(['Service area', 'Contact', 'Hours']);
  await expect(main.getByRole('definition')).toHaveText([
    'Ocoee, Orange County',
    business.phone.display,
    'Mon-Fri 9 AM-6 PM ET',
    'Sat 9 AM-3 PM ET by appointment',
  ]);
});

test('the page closes with a call to action', async ({ page }) => {
  await page.goto('/service-areas/apopka');
  const closing = page.locator('.ask');
  await expect(closing.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(closing.getByRole('link', { name: business.phone.display })).toBeVisible();
  await closing.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
});

test('an unknown place is "Location Not Found", with status 404', async ({ page }) => {
  const response = await page.goto('/service-areas/tampa');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Location Not Found' })).toBeVisible();
  await expect(page.getByText("We couldn't find the location you're looking for.")).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

for (const address of ['/unknown', '/service-areas', '/blog/one/two', '/unknown/deeper']) {
  test(`${address} is "404 Page Not Found", with status 404`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  });
}
