/** What a visitor or the owner does to come to a scene, in the words of the page. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';

type Act = (page: Page) => Promise<void>;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');

/** Waits for words in the page. */
export const seen =
  (words: string | RegExp): Act =>
  async (page) =>
    await main(page).getByText(words).locator('visible=true').first().waitFor();

/** Presses a button of that name. */
export const press =
  (name: string | RegExp): Act =>
  async (page) =>
    await button(page, name).click();

/** Waits for a dialog that opens by itself. */
export async function openedDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('banner').getByText('Menu', { exact: true }).click();
  await page.getByRole('banner').getByText('View Our Work').waitFor();
}

/** The plain form, with answers that only the host refuses. */
export async function sendWrongForm(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(' J ');
  await page.getByLabel('Phone', { exact: true }).fill('555');
  await page.getByLabel('ZIP code').fill('3474x');
  await page.getByLabel('Notes').fill('Two skylights\nand a shy dog');
  await button(page, 'Request a Callback').click();
  await page.getByRole('alert').waitFor();
}

export async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password').fill('wrong');
  // Hydrated: that may take a timer.
  await button(page, 'Sign In').click({ trial: true });
  await stopTime(page);
  await button(page, 'Sign In').click();
  await page.getByText('Invalid credentials').first().waitFor();
}

export async function almostCancel(page: Page): Promise<void> {
  await page.getByRole('radio').nth(1).check();
  await page.getByText('Cancel this visit').click();
  await button(page, 'Yes, Cancel My Visit').waitFor();
}

/** From now on nothing passes by itself, such as a notice that is seen for seconds. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

const booking = (page: Page) => page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
const slots = (page: Page) => booking(page).getByRole('button', { name: /[AP]M \d+ minutes/ });
const pressThere = async (page: Page, name: string) =>
  await booking(page).getByRole('button', { name, exact: true }).click();

async function fill(page: Page, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, answer] of Object.entries(answers)) await booking(page).getByLabel(label).fill(answer);
}

export async function openBooking(page: Page): Promise<void> {
  await main(page)
    .getByRole('link', { name: /^Schedule/ })
    .first()
    .click();
  await booking(page).waitFor();
}

export async function giveWrongContact(page: Page): Promise<void> {
  await openBooking(page);
  await fill(page, { Name: 'J', Phone: '555', Email: 'elise', 'ZIP code': '3474' });
  await pressThere(page, 'See Available Times');
  await booking(page).getByText('Please enter a valid ZIP code').first().waitFor();
}

/** Up to the press that asks for the times. */
export async function reachTimes(page: Page): Promise<void> {
  await openBooking(page);
  await fill(page, { Name: 'Elise Romero', Phone: '(407) 555-0188', Email: 'elise@example.com', 'ZIP code': '34747' });
  await pressThere(page, 'See Available Times');
  await booking(page).getByRole('button', { name: 'Back', exact: true }).waitFor();
}

export async function seeTimes(page: Page): Promise<void> {
  await reachTimes(page);
  await slots(page).first().waitFor();
}

/** Waits for words that stand in place of the times. */
export const seeNoTimes =
  (words: string | RegExp): Act =>
  async (page) => {
    await reachTimes(page);
    await booking(page).getByText(words).first().waitFor();
  };

export async function declineTimes(page: Page): Promise<void> {
  await seeTimes(page);
  await pressThere(page, 'No Good Time?');
  await booking(page)
    .getByRole('button', { name: /Callback/ })
    .first()
    .waitFor();
}

async function chooseTime(page: Page): Promise<void> {
  await seeTimes(page);
  await slots(page).first().click();
  await booking(page).getByLabel('City').waitFor();
}

export async function reachDetails(page: Page): Promise<void> {
  await chooseTime(page);
  await booking(page).getByLabel('City').selectOption('Celebration');
  await booking(page).getByLabel('Service').selectOption('Motorized Shades');
  await booking(page).getByLabel('Preferred contact').selectOption('Text Message');
  await fill(page, { 'Street address': '612 Sycamore Street', Notes: 'A shy dog' });
}

export async function confirmTooEarly(page: Page): Promise<void> {
  await chooseTime(page);
  await pressThere(page, 'Confirm Booking');
  await booking(page).getByText('Please select a service').first().waitFor();
}

/** Presses for the booking, and waits for a button that shows what comes of it. */
export const confirm =
  (outcome: string): Act =>
  async (page) => {
    await reachDetails(page);
    await stopTime(page);
    await pressThere(page, 'Confirm Booking');
    await button(page, outcome).waitFor();
  };

export async function seeConfirmed(page: Page): Promise<void> {
  await reachDetails(page);
  await stopTime(page);
  await pressThere(page, 'Confirm Booking');
  await booking(page).getByText('Consultation Scheduled!').waitFor();
}

/** Opens the picture of the promotion that is so called. */
export const enlarge =
  (title: string): Act =>
  async (page) => {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    await card.getByRole('link', { name: /Enlarge/ }).click();
    await openedDialog(page);
  };

export async function filter(page: Page): Promise<void> {
  await seen('Shutters above the tub')(page);
  await button(page, 'Shutters').click();
}

/** Opens a piece of the gallery, by what is said of it. */
export const openWork =
  (title: RegExp): Act =>
  async (page) => {
    const piece = { name: title };
    await main(page).getByRole('button', piece).or(main(page).getByRole('link', piece)).first().click();
    await openedDialog(page);
  };

const uploader = (page: Page) => page.getByRole('dialog', { name: 'Upload New Items' });

export async function openUploader(page: Page): Promise<void> {
  await button(page, 'Upload files').click();
  await uploader(page).getByRole('tab', { name: 'My Device' }).waitFor();
}

export async function chooseFile(page: Page): Promise<void> {
  await openUploader(page);
  const chooser = page.waitForEvent('filechooser');
  await uploader(page).getByRole('tab', { name: 'My Device' }).click();
  const plain = { create: { width: 640, height: 480, channels: 3, background: '#7aa5a0' } } as const;
  const buffer = await sharp(plain).jpeg().toBuffer();
  await (await chooser).setFiles({ name: 'lanai.jpg', mimeType: 'image/jpeg', buffer });
  await uploader(page).getByRole('button', { name: 'Upload 1 file' }).waitFor();
}

export async function openLead(page: Page): Promise<void> {
  await main(page).getByRole('link', { name: 'Ana Duarte', exact: true }).click();
  await page.getByRole('heading', { name: 'Ana Duarte', exact: true }).waitFor();
}
