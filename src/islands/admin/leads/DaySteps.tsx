import { useStore } from '@nanostores/react';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { type DayStep, HELD_BACK_MS, isNext, isTold, lastStep, wayMinutes } from '#contracts/visit-day';
import { say } from '#browser/say';
import type { ReadOnly } from '#islands/ui/resource.ts';
import type { ShownLead } from '#lead/answers';
import type { Visit } from '#lead/lead';
import { Button } from '../Button.tsx';
import { $connections, isMailOut, waysTo, wayWords } from '../connections.ts';
import { type Commands, isSending, keyOf, type Press } from './commands.ts';
import { isTexted, isToRepeat, nobodyText, type StepCommand, stepWords, wayText } from './day-steps.ts';
import { LeadButton } from './ProgressFields.tsx';
import { timeOf } from './visit-time.ts';

interface DayStepsProps {
  readonly lead: ShownLead;
  /** One of today. */
  readonly visit: Visit;
  readonly now: Date;
  readonly store: ReadOnly<Pick<Commands, '$presses'>> & {
    readonly mark: (lead: ShownLead, visit: Visit, command: StepCommand) => Promise<boolean>;
  };
  /** Opens the map. */
  readonly map: string;
  /** How the visit went is asked now. */
  readonly onDone?: () => void;
}

const labels: Record<DayStep | 'undo', string> = {
  onMyWay: say('On my way'),
  arrived: say('Arrived#visit'),
  done: say('Done'),
  nobody: say('Nobody there'),
  undo: say('Undo'),
};

/** The last press about the visit. */
function usePress({ store, visit }: Pick<DayStepsProps, 'store' | 'visit'>) {
  const press = useStore(store.$presses)[keyOf('day', visit)];
  const command = press?.command?.do === 'dayStep' ? press.command : undefined;
  return { press, command, step: isSending(press) ? command?.step : undefined };
}

/** One press each on the day of the visit. */
export function DaySteps({ lead, visit, now, store, map, onDone }: DayStepsProps) {
  const { step: sending, ...pressed } = usePress({ store, visit });
  const { day, outcome } = visit;
  const { start } = timeOf(visit);
  const step = { do: 'dayStep', visit: start } as const;
  const box = useRef<HTMLDivElement>(null);
  const send = async (command: StepCommand) => {
    if (sending || !(await store.mark(lead, visit, command))) return;
    if (command.step === 'done') onDone?.();
    // The pressed button has gone: the step's line takes the focus that it had.
    const line = () => box.current?.querySelector<HTMLElement>('[role=status]') ?? box.current;
    requestAnimationFrame(() => document.activeElement === document.body && line()?.focus());
  };
  const offers = (one: DayStep) => !outcome && isNext(one, day);
  const hasBegun = Date.parse(start) <= now.getTime();
  const isOut = isMailOut(useStore($connections));
  const channels = wayWords(waysTo(lead, 'nobodyHome').filter(({ way }) => way !== 'mail' || !isOut));
  const ownText = channels ? null : nobodyText(lead, visit, location.origin);
  const wayEffect = isTexted(lead) ? say(' (texts the visitor and opens the map)') : say(' (opens the map)');
  const next = day?.arrivedAt ? 'done' : (hasBegun || day?.onMyWayAt) && 'arrived';
  if (outcome && !lastStep(day)) return null;
  const button = (one: 'arrived' | 'done' | 'nobody') => (
    <LeadButton
      key={one}
      lead={lead}
      className={clsx('btn btn-sm px-2', one !== next && 'btn-line')}
      isBusy={sending !== undefined}
      onClick={() => void send({ ...step, step: one })}
    >
      {sending === one ? say('Saving...') : labels[one]}
    </LeadButton>
  );
  return (
    <div
      ref={box}
      className="mt-3 grid gap-2 border-t border-hairline pt-3 empty:hidden focus:outline-none print:hidden"
      tabIndex={-1}
    >
      {lastStep(day) && <Noted key={stepWords(visit)} {...{ lead, visit, map, channels }} onUndo={send} />}
      {offers('onMyWay') && (
        <fieldset>
          <legend className="mb-1 p-0 text-sm font-label">
            <span>{sending === 'onMyWay' ? say('Saving...') : say('On my way, there in')}</span>
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
                  onClick={() => void send({ ...step, step: 'onMyWay', minutes })}
                >
                  <span>{`${minutes} min`}</span>
                  <span className="sr-only">{text ? say(' (opens your messages)') : wayEffect}</span>
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
              onClick={() => void send({ ...step, step: 'nobody' })}
            >
              <span>{labels.nobody}</span>
              <span className="sr-only">{` ${lead.request.name}${say(' (opens your messages)')}`}</span>
            </a>
          ) : (
            button('nobody')
          ))}
      </div>
      <ToRepeat {...pressed} visit={visit} send={send} />
    </div>
  );
}

/** A visit that was marked as done before its end, where the outcomes are: it may go on. */
export function NotOver({ lead, visit, now, store }: Pick<DayStepsProps, 'lead' | 'visit' | 'now' | 'store'>) {
  const { step, ...pressed } = usePress({ store, visit });
  const at = visit.day?.doneAt;
  const { start, end } = timeOf(visit);
  if (!at || Date.parse(end) <= now.getTime()) return null;
  const send = (command: StepCommand) => store.mark(lead, visit, command);
  return (
    <>
      <Button
        className="link min-h-11 text-sm"
        isBusy={step !== undefined}
        onClick={() => void send({ do: 'dayStep', visit: start, step: 'undo', at })}
        of={`: ${lead.request.name}`}
      >
        {say('It is not over yet')}
      </Button>
      <ToRepeat {...pressed} visit={visit} send={send} />
    </>
  );
}

interface ToRepeatProps extends Pick<DayStepsProps, 'visit'> {
  readonly press: Press | undefined;
  readonly command: StepCommand | undefined;
  readonly send: (command: StepCommand) => unknown;
}

const UNANSWERED = say('No answer came, so this may not be noted yet.');

/** A press that did not arrive is not lost. */
function ToRepeat({ press, command, visit, send }: ToRepeatProps) {
  if (!press?.failed || !command || !isToRepeat(command, visit)) return null;
  const label = labels[command.step];
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-brick" role="alert">
      <span>{`${label}: ${press.failed.serverMessage ?? UNANSWERED}`}</span>
      <Button className="link min-h-11" onClick={() => void send(command)} of={`: ${label}`}>
        {say('Try again')}
      </Button>
    </p>
  );
}

interface NotedProps extends Pick<DayStepsProps, 'lead' | 'visit' | 'map'> {
  /** How the visitor is told that nobody was there: `text and mail`; empty if by the owner. */
  readonly channels: string;
  readonly onUndo: (command: StepCommand) => unknown;
}

/** The last step, and its Undo: for a minute where the visitor is told, else until it is said how the visit went. */
function Noted({ lead, visit, map, channels, onUndo }: NotedProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const { step = 'arrived', at = '' } = lastStep(visit.day) ?? {};
  const toldBy = step === 'nobody' ? channels : step === 'onMyWay' && isTexted(lead) && say('text');
  const isHeldBack = useIsBefore(Date.parse(at) + HELD_BACK_MS);
  const mayUndo = isHeldBack || (!isTold(step) && !visit.outcome);
  const hadUndo = useRef(mayUndo);
  useEffect(() => {
    // The button has gone with its minute.
    if (hadUndo.current && !mayUndo && document.activeElement === document.body) line.current?.focus();
    hadUndo.current = mayUndo;
  }, [mayUndo]);
  const { start } = timeOf(visit);
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p ref={line} className="font-label focus:outline-none" role="status" tabIndex={-1}>
          {stepWords(visit)}
        </p>
        <div className="flex gap-5">
          {step === 'onMyWay' && (
            <a className="link min-h-11 text-sm" href={map} target="_blank" rel="noopener noreferrer">
              {say('Open the map')}
            </a>
          )}
          {mayUndo && (
            <Button
              className="link min-h-11 min-w-11 text-sm"
              onClick={() => void onUndo({ do: 'dayStep', visit: start, step: 'undo', at })}
              of={` ${lead.request.name}`}
            >
              {say('Undo')}
            </Button>
          )}
        </div>
      </div>
      {toldBy && (
        <p className="text-sm text-mute">
          {isHeldBack
            ? say('In a minute the visitor is told by {ways}.', { ways: toldBy })
            : say('The visitor is told by {ways}.', { ways: toldBy })}
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
