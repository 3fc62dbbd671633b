import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { leadStatuses, leadStatusLabels } from '#contracts/lead';
import { desk } from './leads-desk.ts';

/** Which leads are shown. */
export function LeadsToolbar() {
  const { search, status } = useStore(desk.$wish, { ssr: 'initial' });
  const field = useRef<HTMLInputElement>(null);
  // Whoever was quicker than the script has typed into a field that nobody listened to.
  useEffect(() => {
    const typed = field.current?.value;
    if (typed) void desk.seek({ search: typed });
  }, []);
  return (
    <search className="toolbar leads-toolbar">
      <input
        ref={field}
        className="input"
        id="leads-search"
        type="search"
        aria-label="Search leads"
        placeholder="Search name, phone, ZIP"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={search}
        onChange={({ target }) => void desk.seek({ search: target.value })}
      />
      <select
        className="input"
        aria-label="Status"
        value={status}
        onChange={({ target }) => void desk.seek({ status: statusOf(target.value) })}
      >
        <option value="">All statuses</option>
        {leadStatuses.map((value) => (
          <option key={value} value={value}>
            {leadStatusLabels[value]}
          </option>
        ))}
      </select>
    </search>
  );
}

const statusOf = (value: string) => leadStatuses.find((status) => status === value) ?? '';
