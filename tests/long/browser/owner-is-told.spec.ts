import { zonedDayAndTime, zoneNames } from '#lib/time/zone';
import { intervalOf, readEvent } from '#tests/support/ics-event';
import { expect, START, visitor } from '#tests/e2e/booking-site';
import { leadOf, leadsPage, signIn } from '#tests/e2e/leads-site';
import { invitationOf, linkOf, mailTo, OWNER_ADDRESS, subjectsTo, test } from '#tests/e2e/mail-site';

const NAME = 'Elise Romero';
const EMAIL = 'elise.romero@example.com';

// The words of each mail, and its invitation, are in netlify/server/channels/mail/mail-words.test.ts.
test('a visit is booked, moved and cancelled by the links of its mails: owner and visitor are told once of each, of the same instants', async ({
  page,
  mailServer,
}) => {
  /** The mails of one change, the only ones beside the former: its time stands in both, and in the invitation. */
  const mailsOf = async (toVisitor: string, toOwner: string, count: number) => {
    for (const address of [EMAIL, OWNER_ADDRESS])
      await expect.poll(() => subjectsTo(mailServer, address)).toHaveLength(count);
    const [mail, notice] = [mailTo(mailServer, EMAIL, toVisitor), mailTo(mailServer, OWNER_ADDRESS, toOwner)];
    const start = new Date(intervalOf(invitationOf(mail)).start).toISOString();
    const when = `${zonedDayAndTime(start)} ${zoneNames.short}`;
    expect(mail.mail.subject).toBe(`${toVisitor}: ${when}`);
    expect(notice.mail.subject).toBe(`${toOwner}: ${when}, ${NAME}`);
    return { start, when, uid: readEvent(invitationOf(mail)).event.uid, mail, notice };
  };
  const { days, slots, press, open, giveContact, giveDetails } = visitor(page);
  await page.goto(START);
  await open();
  await giveContact({ Name: NAME, Email: EMAIL });
  await press('See Available Times');
  // The first ones go by the hour.
  await days.nth(1).click();
  await slots.nth(1).click();
  await giveDetails();
  await press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
  const booked = await mailsOf('Your consultation is scheduled', 'Visit booked', 1);

  await signIn(page.request);
  const { pathname, hash } = new URL(linkOf(booked.notice, 'Open it in the admin pages'));
  const lead = () => leadOf(page.request, hash.slice(1));
  expect(await lead()).toMatchObject({ slot: booked.start, status: 'booked' });
  const { open: openLeads, detail } = leadsPage(page);
  await openLeads(pathname + hash);
  await expect(detail(NAME)).toBeVisible();

  await page.goto(linkOf(booked.mail, 'Change or cancel the visit'));
  await expect(page.getByRole('main')).toContainText(booked.when);
  await page.getByRole('radio').nth(4).check();
  await page.getByRole('button', { name: 'Move My Visit' }).click();
  const moved = await mailsOf('Your consultation has a new time', 'Visit moved', 2);
  await expect(page.getByRole('status')).toContainText(`we will see you on ${moved.when}`);
  expect(moved.when).not.toBe(booked.when);
  expect(await lead()).toMatchObject({ slot: moved.start, status: 'booked' });

  await page.goto(linkOf(moved.mail, 'Change or cancel the visit'));
  await page.getByText('Cancel this visit').click();
  await page.getByRole('button', { name: 'Yes, Cancel My Visit' }).click();
  const cancelled = await mailsOf('Your consultation is cancelled', 'Visit cancelled', 3);
  expect([moved.uid, cancelled.uid, cancelled.when]).toEqual([booked.uid, booked.uid, moved.when]);
});
