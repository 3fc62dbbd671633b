import { type LeadStatus, leadStatusLabels } from '#contracts/lead';

const looks = { new: 'badge-sun', booked: 'badge-on', 'called back': 'badge-flax', closed: 'badge-line' } as const;

export function StatusBadge({ status }: { status: LeadStatus }) {
  return (
    <span className={`badge ${looks[status]}`}>
      {status === 'booked' && <i className="dot" />}
      {leadStatusLabels[status]}
    </span>
  );
}
