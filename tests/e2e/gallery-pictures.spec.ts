import { hold, requestsOf } from '#tests/support/browser/network';
import { addItem, expect, expectPlaysAndSeeks, files, test } from './gallery-site.ts';

for (const [name, [width, height], seen] of [
  ['on a phone the pictures of the two cards that are seen are asked for first', [375, 812], 2],
  ['on a wide screen those of both rows that are seen', [1440, 900], 6],
] as const) {
  test(`${name}, and the others follow`, async ({ page, site }) => {
    const count = 8;
    for (let left = count; left > 0; left -= 1) await addItem(site, { title: `Work ${left}` });
    await page.setViewportSize({ width, height });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const requests = requestsOf(page);
    const asked = () => requests.filter(({ pathname }) => pathname === '/.netlify/images').length;
    const show = await hold(page, '**/.netlify/images**');
    await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
    await expect.poll(asked).toBe(seen);
    await expect(page.locator('button.work')).toHaveCount(0);
    // React, and with it the other pictures, wait a second for these, and no longer.
    await page.clock.runFor(999);
    expect(asked()).toBe(seen);
    await page.clock.runFor(1);
    await expect(page.locator('button.work').first()).toBeVisible();
    await page.clock.resume();
    await expect(page.locator('button.work')).toHaveCount(count);
    show();
    await page.locator('button.work').last().scrollIntoViewIfNeeded();
    await expect.poll(asked).toBe(count);
  });
}

test('a filter that is pressed before React is there counts when it comes; the blurred look of a picture goes when the picture is there: it would show through a transparent one', async ({
  page,
  site,
}) => {
  const placeholder = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=';
  await addItem(site, { title: 'Kitchen', category: 'shutters', placeholder });
  await addItem(site, { title: 'Nursery', category: 'drapery' });
  const goOn = await hold(page, '**/_astro/client*.js');
  const show = await hold(page, '**/.netlify/images**');
  const react = page.waitForRequest('**/_astro/client*.js');
  // The page counts as loaded only with the pictures.
  await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
  await react;
  await page.getByRole('button', { name: 'Shutters' }).click();
  goOn();
  await expect(page.getByRole('button', { name: 'Shutters' })).toHaveAttribute('aria-pressed', 'true');
  const works = page.locator('button.work:visible');
  await expect(works.locator('b')).toHaveText(['Kitchen']);
  await expect(works.locator('.blur-placeholder')).toHaveCount(1);
  await works.click();
  await expect(page.getByRole('dialog').locator('.blur-placeholder')).toHaveCount(1);
  show();
  await expect(page.locator('.blur-placeholder')).toHaveCount(0);
});

test('a film’s card shows its poster, and then the film; one that is far below waits until it comes near', async ({
  page,
  site,
}) => {
  const file = files.shade;
  await addItem(site, { file, title: 'Far' });
  let posterUrl = '';
  for (let count = 0; count < 6; count += 1) posterUrl = (await addItem(site)).mediaUrl;
  await addItem(site, { file, title: 'Without a poster' });
  await addItem(site, { file, posterUrl, title: 'With a poster' });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/gallery');
  await expect(page.locator('button.work')).toHaveCount(9);
  const card = (title: string) => page.locator('button.work', { hasText: title });
  const film = (title: string) => card(title).locator('video');
  const hasFilm = (title: string) => film(title).evaluate((video: HTMLVideoElement) => video.readyState > 0);

  await expect.poll(() => hasFilm('With a poster')).toBe(true);
  const poster = card('With a poster').locator('img');
  await expect(poster).toHaveAttribute('srcset', new RegExp(encodeURIComponent(posterUrl)));
  const shown = await poster.evaluate((picture: HTMLImageElement) => picture.currentSrc);
  await expect(film('With a poster')).toHaveAttribute('poster', shown);
  await expect.poll(() => hasFilm('Without a poster')).toBe(true);
  await expect(card('Without a poster').locator('img')).toHaveCount(0);

  await expect(film('Far')).toHaveCount(0);
  await card('Far').scrollIntoViewIfNeeded();
  await expect.poll(() => hasFilm('Far')).toBe(true);
});

test('a video that does not play is a sentence in the lightbox, in English and Spanish, and the next one plays', async ({
  page,
  site,
}) => {
  for (const name of ['hevc', 'sound']) await addItem(site, { title: name, file: `tests/fixtures/media/${name}.mp4` });
  await addItem(site, { title: 'shade', file: files.shade });
  const lightbox = page.getByRole('dialog');
  const work = (title: string) => page.locator('button.work').filter({ hasText: title });
  for (const [address, title, sentence] of [
    ['/gallery', 'hevc', 'This video cannot be played here. Please check your connection, or try another browser.'],
    ['/es/gallery', 'sound', 'Este video no se puede reproducir aquí. Revise su conexión o pruebe con otro navegador.'],
  ] as const) {
    await page.goto(address);
    await work(title).click();
    await expect(lightbox.getByText(sentence)).toBeVisible();
    await expect(lightbox.locator('video')).toHaveCount(0);
  }
  await page.goto('/gallery');
  await work('shade').click();
  const player = lightbox.locator('video');
  await expect(player).toHaveAttribute('controls');
  await expect(player).toHaveAttribute('preload', 'metadata');
  await expectPlaysAndSeeks(player);
});
