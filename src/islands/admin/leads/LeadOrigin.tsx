import { allowsAdConversions } from '#contracts/consultation';
import { hasGoogleClick } from '#contracts/source';
import type { ShownLead } from '#lead/answers';
import { Checkbox } from '../Checkbox.tsx';
import { leads } from './leads-store.ts';

/** The words of the link that a visitor followed, as they came, and whether Google may hear what became of it. */
export function LeadOrigin({ lead }: { lead: ShownLead }) {
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

function AdsChoice({ lead }: { lead: ShownLead }) {
  return (
    <Checkbox
      className="pt-2"
      checked={lead.noAds ?? false}
      onChange={({ target }) => void leads.flag(lead, { noAds: target.checked })}
    >
      They said no: leave them out of the file for Google Ads
    </Checkbox>
  );
}
