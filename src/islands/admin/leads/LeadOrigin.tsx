import { useState } from 'react';
import { allowsAdConversions } from '#contracts/consultation';
import type { AdminLead } from '#contracts/admin-lead';
import { hasGoogleClick } from '#contracts/source';
import { Checkbox } from '../Checkbox.tsx';
import { leads } from './leads-store.ts';

/** The words of the link that a visitor followed, as they came, and whether Google may hear what became of it. */
export function LeadOrigin({ lead }: { lead: AdminLead }) {
  const { attribution = {}, consent } = lead.request;
  const words = Object.entries(attribution);
  if (words.length === 0) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="link cursor-pointer">What the link said</summary>
      <dl className="grid gap-2 pt-1">
        {words.map(([name, text]) => (
          <div key={name}>
            <dt className="text-mute">{name}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {hasGoogleClick(attribution) && allowsAdConversions(consent) && <AdsChoice lead={lead} />}
    </details>
  );
}

function AdsChoice({ lead }: { lead: AdminLead }) {
  const [isSaving, setSaving] = useState(false);
  const choose = (noAds: boolean) => {
    setSaving(true);
    void leads.mark(lead, { noAds }).finally(() => setSaving(false));
  };
  return (
    <Checkbox
      className="pt-2"
      checked={lead.noAds ?? false}
      disabled={isSaving}
      onChange={({ target }) => choose(target.checked)}
    >
      They said no: leave them out of the file for Google Ads
    </Checkbox>
  );
}
