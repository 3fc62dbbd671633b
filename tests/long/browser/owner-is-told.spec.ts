import type { Page } from '@playwright/test';
import { zonedDayAndTime, zonedVisit, zoneNames } from '#lib/time/zone';
import { readEvent, intervalOf } from '#tests/support/ics-event';
import type { Received } from '#tests/support/mail-server';
import { expect, START, visitor } from '#tests/e2e/booking-site';
import { leadOf, leadsPage, signIn } from '#tests/e2e/leads-site';
import { invitationOf, linkOf, mailTo, OWNER_ADDRESS, subjectsTo, test } from '#tests/e2e/mail-site';

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
  const when = await dialog.getByText(/ at \d+:\d\d [AP]M [A-Z]+$/).textContent();
  await passConfirmed();
  await expect(page).toHaveURL('/thank-you');
  return when ?? '';
}

/** What a calendar program takes from a mail's invitation, and how people are told that time. */
function readInvitation(mail: Received) {
  const text = invitationOf(mail);
  const { calendar, event } = readEvent(text);
  const start = new Date(intervalOf(text).start).toISOString();
  const method = calendar.getFirstPropertyValue('method');
  return {
    method,
    uid: event.uid,
    sequence: event.sequence,
    start,
    words: `${zonedDayAndTime(start)} ${zoneNames.short}`,
  };
}

test('a visit is booked, moved and cancelled: owner and visitor are told, all of the same instants', async ({
  page,
  mailServer,
}) => {
  const mails: { visitor: string[]; owner: string[] } = { visitor: [], owner: [] };
  /** Resolves when these mails have come too, and no others. */
  const expectMails = async (toVisitor: string, toOwner: string) => {
    mails.visitor.push(toVisitor);
    mails.owner.push(toOwner);
    await expect.poll(() => subjectsTo(mailServer, EMAIL)).toEqual(mails.visitor.toSorted());
    await expect.poll(() => subjectsTo(mailServer, OWNER_ADDRESS)).toEqual(mails.owner.toSorted());
  };
  const when = await book(page);
  // One mail for a request that is booked within three minutes.
  await expectMails(`${BOOKED}: ${when}`, `Visit booked: ${when}, ${NAME}`);
  const confirmation = mailTo(mailServer, EMAIL, BOOKED);
  const invitation = readInvitation(confirmation);
  expect(invitation).toMatchObject({ method: 'REQUEST', words: when });

  await signIn(page.request);
  const { open, row, detail } = leadsPage(page);
  const adminLink = new URL(linkOf(mailTo(mailServer, OWNER_ADDRESS, 'Visit booked'), 'Open it in the admin pages'));
  const lead = () => leadOf(page.request, adminLink.hash.slice(1));
  expect(await lead()).toMatchObject({ slot: invitation.start, status: 'booked' });
  await open(adminLink.pathname + adminLink.hash);
  const visit = detail(NAME).getByText(`${zonedVisit(invitation.start, new Date())} ${zoneNames.short}`, {
    exact: true,
  });
  await expect(visit).toBeVisible();

  await page.goto(linkOf(confirmation, 'Change or cancel the visit'));
  await expect(page.getByRole('main')).toContainText(when);
  await page.getByRole('radio').nth(4).check();
  await page.getByRole('button', { name: 'Move My Visit' }).click();
  const done = await page.getByRole('status').textContent();
  const later = /we will see you on (.+ [A-Z]+)\./.exec(done ?? '')?.[1] ?? '';
  expect(later).not.toBe(when);
  await expectMails(`${MOVED}: ${later}`, `Visit moved: ${later}, ${NAME}`);
  const moved = readInvitation(mailTo(mailServer, EMAIL, MOVED));
  expect(moved).toMatchObject({ method: 'REQUEST', uid: invitation.uid, words: later });
  expect(moved.sequence).toBeGreaterThan(invitation.sequence);
  expect(await lead()).toMatchObject({ slot: moved.start, status: 'booked' });

  await page.getByText('Cancel this visit').click();
  await page.getByRole('button', { name: 'Yes, Cancel My Visit' }).click();
  await expect(page.getByRole('heading', { name: 'Your Visit Is Cancelled' })).toBeVisible();
  await expectMails(`${CANCELLED}: ${later}`, `Visit cancelled: ${later}, ${NAME}`);
  const withdrawn = readInvitation(mailTo(mailServer, EMAIL, CANCELLED));
  expect(withdrawn).toMatchObject({ method: 'CANCEL', uid: invitation.uid, start: moved.start });
  expect(withdrawn.sequence).toBeGreaterThan(moved.sequence);
  await open();
  await expect(row(NAME).getByRole('cell')).toContainText([NAME, 'New', 'Visit cancelled', /Today|Yesterday/]);
  await page.getByRole('link', { name: NAME }).click();
  await expect(detail(NAME).getByText(/^The visit was cancelled .+ [A-Z]+, and no other is booked\.$/)).toBeVisible();
});
