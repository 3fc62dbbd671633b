import type { Page } from '@playwright/test';
import { zonedDayAndTime, zonedVisit } from '#lib/time/zone';
import { expectAccessible } from '#tests/support/browser/axe';
import { readEvent, intervalOf } from '#tests/support/ics-event';
import type { MailServer, Received } from '#tests/support/mail-server';
import { expect, START, visitor } from './booking-site.ts';
import { leadOf, leadsPage, signIn } from './leads-site.ts';
import { invitationOf, linkOf, mailTo, OWNER_ADDRESS, subjectsTo, test } from './mail-site.ts';

const NAME = 'Elise Romero';
const EMAIL = 'elise.romero@example.com';
const BOOKED = 'Your consultation is scheduled';
const MOVED = 'Your consultation has a new time';
const CANCELLED = 'Your consultation is cancelled';

/**
 * Books the second time of the second day offered, since the first may have one left. Answers how the dialog says it:
 * `Tuesday, December 1 at 10:30 AM ET`.
 */
async function book(page: Page): Promise<string> {
  const { dialog, days, slots, press, open, giveContact, giveDetails, holdConfirmed, passConfirmed } = visitor(page);
  await page.goto(START);
  await open();
  await giveContact({ Name: NAME, Email: EMAIL });
  await press('See Available Times');
  await days.nth(1).click();
  await slots.nth(1).click();
  await giveDetails();
  await holdConfirmed();
  await press('Confirm Booking');
  const when = await dialog.getByText(/ at \d+:\d\d [AP]M ET$/).textContent();
  await passConfirmed();
  await expect(page).toHaveURL('/thank-you');
  return when ?? '';
}

/** Resolves when these mails have come, and no others. */
async function expectMails(server: MailServer, mails: { visitor: string[]; owner: string[] }): Promise<void> {
  await expect.poll(() => subjectsTo(server, EMAIL)).toEqual(mails.visitor.toSorted());
  await expect.poll(() => subjectsTo(server, OWNER_ADDRESS)).toEqual(mails.owner.toSorted());
}

/** Moves the visit of the page to the fifth time offered, and answers how the page says it. */
async function move(page: Page): Promise<string> {
  await page.getByRole('radio').nth(4).check();
  await page.getByRole('button', { name: 'Move My Visit' }).click();
  const done = await page.getByRole('status').textContent();
  return /we will see you on (.+ ET)\./.exec(done ?? '')?.[1] ?? '';
}

async function cancel(page: Page): Promise<void> {
  await page.getByText('Cancel this visit').click();
  await page.getByRole('button', { name: 'Yes, Cancel My Visit' }).click();
  await expect(page.getByRole('heading', { name: 'Your Visit Is Cancelled' })).toBeVisible();
}

/** What a calendar program takes from a mail's invitation. */
function readInvitation(mail: Received) {
  const text = invitationOf(mail);
  const { calendar, event } = readEvent(text);
  const start = new Date(intervalOf(text).start).toISOString();
  return { method: calendar.getFirstPropertyValue('method'), uid: event.uid, sequence: event.sequence, start };
}

test('a visit is booked, moved and cancelled: owner and visitor are told, all of the same instants', async ({
  page,
  mailServer,
}) => {
  const when = await book(page);
  const mails = {
    visitor: [`${BOOKED}: ${when}`],
    // One mail for a request that is booked within the sitting.
    owner: [`Visit booked: ${when}, ${NAME}`],
  };
  await expectMails(mailServer, mails);
  const confirmation = mailTo(mailServer, EMAIL, BOOKED);
  const invitation = readInvitation(confirmation);
  expect(invitation.method).toBe('REQUEST');
  expect(`${zonedDayAndTime(invitation.start)} ET`).toBe(when);

  await signIn(page.request);
  const { open, row, detail } = leadsPage(page);
  const adminLink = new URL(linkOf(mailTo(mailServer, OWNER_ADDRESS, 'Visit booked'), 'Open it in the admin pages'));
  const lead = () => leadOf(page.request, adminLink.hash.slice(1));
  expect(await lead()).toMatchObject({ slot: invitation.start, status: 'booked' });
  await open(adminLink.pathname + adminLink.hash);
  await expect(detail(NAME).getByText(`${zonedVisit(invitation.start, new Date())} ET`)).toBeVisible();

  await page.goto(linkOf(confirmation, 'Change or cancel the visit'));
  await expect(page.getByRole('main')).toContainText(when);
  const later = await move(page);
  expect(later).not.toBe(when);
  mails.visitor.push(`${MOVED}: ${later}`);
  mails.owner.push(`Visit moved: ${later}, ${NAME}`);
  await expectMails(mailServer, mails);
  const moved = readInvitation(mailTo(mailServer, EMAIL, MOVED));
  expect(`${zonedDayAndTime(moved.start)} ET`).toBe(later);
  expect(moved).toMatchObject({ method: 'REQUEST', uid: invitation.uid });
  expect(moved.sequence).toBeGreaterThan(invitation.sequence);
  expect(await lead()).toMatchObject({ slot: moved.start, status: 'booked' });

  await cancel(page);
  mails.visitor.push(`${CANCELLED}: ${later}`);
  mails.owner.push(`Visit cancelled: ${later}, ${NAME}`);
  await expectMails(mailServer, mails);
  const withdrawn = readInvitation(mailTo(mailServer, EMAIL, CANCELLED));
  expect(withdrawn).toMatchObject({ method: 'CANCEL', uid: invitation.uid, start: moved.start });
  expect(withdrawn.sequence).toBeGreaterThan(moved.sequence);
  await open();
  await expect(row(NAME).getByRole('cell')).toContainText([NAME, 'New', 'Visit cancelled', /Today|Yesterday/]);
  await page.getByRole('link', { name: NAME }).click();
  await expect(detail(NAME).getByText(/^The visit was cancelled .+ ET, and no other is booked\.$/)).toBeVisible();
  await expectAccessible(page, 'a lead whose visit is cancelled');
});
