import type { APIRequestContext, Page } from '@playwright/test';
import { Availability } from '#contracts/calendar';
import * as english from '#i18n/en/booking';
import { site as englishSite, thanks as englishThanks } from '#i18n/en/pages';
import * as spanish from '#i18n/es/booking';
import { site as spanishSite, thanks as spanishThanks } from '#i18n/es/pages';
import { pathIn } from '#i18n/site-languages';
import { areaPage } from '#tests/support/addresses';
import { withoutPopup } from '#tests/support/browser/home';
import { expect, wired } from '#tests/support/host';
import { consultation, newVisitor } from '#tests/support/visitor';

export { expect };

export const TIMES = '/api/calendar/availability';
export const REQUESTS = '/api/consultation-requests';
export const BOOK = '/api/calendar/book';

/** Where the dialog's tests begin: its button is on every page, and this one is quickly there. */
export const START = areaPage;

/** What the tests of both languages read, and where: one of them on each device. */
export const bilingual = [
  {
    language: 'en',
    text: { ...english, site: englishSite, thanks: englishThanks },
    device: { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
  },
  {
    language: 'es',
    text: { ...spanish, site: spanishSite, thanks: spanishThanks },
    device: { viewport: { width: 1366, height: 650 } },
  },
] as const;

/** Every test visits its site through a wire, as a visitor who has sent the deals popup away: it is not what is tried. */
export const test = wired.extend({
  page: async ({ page }, use) => {
    await withoutPopup(page);
    await use(page);
  },
});

/** Somebody else books the last time that is offered. */
export async function takeLastTime(request: APIRequestContext): Promise<void> {
  const { slots } = Availability.parse(await (await request.get(TIMES)).json());
  const { id } = await (await request.post(REQUESTS, { data: newVisitor() })).json();
  const { start, end } = slots.at(-1) ?? {};
  const answer = await request.post(BOOK, { data: { consultationId: id, slotStart: start, slotEnd: end } });
  expect(answer.status()).toBe(201);
}

/** What a visitor does, in the words of the page: in the dialog or, `inPage`, in the steps of /book. */
export function visitor(
  page: Page,
  { language = 'en', inPage = false }: { language?: 'en' | 'es'; inPage?: boolean } = {},
) {
  const { booking, contact, times, details } = language === 'es' ? spanish : english;
  const dialog = page.getByRole(inPage ? 'region' : 'dialog', { name: booking.title });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  /** The tabs of the days, or their headings in the list of a wide window. */
  const days = dialog.locator('[role=tab], .day-list h3');
  /** The open times of the day that is chosen. */
  const slots = dialog.getByRole('button', { name: /\d:\d\d .*\d+ minut/ });

  /** The time chosen, as the details step and the confirmed one say it in English. */
  const chosenTime = dialog.getByText(/^\w+day, \w+ \d+ at \d+:\d\d [AP]M( [A-Z]+)?$/);

  /** The first button on the page that opens the dialog. */
  const opener = page.getByRole('main').locator('a[data-book]').first();

  async function open(): Promise<void> {
    await opener.click();
    await expect(dialog).toBeVisible();
  }

  async function giveContact(
    given: Partial<Record<'Name' | 'Phone' | 'Email' | 'ZIP code', string>> = {},
  ): Promise<void> {
    for (const [label, text] of [
      [contact.name, given.Name ?? 'Elise Romero'],
      [contact.phone, given.Phone ?? '(407) 555-0188'],
      [contact.email, given.Email ?? ''],
      [contact.zipCode, given['ZIP code'] ?? consultation.zipCode],
    ] as const)
      await dialog.getByLabel(label).fill(text);
  }

  async function reachTimes(given: Parameters<typeof giveContact>[0] = {}): Promise<void> {
    await page.goto(pathIn(language, START));
    await open();
    await giveContact(given);
    await press(contact.seeTimes);
  }

  const declineTimes = () => press(times.noGoodTime);

  async function giveDetails(): Promise<void> {
    await dialog.getByLabel(details.city).selectOption(consultation.city);
    await dialog.getByLabel(details.service).selectOption(consultation.serviceInterest);
    await dialog.getByLabel(details.contact).selectOption(consultation.preferredContact);
  }

  async function reachDetails(): Promise<void> {
    await reachTimes();
    // The first ones go by the hour, the last one only at midnight: two tabs that do this choose the same.
    await days.last().click();
    await slots.last().click();
    await giveDetails();
  }

  /**
   * From now on what is to be in exactly two seconds waits, so that the confirmed step can be looked at for longer. A
   * clock of Playwright's would do the same, but no other test could have its page.
   */
  async function holdConfirmed(): Promise<void> {
    await page.evaluate(() => {
      const wait = window.setTimeout;
      const held: (() => void)[] = [];
      const hold = (work: () => void, ms?: number) => (ms === 2000 ? -held.push(work) : wait(work, ms));
      const pass = () => {
        for (const work of held.splice(0)) work();
      };
      Object.assign(window, { setTimeout: hold, pass });
    });
  }

  /** The two seconds have passed. */
  const passConfirmed = () => page.evaluate(() => Reflect.get(window, 'pass')());

  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
  return {
    dialog,
    days,
    slots,
    chosenTime,
    toast,
    opener,
    press,
    open,
    giveContact,
    reachTimes,
    declineTimes,
    giveDetails,
    reachDetails,
    holdConfirmed,
    passConfirmed,
  };
}
