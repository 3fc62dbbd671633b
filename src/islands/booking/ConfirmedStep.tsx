import type { ContactDetails } from '#contracts/consultation';
import { easternDayAndTime, minutesOf } from '#lib/eastern-time';
import type { ConfirmedStep as Step } from './store/state.ts';
import { Icon } from '../ui/Icon.tsx';
import { firstFocus } from '../ui/modal.ts';

/** Step 4: seen for two seconds, then the thank-you page follows. */
export function ConfirmedStep({ contact, visit, slot }: Step) {
  return (
    <div className="scheduled">
      <h3 className="drawn-shade" tabIndex={-1} {...firstFocus}>
        <Icon name="check" />
        <span>Consultation Scheduled!</span>
      </h3>
      <p className="num">
        <b>{easternDayAndTime(slot.start)} ET</b>
        <br />
        <span className="soft">
          {minutesOf(slot)} minutes, at your home in {visit.city}
        </span>
      </p>
      <p className="soft">{nextWord(contact)}</p>
    </div>
  );
}

/** Without an e-mail address nobody is promised an invitation (design, introduction). */
function nextWord({ email, phone }: ContactDetails): string {
  if (email) return `A calendar invitation will be sent to ${email}.`;
  return `We will call or text ${phone} to confirm.`;
}
