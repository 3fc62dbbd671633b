import { isFinalRefusal, isUnanswered } from '#islands/ui/api/errors.ts';
import { callbackRequest } from '#contracts/consultation';
import type { Session } from './session.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * "Request a Callback". The HTTP status is not checked (specification, section 7): to the visitor any answer is a success.
 * A request that did not get through stays in the outbox, and the thank-you page says so if it never does.
 */
export async function requestCallback(session: Session, { outbox, track, tell }: Surroundings): Promise<void> {
  const { $step, during, asSent, finish } = session;
  const step = $step.get();
  if (step.name !== 'calendar' || step.sending) return;
  tell.trying();
  $step.set({ ...step, sending: true });
  try {
    await outbox.send(asSent(callbackRequest(step.contact)), session.key());
  } catch (error) {
    if (isUnanswered(error)) {
      during('calendar', (now) => ({ ...now, sending: false }));
      return tell.callbackFailed();
    }
    if (isFinalRefusal(error)) outbox.refused(session.key());
  }
  track('consultation_request', { method: 'form' });
  finish();
}
