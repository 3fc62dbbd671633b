import { useStore } from '@nanostores/react';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { AdminLead } from '#contracts/admin-lead';
import type { PastVisit } from '#contracts/lead-outcome';
import { type DayChange, HELD_BACK_MS, isNext, lastMark, type Mark, wayMinutes } from '#contracts/visit-day';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { Button } from '../Button.tsx';
import { $connections, isMailOut } from '../connections.ts';
import {
  type DayMarksStore,
  isTexted,
  isToRepeat,
  markWords,
  nobodyText,
  type Press,
  pressKey,
  wayText,
} from './day-marks.ts';
import { LeadButton } from './ProgressFields.tsx';

interface DayMarksProps {
  readonly lead: AdminLead;
  /** One of today. */
  readonly visit: PastVisit;
  readonly now: Date;
  readonly marks: ReadOnly<DayMarksStore>;
  /** Opens the map. */
  readonly map: string;
  /** How the visit went is asked now. */
  readonly onDone?: () => void;
}

const labels: Record<Mark | 'undo', string> = {
  onMyWay: 'On my way',
  arrived: 'Arrived',
  done: 'Done',
  nobody: 'Nobody there',
  undo: 'Undo',
};

/** One press each on the day of the visit. */
export function DayMarks({ lead, visit, now, marks, map, onDone }: DayMarksProps) {
  const press = useStore(marks.$presses)[pressKey(lead, visit.start)];
  const { start, day, outcome } = visit;
  const sending = press?.state === 'sending' ? press.change.mark : undefined;
  const box = useRef<HTMLDivElement>(null);
  const send = async (change: DayChange) => {
    if (!(await marks.press(lead, change))) return;
    if (change.mark === 'done') onDone?.();
    // The Undo has gone with its mark.
    requestAnimationFrame(() => document.activeElement === document.body && box.current?.focus());
  };
  const offers = (mark: Mark) => !outcome && isNext(mark, day);
  const hasBegun = Date.parse(start) <= now.getTime();
  const hasMail = !isMailOut(useStore($connections)) && lead.request.email !== undefined;
  const channels = [isTexted(lead) && 'text', hasMail && 'mail'].filter(Boolean).join(' and ');
  const ownText = channels ? null : nobodyText(lead, visit, location.origin);
  const wayEffect = isTexted(lead) ? 'texts the visitor and opens the map' : 'opens the map';
  const next = day?.arrivedAt ? 'done' : (hasBegun || day?.onMyWayAt) && 'arrived';
  const button = (mark: 'arrived' | 'done' | 'nobody') => (
    <LeadButton
      key={mark}
      lead={lead}
      className={clsx('btn btn-sm px-2', mark !== next && 'btn-line')}
      isBusy={sending !== undefined}
      onClick={() => void send({ mark, visit: start })}
    >
      {sending === mark ? 'Saving...' : labels[mark]}
    </LeadButton>
  );
  return (
    <div
      ref={box}
      className="mt-3 grid gap-2 border-t border-hairline pt-3 empty:hidden focus:outline-none print:hidden"
      tabIndex={-1}
    >
      {lastMark(day) && (
        <Marked
          key={markWords(visit)}
          {...{ lead, visit, map, channels }}
          isFresh={press?.state === 'done'}
          onUndo={send}
        />
      )}
      {offers('onMyWay') && (
        <fieldset>
          <legend className="mb-1 p-0 text-sm font-label">
            <span>{sending === 'onMyWay' ? 'Saving...' : 'On my way, there in'}</span>
            <span className="sr-only">{`: ${lead.request.name}`}</span>
          </legend>
          <div className="grid grid-cols-4 gap-2">
            {wayMinutes.map((minutes) => {
              const text = wayText(lead, minutes, now);
              return (
                <a
                  key={minutes}
                  className="btn btn-line btn-sm px-1 whitespace-nowrap"
                  href={text ?? map}
                  {...(!text && { target: '_blank', rel: 'noopener noreferrer' })}
                  onClick={() => void send({ mark: 'onMyWay', minutes, visit: start })}
                >
                  <span>{`${minutes} min`}</span>
                  <span className="sr-only">{` (${text ? 'opens your messages' : wayEffect})`}</span>
                </a>
              );
            })}
          </div>
        </fieldset>
      )}
      <div className="grid grid-cols-2 gap-2 empty:hidden *:last:odd:col-span-2">
        {offers('arrived') && button('arrived')}
        {hasBegun && offers('done') && button('done')}
        {hasBegun &&
          offers('nobody') &&
          (ownText ? (
            <a
              className="btn btn-line btn-sm px-2"
              href={ownText}
              onClick={() => void send({ mark: 'nobody', visit: start })}
            >
              <span>{labels.nobody}</span>
              <span className="sr-only">{` ${lead.request.name} (opens your messages)`}</span>
            </a>
          ) : (
            button('nobody')
          ))}
      </div>
      <ToRepeat press={press} visit={visit} send={send} />
    </div>
  );
}

/** A visit that was marked as done before its end, where the outcomes are: it may go on. */
export function NotOver({ lead, visit, now, marks }: Pick<DayMarksProps, 'lead' | 'visit' | 'now' | 'marks'>) {
  const press = useStore(marks.$presses)[pressKey(lead, visit.start)];
  const at = visit.day?.doneAt;
  if (!at || Date.parse(visit.end) <= now.getTime()) return null;
  const send = (change: DayChange) => marks.press(lead, change);
  return (
    <>
      <Button
        className="link min-h-11 text-sm"
        isBusy={press?.state === 'sending'}
        onClick={() => void send({ mark: 'undo', at, visit: visit.start })}
        of={`: ${lead.request.name}`}
      >
        It is not over yet
      </Button>
      <ToRepeat press={press} visit={visit} send={send} />
    </>
  );
}

interface ToRepeatProps extends Pick<DayMarksProps, 'visit'> {
  readonly press: Press | undefined;
  readonly send: (change: DayChange) => unknown;
}

/** A press that did not arrive is not lost. */
function ToRepeat({ press, visit, send }: ToRepeatProps) {
  if (!press || !isToRepeat(press, visit)) return null;
  const label = labels[press.change.mark];
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-brick" role="alert">
      <span>{`${label}: ${press.message}`}</span>
      <Button className="link min-h-11" onClick={() => void send(press.change)} of={`: ${label}`}>
        Try again
      </Button>
    </p>
  );
}

interface MarkedProps extends Pick<DayMarksProps, 'lead' | 'visit' | 'map'> {
  /** How the visitor is told that nobody was there: `text and mail`; empty if by the owner. */
  readonly channels: string;
  /** The owner has just pressed it here. */
  readonly isFresh: boolean;
  readonly onUndo: (change: DayChange) => unknown;
}

/** The last mark, and for a minute its Undo. It takes the focus that its button had. */
function Marked({ lead, visit, map, channels, isFresh, onUndo }: MarkedProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const { mark = 'arrived', at = '' } = lastMark(visit.day) ?? {};
  const toldBy = mark === 'nobody' ? channels : mark === 'onMyWay' && isTexted(lead) && 'text';
  const mayUndo = useIsBefore(Date.parse(at) + HELD_BACK_MS);
  useEffect(() => {
    if (isFresh && document.activeElement === document.body) line.current?.focus();
  }, [isFresh]);
  const hadUndo = useRef(mayUndo);
  useEffect(() => {
    // The button has gone with its minute.
    if (hadUndo.current && !mayUndo && document.activeElement === document.body) line.current?.focus();
    hadUndo.current = mayUndo;
  }, [mayUndo]);
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p ref={line} className="font-label focus:outline-none" role="status" tabIndex={-1}>
          {markWords(visit)}
        </p>
        <div className="flex gap-5">
          {mark === 'onMyWay' && (
            <a className="link min-h-11 text-sm" href={map} target="_blank" rel="noopener noreferrer">
              Open the map
            </a>
          )}
          {mayUndo && (
            <Button
              className="link min-h-11 min-w-11 text-sm"
              onClick={() => void onUndo({ mark: 'undo', at, visit: visit.start })}
              of={` ${lead.request.name}`}
            >
              Undo
            </Button>
          )}
        </div>
      </div>
      {toldBy && (
        <p className="text-sm text-mute">
          {mayUndo ? `In a minute the visitor is told by ${toldBy}.` : `The visitor is told by ${toldBy}.`}
        </p>
      )}
    </div>
  );
}

/** True until that moment, ms. */
function useIsBefore(moment: number): boolean {
  const [isBefore, setBefore] = useState(() => Date.now() < moment);
  useEffect(() => {
    const left = moment - Date.now();
    setBefore(left > 0);
    const timer = setTimeout(() => setBefore(false), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [moment]);
  return isBefore;
}
