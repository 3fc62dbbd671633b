/**
 * The scenes, one a picture. The test reaches a scene as a visitor does, by addresses, roles and words on the page: two
 * commits may have no code in common.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import sharp from 'sharp';

/** When the pictures are taken, for browser and host alike: a Wednesday morning in Florida. */
const NOW = Date.parse('2026-11-18T10:00:00-05:00');
const owner = { username: 'owner', password: 'correct horse battery' };

interface Site {
  readonly url: string;
  /** The owner's session. */
  readonly state: Awaited<ReturnType<APIRequestContext['storageState']>>;
  /** Where the visits of two visitors are shown. */
  readonly visits: { readonly booked: string; readonly cancelled: string };
}

/** The local host of the build in LOOK_FOLDER, on data of its own, at that moment, with a demo gallery and four leads. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({ playwright }, use) => {
      const folder = process.env['LOOK_FOLDER'] ?? '.';
      const data = mkdtempSync(path.join(tmpdir(), 'look-'));
      const clock = pathToFileURL(path.resolve('tests/look/server-clock.ts')).href;
      const env = {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        LOOK_AT: String(NOW),
        PORT: '0',
        DATA_DIR: data,
      };
      const settings = { RATE_LIMIT: 'off', ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password };
      const start = (script: string) =>
        spawn(process.execPath, ['--import', clock, script], { cwd: folder, env: { ...env, ...settings } });
      await new Promise((done) => start('scripts/seed.ts').once('exit', done));
      const host = start('netlify/local/main.ts');
      let output = '';
      for (const stream of [host.stdout, host.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      const printed = async (pattern: RegExp) => {
        await expect.poll(() => output).toMatch(pattern);
        return pattern.exec(output)?.[0] ?? '';
      };
      const url = await printed(/http:\/\/localhost:\d+(?=\n)/);
      const api = await playwright.request.newContext({ baseURL: url });
      await api.post('/api/auth/login', { data: owner });
      const lead = async (name: string, more: object, slot?: number): Promise<string> => {
        const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
        const words = { city: 'Celebration', serviceInterest: 'Motorized Shades', preferredContact: 'text' };
        const fields = { name, phone: '(407) 555-0188', email, zipCode: '34747', ...words, ...more };
        const { id } = await (await api.post('/api/consultation-requests', { data: fields })).json();
        if (slot === undefined) return id;
        const { slots } = await (await api.get('/api/calendar/availability')).json();
        const { start: slotStart, end: slotEnd } = slots[slot];
        await api.post('/api/calendar/book', { data: { consultationId: id, slotStart, slotEnd } });
        return await printed(new RegExp(`/visit/${id}\\.[\\w-]+`));
      };
      const dental = await lead('Lakeside Dental', { serviceInterest: 'Commercial Treatments', zipCode: '34786' });
      await api.put(`/api/leads/${dental}`, {
        data: { status: 'called back', notes: 'Two floors.\nCall after four.' },
      });
      const booked = await lead('Ana Duarte', { address: '612 Sycamore Street', message: 'A shy dog.' }, 3);
      const cancelled = await lead('Harold Finch', { phone: '', preferredContact: 'email' }, 8);
      await api.post(cancelled, { form: { action: 'cancel' } });
      await lead('Elise Romero', { city: 'Kissimmee', serviceInterest: 'Not Sure - Need Advice' });
      await use({ url, state: await api.storageState(), visits: { booked, cancelled } });
      host.kill('SIGKILL');
      rmSync(data, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

type Act = (page: Page) => Promise<unknown>;
/** Answers in place of the host's own, by the path of the call. `never`: the call waits. */
type Answers = Readonly<Record<string, 'never' | readonly [status: number, body: unknown]>>;
interface Scene {
  readonly act?: Act;
  readonly answers?: Answers;
  readonly isOwner?: boolean;
  /** A visitor who has not sent the deals away. */
  readonly hasDeals?: boolean;
  readonly withoutScripts?: boolean;
}

const DIALOG = 'dialog[open]';

/** Takes the scene: the whole page, or the window where a dialog is open, whose end is a second picture. */
function look(name: string, at: string | ((site: Site) => string), scene: Scene = {}): void {
  test(name, async ({ browser, site }, { project }) => {
    const { act, answers = {}, isOwner, hasDeals, withoutScripts } = scene;
    const { viewport = null, hasTouch = false, isMobile = false, timezoneId, locale } = project.use;
    const context = await browser.newContext({
      viewport,
      hasTouch,
      isMobile,
      ...(timezoneId && locale && { timezoneId, locale }),
      baseURL: site.url,
      reducedMotion: 'reduce',
      javaScriptEnabled: !withoutScripts,
      ...(isOwner && { storageState: site.state }),
    });
    await context.clock.setFixedTime(NOW);
    if (!hasDeals)
      await context.addInitScript((now) => localStorage.setItem('deals-popup-dismissed', String(now)), NOW);
    for (const [call, answer] of Object.entries(answers)) {
      await context.route(
        (url) => url.pathname === call,
        async (route) => answer !== 'never' && (await route.fulfill({ status: answer[0], json: answer[1] })),
      );
    }
    const page = await context.newPage();
    await page.goto(typeof at === 'string' ? at : at(site));
    await page.evaluate(allPictures);
    await act?.(page);
    await page.mouse.move(0, 0);
    await page.evaluate(allPictures);
    const isDialog = await page.locator(DIALOG).first().isVisible();
    if (!isDialog) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const options = { fullPage: !isDialog, mask: [page.locator('video')], maskColor: '#888' };
    await expect.soft(page).toHaveScreenshot(`${name}.png`, options);
    const hidden = isDialog ? await page.locator(DIALOG).evaluateAll(scrollToEnd) : 0;
    if (hidden > 0) await expect.soft(page).toHaveScreenshot(`${name} (end).png`, options);
    await context.close();
  });
}

/** Runs in the page: what would load when it is near is there, and drawn. */
async function allPictures(): Promise<void> {
  await document.fonts.ready;
  for (const picture of document.images) picture.loading = 'eager';
  const shown = [...document.images].filter(({ currentSrc }) => currentSrc);
  await Promise.allSettled(shown.map((picture) => picture.decode()));
}

/** Runs in the page: scrolls what scrolls in the dialogs; answers how much of it was out of sight, in px. */
function scrollToEnd(dialogs: Element[]): number {
  const parts = dialogs.flatMap((dialog) => [dialog, ...dialog.querySelectorAll(':not(textarea)')]);
  const scrolls = parts.filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY));
  for (const part of scrolls) part.scrollTop = part.scrollHeight;
  return Math.max(0, ...scrolls.map((part) => part.scrollHeight - part.clientHeight));
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');
const seen =
  (words: string | RegExp): Act =>
  (page) =>
    main(page).getByText(words).locator('visible=true').first().waitFor();
const press =
  (name: string | RegExp): Act =>
  (page) =>
    button(page, name).click();
const dialog: Act = (page) => page.locator(DIALOG).waitFor();
/** One after the other. */
const steps =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };
const fill =
  (answers: Readonly<Record<string, string>>): Act =>
  async (page) => {
    const within = (await page.locator(DIALOG).count()) > 0 ? page.locator(DIALOG) : main(page);
    for (const [label, answer] of Object.entries(answers)) {
      const field = within.getByLabel(label, { exact: label === 'Phone' }).first();
      if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(answer);
      else await field.fill(answer);
    }
  };
/** From now on nothing passes by itself, such as a notice that is seen for seconds. */
const stopTime: Act = async (page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));

const refusal = [503, { error: 'That did not work. Please try again.' }] as const;

look('home', '/');
look('menu', '/thank-you', {
  act: async (page) => (await button(page, 'Menu').isVisible()) && (await press('Menu')(page)),
});
for (const [name, at] of [
  ['blog', '/blog'],
  ['article', '/blog/choosing-window-treatments-florida-home'],
  ['city', '/service-areas/celebration'],
  ['county', '/service-areas/osceola-county'],
  ['book', '/book'],
  ['thank-you', '/thank-you'],
  ['privacy', '/privacy'],
  ['login', '/login'],
  ['not found', '/nowhere'],
  ['not found, article', '/blog/nothing'],
  ['visit, unknown', '/visit/none.at-all'],
  ['visit, without its key', '/visit'],
] as const) {
  look(name, at);
}
const wrongForm = { Name: ' J ', Phone: '555', 'ZIP code': '3474x', Notes: 'Two skylights\nand a shy dog' };
look('book, refused', '/book', {
  act: steps(fill(wrongForm), press('Request a Callback'), (page) => page.getByRole('alert').waitFor()),
});
look('login, refused', '/login', {
  act: steps(
    fill({ Username: 'owner', Password: 'wrong' }),
    (page) => button(page, 'Sign In').click({ trial: true }),
    stopTime,
    press('Sign In'),
    (page) => page.getByText('Invalid credentials').first().waitFor(),
  ),
  answers: { '/api/auth/login': [401, { error: 'Invalid credentials' }] },
});
look('visit', ({ visits }) => visits.booked);
look('visit, to be cancelled', ({ visits }) => visits.booked, {
  act: steps(
    (page) => page.getByText('Cancel this visit').click(),
    (page) => button(page, 'Yes, Cancel My Visit').waitFor(),
  ),
});
look('visit, cancelled', ({ visits }) => visits.cancelled);

const TIMES = '/api/calendar/availability';
const REQUESTS = '/api/consultation-requests';
const BOOK = '/api/calendar/book';
const kept = [201, { id: 'a1b8f4e184bed7164c35baee238951f0' }] as const;
const booked = [
  201,
  { consultationId: kept[1].id, start: '2026-11-19T15:30:00.000Z', end: '2026-11-19T16:30:00.000Z' },
] as const;
const open = steps(
  (page) =>
    main(page)
      .getByRole('link', { name: /^Schedule/ })
      .first()
      .click(),
  dialog,
);
const contact = { Name: 'Elise Romero', Phone: '(407) 555-0188', Email: 'elise@example.com', 'ZIP code': '34747' };
const times = steps(open, fill(contact), press('See Available Times'), (page) => button(page, 'Back').waitFor());
const inDialog =
  (words: string | RegExp): Act =>
  (page) =>
    page.locator(DIALOG).getByText(words).first().waitFor();
const slot = (page: Page) =>
  page
    .locator(DIALOG)
    .getByRole('button', { name: /[AP]M \d+ minutes/ })
    .first();
const seeTimes = steps(times, (page) => slot(page).waitFor());
const choose = steps(seeTimes, (page) => slot(page).click(), inDialog('City'));
const details = steps(
  choose,
  fill({
    City: 'Celebration',
    Service: 'Motorized Shades',
    'Preferred contact': 'text',
    'Street address': '612 Sycamore Street',
    Notes: 'A shy dog',
  }),
);
const confirm = steps(details, stopTime, press('Confirm Booking'));
/** From a page that is light, since it is loaded for each of them. */
const booking = (name: string, act: Act, answers: Answers = {}) =>
  look(`booking, ${name}`, '/service-areas/celebration', { act, answers });
booking('initial', open);
booking(
  'initial, errors',
  steps(
    open,
    fill({ Name: 'J', Phone: '555', Email: 'elise', 'ZIP code': '3474' }),
    press('See Available Times'),
    inDialog('Please enter a valid ZIP code'),
  ),
);
booking('calendar, loading', times, { [TIMES]: 'never' });
booking('calendar', seeTimes);
booking('calendar, failed', steps(times, inDialog(/having trouble checking our calendar/)), { [TIMES]: refusal });
booking('calendar, no slots', steps(times, inDialog('Request a Callback')), { [TIMES]: [200, { slots: [] }] });
booking('no good time', steps(seeTimes, press('No Good Time?'), inDialog(/Callback/)));
booking('details', details);
booking('details, errors', steps(choose, press('Confirm Booking'), inDialog('Please select a service')));
booking(
  'confirming',
  steps(confirm, (page) => button(page, 'Confirming...').waitFor()),
  { [REQUESTS]: 'never' },
);
booking(
  'refused',
  steps(confirm, (page) => button(page, 'Dismiss').waitFor()),
  { [REQUESTS]: kept, [BOOK]: [409, refusal[1]] },
);
booking('confirmed', steps(confirm, inDialog('Consultation Scheduled!')), { [REQUESTS]: kept, [BOOK]: booked });

look('deals popup', '/', { act: dialog, hasDeals: true });
look('promotion', '/', {
  act: steps(
    (page) =>
      page
        .getByRole('link', { name: /Enlarge/ })
        .first()
        .click(),
    dialog,
  ),
});

const LIST = '/api/gallery';
const work = (title: RegExp): Act =>
  steps(
    (page) =>
      main(page)
        .getByRole('button', { name: title })
        .or(main(page).getByRole('link', { name: title }))
        .first()
        .click(),
    dialog,
  );
look('gallery', '/gallery', { act: seen('Shutters above the tub') });
look('gallery, filtered', '/gallery', { act: steps(seen('Shutters above the tub'), press('Shutters')) });
look('gallery, empty', '/gallery', { act: seen(/No items found/), answers: { [LIST]: [200, []] } });
look('gallery, loading', '/gallery', { answers: { [LIST]: 'never' } });
look('gallery, failed', '/gallery', { act: seen('Try again'), answers: { [LIST]: refusal } });
look('gallery, without scripts', '/gallery', { withoutScripts: true });
look('lightbox', '/gallery', { act: work(/Plantation shutters in a living room/) });

const ALL = '/api/gallery/all';
const piece = 'Plantation shutters in a living room';
const admin = (name: string, page: string, act: Act, answers: Answers = {}) =>
  look(name, `/admin${page}`, { act, answers, isOwner: true });
admin('manager', '/gallery', seen(/14 items/));
admin('manager, chosen', '/gallery', press('Select all'));
admin('manager, empty', '/gallery', seen(/No gallery items yet/), { [ALL]: [200, []] });
admin('manager, loading', '/gallery', seen('Gallery Items'), { [ALL]: 'never' });
admin('manager, failed', '/gallery', seen('Try again'), { [ALL]: refusal });
admin('manager, editing', '/gallery', press(`Edit ${piece}`));
admin('manager, removing', '/gallery', press(`Delete ${piece}`));
const uploader = steps(press('Upload files'), (page) => page.getByRole('tab', { name: 'My Device' }).waitFor());
admin('uploader', '/gallery', uploader);
admin(
  'uploader, with a file',
  '/gallery',
  steps(uploader, async (page) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('tab', { name: 'My Device' }).click();
    const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#7aa5a0' } })
      .jpeg()
      .toBuffer();
    await (await chooser).setFiles({ name: 'lanai.jpg', mimeType: 'image/jpeg', buffer });
    await button(page, 'Upload 1 file').waitFor();
  }),
);
admin('today', '', seen('Waiting for a call'));
admin('today, failed', '', seen('Try again'), { '/api/today': refusal });
admin('leads', '/leads', seen('Ana Duarte'));
admin(
  'leads, one opened',
  '/leads',
  steps(
    (page) => main(page).getByRole('link', { name: 'Ana Duarte', exact: true }).click(),
    (page) => page.getByRole('heading', { name: 'Ana Duarte', exact: true }).waitFor(),
  ),
);
admin('leads, none', '/leads', seen(/No leads yet/), { '/api/leads': [200, { leads: [], total: 0, matching: 0 }] });
admin('hours', '/hours', seen('Holidays'));
admin('hours, failed', '/hours', seen('Try again'), { '/api/hours': refusal });
admin('alerts', '/alerts', seen(/calendar/i));
admin('insights', '/insights', seen('Requests'));
