import { MAX_VISIT_MS } from '#lib/time/interval';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { slotKey } from '#server/slots/records';
import { offeredWindow } from '#server/slots/times';
import { type ApiUse, measureApi } from '#tests/support/api-uses';

function isInOneQuarter(now: number): boolean {
  const { start, end } = offeredWindow(visitRules, now);
  const [first, last] = [start - MAX_VISIT_MS, end].map((moment) => slotKey(moment).slice(0, 'slots/2026-q4'.length));
  return first === last;
}

const secondQuarter = isInOneQuarter(Date.now()) ? 0 : 1;

/**
 * What each call of the API may ask of storage until it answers, in a process that has answered before: `calls` in all,
 * and `chain`, how many of them wait for one another. On the platform each of a chain takes some 30 ms.
 */
const BUDGETS: Readonly<Record<string, { calls: number; chain: number }>> = {
  // One more call each while the times on offer reach into a second quarter. Beside them it reads how soon we answer.
  'availability, warm': { calls: 4 + secondQuarter, chain: 1 },
  // Each mail to the owner asks for the owner's language.
  'request, warm': { calls: 6, chain: 6 },
  'booking, warm': { calls: 27 + secondQuarter, chain: 11 },
  'gallery, warm': { calls: 2, chain: 1 },
  // The lead and the slot that are new are read as well.
  'leads after a booking, warm': { calls: 5, chain: 4 },
  'leads, warm': { calls: 3, chain: 2 },
};

// A machine that stands still for a moment can make a chain look longer, and never shorter. In one run of about eight, two
// processes draw the same number for a limit's count, and the second asks again.
test('no call of the API asks more of storage than it may, nor waits for more', { retry: 5 }, async () => {
  const uses = new Map((await measureApi(20)).map((use) => [use.what, use]));
  for (const [what, budget] of Object.entries(BUDGETS)) {
    const { calls, chain } = uses.get(what) as ApiUse;
    expect(calls.length, `${what}: ${calls.join(', ')}`).toBeLessThanOrEqual(budget.calls);
    expect(chain, `${what}: ${calls.join(', ')}`).toBeLessThanOrEqual(budget.chain);
  }
  // The first call of a process reads what the owner has set up, before all else.
  expect(uses.get('availability, fresh')?.chain).toBe(3);
  expect(uses.get('booking, fresh')?.chain).toBeLessThanOrEqual(12);
});
