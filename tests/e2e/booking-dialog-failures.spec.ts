import { withMotion } from '#tests/support/host';
import { BOOK, expect, REQUESTS, takeLastTime, TIMES, test, visitor } from './booking-site.ts';

test('taken meanwhile: the server’s sentence, everything typed stays, Change Time shows fresh times', async ({
  page,
  wire,
}) => {
  const mine = visitor(page);
  await mine.reachDetails();
  await takeLastTime(page.request);
  const taken = await mine.chosenTime.textContent();

  await mine.dialog.getByLabel('Notes').fill('Gate code 4711');
  await mine.press('Confirm Booking');
  await expect(mine.toast).toContainText('Booking Error');
  expect(wire.to(BOOK).map(({ status }) => status)).toEqual([201, 409]);
  await expect(mine.toast).toContainText(JSON.parse(wire.to(BOOK).at(-1)?.answer ?? '').error);
  const change = mine.dialog.getByRole('button', { name: 'Change Time' });
  await expect(change).toBeFocused();
  await expect(change).not.toHaveClass(/btn-line/);
  await expect(mine.dialog.getByRole('button', { name: 'Confirm Booking' })).toHaveClass(/btn-line/);
  await expect(mine.dialog.getByLabel('Notes')).toHaveValue('Gate code 4711');
  // The notice outlives the toast; only the toast is announced.
  const gone = mine.dialog.getByRole('deletion');
  await expect(gone).toHaveText(taken ?? '');
  await mine.toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(mine.toast).toBeHidden();
  await expect(mine.dialog.getByText('Somebody has just taken that time. Please choose another.')).toBeVisible();
  await expect(mine.dialog.getByText('Gone', { exact: true })).toBeVisible();

  await mine.press('Change Time');
  await mine.slots.first().click();
  await expect(mine.chosenTime).not.toHaveText(taken ?? '');
  await expect(mine.dialog.getByLabel('Notes')).toHaveValue('Gate code 4711');
  await mine.press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
  const leads = wire.to(REQUESTS).map(({ answer }) => JSON.parse(answer ?? '').id);
  expect(leads).toHaveLength(3);
  expect(leads[2]).toBe(leads[1]);
});

test('two tabs press for one time at the same moment: one gets it, the other is told', async ({
  page,
  context,
  wire,
}) => {
  const tabs = [visitor(page), visitor(await context.newPage())];
  for (const tab of tabs) await tab.reachDetails();
  let both = () => {};
  const together = new Promise<void>((done) => {
    both = done;
  });
  wire.always(REQUESTS, { holdAnswer: together });
  for (const tab of tabs) await tab.press('Confirm Booking');
  await expect.poll(() => wire.to(REQUESTS).length).toBe(2);
  both();
  await expect
    .poll(() =>
      wire
        .to(BOOK)
        .map(({ status }) => status)
        .sort(),
    )
    .toEqual([201, 409]);
});

test('the server down: told, nothing lost, and the second try books; closed early, the confirmed step leads on', async ({
  page,
  wire,
  site,
}) => {
  const { dialog, toast, press, reachDetails, holdConfirmed } = visitor(page);
  await reachDetails();
  await site.kill();
  await press('Confirm Booking');
  await expect(toast).toHaveText(/^Booking ErrorFailed to complete booking\. Please try again\.$/);
  await expect(dialog.getByLabel('City')).toHaveValue('Celebration');
  await site.start();
  await holdConfirmed();
  await press('Confirm Booking');
  await expect(dialog.getByText('Consultation Scheduled!')).toBeVisible();
  await expect(toast).toHaveCount(0);
  // Without an email nobody is promised an invitation.
  await expect(dialog.getByText('We will call or text (407) 555-0188 to confirm.')).toBeVisible();
  await expect(dialog.getByText(/invitation/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/thank-you');
  expect(new Set(wire.to(REQUESTS).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

const failed =
  "We're having trouble checking our calendar availability right now. Don't worry - you can still request a consultation and we'll contact you to schedule.";

test('times that fail in any way: the notice, and a callback; that are slow: words, and the way back stays open', async ({
  page,
  wire,
}) => {
  const { dialog, days, slots, press, reachTimes } = visitor(page);
  const notice = dialog.getByText(failed);
  const backAndOn = async () => {
    await press('Back');
    await expect(notice).toBeHidden();
    wire.calm();
  };
  const error = 'The calendar does not answer';
  wire.always(TIMES, { answer: { status: 200, body: { slots: [], error } } });
  await reachTimes();
  await expect(notice).toBeVisible();
  expect(wire.to(TIMES)).toHaveLength(1);

  await backAndOn();
  wire.always(TIMES, { answer: { status: 503, body: { slots: [], error } } });
  await press('See Available Times');
  await expect(dialog.getByRole('alert')).toContainText(failed);
  // Such an answer is asked for again, once.
  expect(wire.to(TIMES)).toHaveLength(2);

  await backAndOn();
  wire.always(TIMES, { answer: { status: 200, body: { slots: [{ start: 'soon' }] } } });
  await press('See Available Times');
  await expect(notice).toBeVisible();

  await backAndOn();
  let answer = () => {};
  wire.meddle(TIMES, {
    holdAnswer: new Promise<void>((done) => {
      answer = done;
    }),
  });
  await press('See Available Times');
  await expect(dialog.getByRole('status')).toHaveText('Looking for open times');
  await press('Back');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await press('See Available Times');
  await expect(days.first()).toBeFocused();
  await expect(slots.first()).toBeVisible();
  answer();

  await backAndOn();
  // For a browser this is a server that is down.
  wire.always(TIMES, { cut: true });
  await press('See Available Times');
  await expect(notice).toBeVisible();
  wire.calm();
  await press('Request a Callback Instead');
  await expect(page).toHaveURL('/thank-you');
  expect(wire.to(REQUESTS)).toMatchObject([{ status: 201 }]);
});

const answers = [
  ['an answer without a word', REQUESTS, { status: 500, body: {} }, 'Failed to submit request'],
  ['a slot refused without a word', BOOK, { status: 500, body: {} }, 'Failed to book slot'],
  ['a page in place of an answer', BOOK, { status: 502, body: '<h1>Bad gateway</h1>' }, 'Failed to book slot'],
  [
    'a malformed success',
    REQUESTS,
    { status: 201, body: { lead: 7 } },
    'Failed to complete booking. Please try again.',
  ],
  [
    'a sentence',
    REQUESTS,
    { status: 429, body: { error: 'Too many requests. Please wait a minute.' } },
    'Too many requests. Please wait a minute.',
  ],
] as const;
test('whatever the answer to Confirm is, it is told, what was given stays, and a second try makes no second lead', async ({
  page,
  wire,
}) => {
  const { dialog, toast, press, reachDetails } = visitor(page);
  await reachDetails();
  for (const [name, path, answer, text] of answers) {
    await test.step(`${name}: ${text}`, async () => {
      wire.calm();
      wire.always(path, { answer });
      await press('Confirm Booking');
      await expect(toast).toHaveText(`Booking Error${text}`);
      expect(wire.to(path).at(-1)?.status).toBe(answer.status);
      await expect(dialog.getByLabel('City')).toHaveValue('Celebration');
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toBeHidden();
    });
  }
  await test.step('half-failed, then tried again, slowly: one lead and one request, however often Enter is pressed', async () => {
    const error = 'We could not confirm that time. Please press Confirm Booking again.';
    let send = () => {};
    const holdAnswer = new Promise<void>((done) => {
      send = done;
    });
    wire.calm();
    wire.meddle(BOOK, { answer: { status: 503, body: { error } } }, { holdAnswer });
    await press('Confirm Booking');
    await expect(toast).toContainText(error);
    await dialog.getByLabel('Street address').press('Enter');
    const confirming = dialog.getByRole('button', { name: 'Confirming...' });
    await expect(confirming).toBeFocused();
    await expect(dialog.getByLabel('City')).toBeDisabled();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Change Time' }).click({ force: true });
    await expect(confirming).toBeVisible();
    send();
    await expect(page).toHaveURL('/thank-you');
    const ids = wire.to(REQUESTS).map(({ answer }) => JSON.parse(answer ?? '').id);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(wire.to(BOOK)).toHaveLength(2);
  });
});

test.describe('the toast', () => {
  test.use(withMotion);

  test('stands over the dialog, goes away by itself, by Escape in it, and by its button', async ({ page, wire }) => {
    const { dialog, toast, press, reachDetails } = visitor(page);
    wire.always(BOOK, { answer: { status: 502, body: { error: 'Our calendar did not take the visit.' } } });
    await page.clock.install();
    await reachDetails();
    await page.clock.pauseAt(Date.now() + 60_000);
    await press('Confirm Booking');
    await expect(toast).toBeInViewport({ ratio: 1 });
    await page.clock.runFor(4900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();
    await page.clock.resume();

    await press('Confirm Booking');
    await expect(toast).toBeVisible();
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    await expect(toast).toBeHidden();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Confirm Booking' })).toBeFocused();

    await press('Confirm Booking');
    await expect(toast).toBeVisible();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expect(toast).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toast).toBeHidden();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Confirm Booking' })).toBeFocused();

    await press('Confirm Booking');
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toBeHidden();
    await expect(dialog).toBeVisible();
  });

  test('there is one at a time, and it is swiped away to the right, by more than 50 px', async ({ page, wire }) => {
    const { toast, press, reachDetails } = visitor(page);
    wire.meddle(
      BOOK,
      { answer: { status: 502, body: { error: 'First' } } },
      { answer: { status: 502, body: { error: 'Second' } } },
    );
    await reachDetails();
    await press('Confirm Booking');
    await expect(toast).toContainText('First');
    await press('Confirm Booking');
    await expect(toast).toHaveText('Booking ErrorSecond');
    const swipe = async (distance: number) => {
      const box = await toast.boundingBox();
      if (!box) throw new Error('No toast to swipe');
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance, y, { steps: 6 });
      await page.mouse.up();
    };
    await swipe(45);
    await expect(toast).toBeVisible();
    await swipe(70);
    await expect(toast).toBeHidden();
  });
});

test('9.1: a person with three visits reads so, and the number to call stays and can be pressed', async ({
  page,
  wire,
  site,
}) => {
  const mine = visitor(page);
  const someone = { name: 'Elise Romero', phone: '1 407 555 0188', zipCode: '34747', city: 'Celebration' };
  const body = { ...someone, serviceInterest: 'Motorized Shades', preferredContact: 'text' };
  const { slots } = await (await page.request.get(site.url + TIMES)).json();
  for (const { start, end } of slots.slice(2, 5)) {
    const { id } = await (await page.request.post(site.url + REQUESTS, { data: body })).json();
    const visit = { consultationId: id, slotStart: start, slotEnd: end };
    expect((await page.request.post(site.url + BOOK, { data: visit })).status()).toBe(201);
  }
  await mine.reachDetails();
  await mine.dialog.getByLabel('Notes').fill('Gate code 4711');
  await mine.press('Confirm Booking');
  const sentence = 'You have 3 visits with us already. For one more, please call (407) 555-0142.';
  await expect(mine.toast).toContainText(sentence);
  const kept = mine.dialog.locator('form').getByText(sentence);
  await expect(kept).toBeInViewport();
  await expect(kept.getByRole('link')).toHaveAttribute('href', 'tel:+14075550142');
  await expect(mine.dialog.getByRole('button', { name: 'Confirm Booking' })).toBeFocused();
  await expect(mine.dialog.getByLabel('Notes')).toHaveValue('Gate code 4711');
  expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);

  wire.always(BOOK, { holdAnswer: new Promise(() => undefined) });
  await mine.press('Confirm Booking');
  await expect(kept).toBeHidden();
});
