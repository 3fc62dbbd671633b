/**
 * The scenes, one a picture. The test reaches a scene as a visitor does, by addresses, roles and words on the page: two
 * commits may have no code in common.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { areaPage, articlePage } from '#tests/support/addresses';
import { consultation } from '#tests/support/visitor';

const { city, zipCode, serviceInterest } = consultation;

/** When the pictures are taken, for browser and host alike: a Wednesday morning in New York. */
const NOW = Date.parse('2026-11-18T10:00:00-05:00');
const owner = { username: 'owner', password: 'correct horse battery' };

interface Site {
  readonly url: string;
  /** The owner's session. */
  readonly cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];
  /** Where the visits of two visitors are shown. */
  readonly booked: string;
  readonly cancelled: string;
}

/** The local host of the build in LOOK_FOLDER, on data of its own, at that moment, with a demo gallery and three leads. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({ playwright }, use) => {
      const { PATH, HOME, LOOK_FOLDER: cwd = '.' } = process.env;
      const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'look-'));
      const settings = { RATE_LIMIT: 'off', ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password };
      const env = { PATH, HOME, DATA_DIR, CLOCK_STANDS_AT: String(NOW), PORT: '0', ...settings };
      const clock = ['--import', pathToFileURL(path.resolve('tests/support/clock.ts')).href];
      execFileSync(process.execPath, [...clock, 'scripts/seed.ts'], { cwd, env });
      const host = spawn(process.execPath, [...clock, 'netlify/local/main.ts'], { cwd, env });
      let output = '';
      for (const stream of [host.stdout, host.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
      const printed = async (pattern: RegExp) => {
        await expect.poll(() => output).toMatch(pattern);
        return pattern.exec(output)?.[0] ?? '';
      };
      const url = await printed(/http:\/\/localhost:\d+(?=\n)/);
      const api = await playwright.request.newContext({ baseURL: url });
      await api.post('/api/auth/login', { data: owner });
      const visit = async (name: string, email: string, slot: number): Promise<string> => {
        const words = { city, serviceInterest, preferredContact: 'text' };
        const data = { name, email, phone: '(407) 555-0188', zipCode, message: 'A shy dog.', ...words };
        const { id } = await (await api.post('/api/consultation-requests', { data })).json();
        if (slot < 0) return id;
        const { slots } = await (await api.get('/api/calendar/availability')).json();
        const { start: slotStart, end: slotEnd } = slots[slot];
        await api.post('/api/calendar/book', { data: { consultationId: id, slotStart, slotEnd } });
        return await printed(new RegExp(`/visit/${id}\\.[\\w-]+`));
      };
      const called = await visit('Lakeside Dental', 'lakeside@example.com', -1);
      const note = { id: 'n', text: 'Two floors.\nCall after four.' };
      for (const data of [
        { do: 'change', status: 'contacted' },
        { do: 'note', note },
      ])
        await api.post(`/api/leads/${called}`, { data });
      const booked = await visit('Ana Duarte', 'ana@example.com', 3);
      const cancelled = await visit('Harold Finch', 'harold@example.com', 8);
      await api.post(cancelled, { form: { action: 'cancel' } });
      const { cookies } = await api.storageState();
      await use({ url, cookies, booked, cancelled });
      host.kill('SIGKILL');
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

type Act = (page: Page) => Promise<unknown>;
type Answer = readonly [status: number, body: unknown];
interface Scene {
  /** Answers in place of the host's own, by the path of the call. */
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly isOwner?: boolean;
  /** A visitor who has not sent the deals away. */
  readonly hasDeals?: boolean;
}

const DIALOG = 'dialog[open]';

/** Takes the scene: the whole page, or the window where a dialog is open, whose end is a second picture. */
function look(name: string, at: string | ((site: Site) => string), acts: readonly Act[] = [], scene: Scene = {}): void {
  test(name, async ({ context, page, site }) => {
    if (scene.isOwner) await context.addCookies(site.cookies);
    await context.clock.setFixedTime(NOW);
    const dismiss = (now: number) => localStorage.setItem('deals-popup-dismissed', String(now));
    if (!scene.hasDeals) await context.addInitScript(dismiss, NOW);
    for (const [call, [status, json]] of Object.entries(scene.answers ?? {})) {
      await context.route(`**${call}`, (route) => route.fulfill({ status, json }));
    }
    await page.goto(site.url + (typeof at === 'string' ? at : at(site)));
    await page.evaluate(allPictures);
    for (const act of acts) await act(page);
    await page.mouse.move(0, 0);
    await page.evaluate(allPictures);
    const isDialog = await page.locator(DIALOG).first().isVisible();
    if (!isDialog) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const options = { fullPage: !isDialog, mask: [page.locator('video')], maskColor: '#888' };
    await expect.soft(page).toHaveScreenshot(`${name}.png`, options);
    const hidden = isDialog ? await page.locator(DIALOG).evaluateAll(scrollToEnd) : 0;
    if (hidden > 0) await expect.soft(page).toHaveScreenshot(`${name} (end).png`, options);
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

type Name = string | RegExp;
const seen =
  (words: Name, within = 'main'): Act =>
  (page) =>
    page.locator(within).getByText(words).locator('visible=true').first().waitFor();
const press =
  (name: Name, role: 'button' | 'link' = 'button'): Act =>
  (page) =>
    page.locator(`${DIALOG}, main`).last().getByRole(role, { name, exact: true }).first().click();
const dialog: Act = (page) => page.locator(DIALOG).waitFor();
const fill =
  (answers: Readonly<Record<string, string>>): Act =>
  async (page) => {
    const within = page.locator(`${DIALOG}, main`).last();
    for (const [label, answer] of Object.entries(answers)) {
      const field = within.getByLabel(new RegExp(`^${label}`)).first();
      if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(answer);
      else await field.fill(answer);
    }
  };
/** From now on nothing passes by itself, such as a notice that is seen for seconds. */
const stopTime: Act = async (page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));

const refusal = [503, { error: 'That did not work. Please try again.' }] as const;

const pages = `/ /blog ${articlePage} ${areaPage} /book /thank-you
  /privacy /login /nowhere /blog/nothing /visit/none.at-all`;
for (const at of pages.split(/\s+/)) look(at === '/' ? 'home' : at.slice(1), at);
look('menu', '/thank-you', [
  async (page) => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    if (await menu.isVisible()) await menu.click();
  },
]);
const wrongForm = { Name: ' J ', Phone: '555', 'ZIP code': '3474x', Notes: 'Two skylights\nand a shy dog' };
/** The plain form stays where the steps cannot be loaded. */
const plainForm: Act = async (page) => {
  await page.route(/\/_astro\/BookingPage\./, (route) => route.abort());
  await page.evaluate(() => location.assign('#request'));
};
const send = press('Request a Callback');
look('book, refused', '/book', [plainForm, fill(wrongForm), send, seen(/valid ZIP code/)]);
look('visit', ({ booked }) => booked);
look('visit, to be cancelled', ({ booked }) => booked, [(page) => page.getByText('Cancel this visit').click()]);
look('visit, cancelled', ({ cancelled }) => cancelled);

const TIMES = '/api/calendar/availability';
const kept = [201, { id: 'a1b8f4e184bed7164c35baee238951f0' }] as const;
const hour = { start: '2026-11-19T15:30:00.000Z', end: '2026-11-19T16:30:00.000Z' };
const booked = [201, { consultationId: kept[1].id, ...hour }] as const;
const open = [press(/^Schedule/, 'link'), dialog];
const contact = { Name: 'Elise Romero', Phone: '(407) 555-0188', Email: 'elise@example.com', 'ZIP code': zipCode };
const times = [...open, fill(contact), press('See Available Times')];
const choose = [...times, press(/[AP]M \d+ minutes/), seen('City', DIALOG)];
const wishes = { City: city, Service: serviceInterest, 'Preferred contact': 'text', Notes: 'A shy dog' };
const details = [...choose, fill({ ...wishes, 'Street address': '612 Sycamore Street' })];
const confirm = [...details, stopTime, press('Confirm Booking')];
/** From a page that is light, since it is loaded for each of them. */
const booking = (name: string, acts: readonly Act[], answers: Scene['answers'] = {}) =>
  look(`booking, ${name}`, areaPage, acts, { answers });
booking('initial', open);
booking('calendar', [...times, seen(/[AP]M/, DIALOG)]);
booking('calendar, failed', [...times, seen(/having trouble checking our calendar/, DIALOG)], { [TIMES]: refusal });
booking('calendar, no slots', [...times, seen('Request a Callback', DIALOG)], { [TIMES]: [200, { slots: [] }] });
booking('no good time', [...times, press('No Good Time?'), seen(/Callback/, DIALOG)]);
booking('details', details);
booking('details, errors', [...choose, press('Confirm Booking'), seen('Please select a service', DIALOG)]);
const answers = (booked: Answer) => ({ '/api/consultation-requests': kept, '/api/calendar/book': booked });
booking('refused', [...confirm, seen(refusal[1].error, 'body')], answers([409, refusal[1]]));
booking('confirmed', [...confirm, seen('Consultation Scheduled!', DIALOG)], answers(booked));

look('deals popup', '/', [dialog], { hasDeals: true });
look('promotion', '/', [press(/Enlarge/, 'link'), dialog]);

look('gallery', '/gallery', [seen('Shutters above the tub')]);
look('gallery, empty', '/gallery', [seen(/No items found/)], { answers: { '/api/gallery': [200, []] } });
look('gallery, failed', '/gallery', [seen('Try again')], { answers: { '/api/gallery': refusal } });
look('lightbox', '/gallery', [press(/Plantation shutters in a living room/), dialog]);

const piece = 'Plantation shutters in a living room';
const admin = (name: string, page: string, acts: readonly Act[], answers: Scene['answers'] = {}) =>
  look(name, `/admin${page}`, acts, { answers, isOwner: true });
admin('manager', '/gallery', [seen(/14 items/)]);
admin('manager, chosen', '/gallery', [press('Select all')]);
admin('manager, editing', '/gallery', [press(`Edit ${piece}`)]);
admin('manager, removing', '/gallery', [press(`Delete ${piece}`)]);
admin('uploader', '/gallery', [press('Upload files'), seen('My Device', DIALOG)]);
admin('today', '', [seen('Waiting for a call')]);
admin('today, failed', '', [seen('Try again')], { '/api/today': refusal });
admin('week', '/week', [seen('Ana Duarte')]);
admin('leads', '/leads', [seen('Ana Duarte')]);
admin('leads, one opened', '/leads', [press('Ana Duarte', 'link'), seen('A shy dog.')]);
admin('hours', '/hours', [seen('Visiting hours')]);
admin('alerts', '/alerts', [seen(/calendar/i)]);
admin('insights', '/insights', [seen('Requests')]);
