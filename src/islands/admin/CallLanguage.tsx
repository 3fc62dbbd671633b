import { type AdminLead, callLanguage } from '#contracts/lead';

/** In which language to call the visitor, where it is not English. */
export function CallLanguage({ lead: { request } }: { lead: AdminLead }) {
  const words = callLanguage(request);
  if (!words) return null;
  return (
    <p className="my-1.5">
      <span className="badge badge-flax">{words}</span>
    </p>
  );
}
