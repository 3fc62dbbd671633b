import type { AdminLead } from '#contracts/admin-lead';
import { callLanguage } from '#contracts/kept-request';

/** The visitor's language for a call, if not English. */
export function CallLanguage({ lead: { request } }: { lead: AdminLead }) {
  const words = callLanguage(request);
  if (!words) return null;
  return (
    <p className="my-1.5">
      <span className="badge badge-flax">{words}</span>
    </p>
  );
}
