import { useStore } from '@nanostores/react';
import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { lostReason } from '#contracts/lead-status';
import { say } from '#browser/say';
import { Options } from '#islands/ui/Field.tsx';
import { IconButton } from '#islands/ui/Icon.tsx';
import type { ShownLead } from '#lead/answers';
import { Button } from '../Button.tsx';
import { leads } from './leads-store.ts';
import { CANCEL, reasonOptions, StillComing } from './ProgressFields.tsx';

const { $chosen, $closed, $isBusy, choose, close, dismiss, mayChoose, undo } = leads.closing;

/** A row's checkbox; a gap where the lead has ended. It lies above the link, which covers the card. */
export function ChooseLead({ lead }: { lead: ShownLead }) {
  const isChosen = useStore($chosen).has(lead.id);
  if (!mayChoose(lead)) return <span className="size-5 flex-none" />;
  return (
    <label className="relative z-10 -m-2 flex-none cursor-pointer p-2">
      <input
        className="m-0 block size-5 accent-lagoon"
        type="checkbox"
        aria-label={say('Choose {name}', { name: lead.request.name })}
        checked={isChosen}
        onChange={({ target }) => choose([lead.id], target.checked)}
      />
    </label>
  );
}

/** Focuses the lead's link in the list, or the search if it is not there. */
export function focusRow(id: string): void {
  const link = document.querySelector<HTMLElement>(`a[href="#${CSS.escape(id)}"]`);
  (link ?? document.getElementById('leads-search'))?.focus();
}

/** Closes the chosen leads, and says what was closed. On a phone it stands above the bar of the pages. */
export function ClosingBar({ rows }: { rows: readonly ShownLead[] }) {
  const [chosen, closed] = [useStore($chosen), useStore($closed)];
  const isBusy = useStore($isBusy);
  const [reason, setReason] = useState('');
  const bar = useRef<HTMLParagraphElement>(null);
  const open = rows.filter(mayChoose);
  const ids = open.flatMap(({ id }) => (chosen.has(id) ? id : []));
  const count = ids.length;
  const first = ids[0] ?? closed[0]?.id;
  const before = useRef(first);
  // The pressed button is gone with its form, or with the bar.
  useLayoutEffect(() => {
    const last = before.current;
    before.current = first;
    if (document.activeElement !== document.body) return;
    if (closed.length > 0) bar.current?.focus();
    else if (last && !first) focusRow(last);
  }, [first, closed]);
  if (!first) return null;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const { data } = lostReason.safeParse(reason);
    if (data) void close(data);
  };
  return (
    <section
      className="sticky bottom-[calc(var(--admin-nav,0px)+env(safe-area-inset-bottom))] z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-4 border-lagoon bg-white px-4 py-2.5 text-sm"
      aria-label={say('Chosen leads')}
    >
      <p ref={bar} className="flex-1 font-label tabular-nums focus:outline-none" role="status" tabIndex={-1}>
        {count > 0 ? say('{count} chosen', { count }) : say('{count} closed as lost', { count: closed.length })}
      </p>
      <div className="-mr-3 flex items-center">
        {count === 0 && (
          <Button className="link min-h-11" isBusy={isBusy} onClick={() => void undo()} of={say(' the closing')}>
            {say('Undo')}
          </Button>
        )}
        {count > 0 && count < open.length && (
          <Button
            className="link min-h-11"
            onClick={() =>
              choose(
                open.map(({ id }) => id),
                true,
              )
            }
          >
            {say('All {count}', { count: open.length })}
          </Button>
        )}
        <IconButton
          icon="x"
          label={count > 0 ? say('Choose none') : say('Dismiss')}
          onClick={() => (count > 0 ? choose([...chosen], false) : dismiss())}
        />
      </div>
      {count === 0 &&
        closed.map((lead) => (
          <StillComing
            key={lead.id}
            lead={rows.find(({ id }) => id === lead.id) ?? lead}
            now={new Date()}
            of={lead.request.name}
          >
            <a className="link" href={`#${lead.id}/${CANCEL}`}>
              {say('Cancel the visit')}
            </a>
          </StillComing>
        ))}
      {count > 0 && (
        <form className="flex min-w-0 flex-[1_1_16rem] flex-wrap gap-2 md:flex-none" onSubmit={save}>
          <select
            className="input min-h-11 w-auto min-w-0 flex-[99_1_9rem] py-2 text-[1rem]"
            aria-label={say('Why they were lost')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            required
          >
            <option value="">{say('Choose a reason')}</option>
            <Options options={reasonOptions} />
          </select>
          <Button className="btn btn-sm flex-auto" type="submit" isBusy={isBusy}>
            {isBusy ? say('Saving...') : say('Close as lost')}
          </Button>
        </form>
      )}
    </section>
  );
}
