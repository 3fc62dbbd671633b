import { say } from '#browser/say';
import type { ShownLead } from '#lead/answers';
import { callLanguage } from '#lead/request-fields';

/** The visitor's language for a call, if not English. */
export function CallLanguage({ lead: { request } }: { lead: ShownLead }) {
  const words = callLanguage(request, say);
  if (!words) return null;
  return (
    <p className="my-1.5">
      <span className="badge badge-flax">{words}</span>
    </p>
  );
}
