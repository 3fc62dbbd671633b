import type { Page } from '@playwright/test';
import { easternDayAndTime, easternVisit } from '#lib/eastern-time';
import { readEvent, spanOf } from '#tests/support/ics-event';
import type { MailServer } from '#tests/support/mail-server';
import { expect, visitor } from './booking-site.ts';
import { leadOf, leadsDesk, signIn } from './leads-site.ts';
import { invitationOf, linkOf, mailTo, OWNER_ADDRESS, subjectsTo, test } from './mail-site.ts';

const NAME = 'Elise Romero';
const EMAIL = 'elise.romero@example.com';
const BOOKED = 'Your consultation is scheduled';
const CANCELLED = 'Your consultation is cancelled';

/** Books the second time offered, and answers how the dialog says it: `Tuesday, December 1 at 10:30 AM ET`. */
async function book(page: Page): Promise<string> {
  const { dialog, slots, press, open, giveContact, giveDetails } = visitor(page);
  await page.goto('/');
  await open();
  await giveContact({ Name: NAME, Email: EMAIL });
  await press('See Available Times');
  await slots.nth(1).click();
  await giveDetails();
  await press('Confirm Booking');
  const when = await dialog
    .locator('.scheduled')
    .getByText(/ at \d+:\d\d [AP]M ET$/)
    .textContent();
  await expect(page).toHaveURL('/thank-you');
  return when ?? '';
}

/** Resolves when these mails have come, and no others. */
async function expectMails(server: MailServer, mails: { visitor: string[]; owner: string[] }): Promise<void> {
  await expect.poll(() => subjectsTo(server, EMAIL)).toEqual(mails.visitor.toSorted());
  await expect.poll(() => subjectsTo(server, OWNER_ADDRESS)).toEqual(mails.owner.toSorted());
}

test('a visit is booked and cancelled: owner and visitor are told, all of the same instant', async ({
  page,
  mailServer,
}) => {
  const when = await book(page);
  const afterBooking = {
    visitor: [`${BOOKED}: ${when}`],
    owner: [`New request: ${NAME}, Celebration`, `Visit booked: ${when}, ${NAME}`],
  };
  await expectMails(mailServer, afterBooking);

  const confirmation = mailTo(mailServer, EMAIL, BOOKED);
  const invitation = invitationOf(confirmation);
  const start = new Date(spanOf(invitation).start).toISOString();
  expect(`${easternDayAndTime(start)} ET`).toBe(when);
  expect(readEvent(invitation).calendar.getFirstPropertyValue('method')).toBe('REQUEST');

  await signIn(page.request);
  const { open, row, detail } = leadsDesk(page);
  const deskLink = linkOf(mailTo(mailServer, OWNER_ADDRESS, 'Visit booked'), 'Open it in the desk');
  const leadId = new URL(deskLink).hash.slice(1);
  expect(await leadOf(page.request, leadId)).toMatchObject({ slot: start, status: 'booked' });
  await open(`/admin/leads#${leadId}`);
  await expect(detail(NAME).getByText(`${easternVisit(start, new Date())} ET`)).toBeVisible();

  await page.goto(linkOf(confirmation, 'Change or cancel the visit'));
  await expect(page.getByRole('main')).toContainText(when);
  await page.getByText('Cancel this visit').click();
  await page.getByRole('button', { name: 'Yes, Cancel My Visit' }).click();
  await expect(page.getByRole('heading', { name: 'Your Visit Is Cancelled' })).toBeVisible();
  await expectMails(mailServer, {
    visitor: [...afterBooking.visitor, `${CANCELLED}: ${when}`],
    owner: [...afterBooking.owner, `Visit cancelled: ${when}, ${NAME}`],
  });

  const withdrawn = invitationOf(mailTo(mailServer, EMAIL, CANCELLED));
  const [before, after] = [readEvent(invitation), readEvent(withdrawn)];
  expect(after.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(spanOf(withdrawn)).toEqual(spanOf(invitation));
  expect(after.event.uid).toBe(before.event.uid);
  expect(after.event.sequence).toBeGreaterThan(before.event.sequence);
  await open();
  await expect(row(NAME).getByRole('cell').nth(2)).toHaveText('Cancelled');
});
