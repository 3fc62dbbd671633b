import { isEnded } from '#contracts/lead-status';
import type { Lead } from './lead.ts';

/** Notes when the status changed. If the owner sets a lead back to new, the call was a mistake. `now` in ms. */
export function withMilestones(
  before: Lead,
  after: Lead,
  { now, byOwner, hasVisits }: { now: number; byOwner: boolean; hasVisits: boolean },
): Lead {
  const { status } = after;
  if (status === before.status) return after;
  const moment = new Date(now).toISOString();
  const { bookedAt, calledAt, ...rest } = after;
  const isBack = byOwner && status === 'new';
  const booked = status === 'booked' ? (bookedAt ?? moment) : bookedAt;
  const isBooked = !isBack || hasVisits;
  const isCalled =
    byOwner && !isBack && after.source !== 'phone' && (before.status === 'new' || status === 'contacted');
  const called = isCalled ? (calledAt ?? moment) : calledAt;
  return {
    ...rest,
    ...(booked && isBooked && { bookedAt: booked }),
    ...(called && !isBack && { calledAt: called }),
    ...(byOwner && status === 'visited' && { visitedAt: after.visitedAt ?? moment }),
    ...(status === 'won' && { wonAt: after.wonAt ?? moment }),
    ...(isEnded(after) && { closedAt: moment }),
  };
}
