import type { calendar_v3 } from '@googleapis/calendar';
import { type Surroundings, persist } from './attempts.ts';
import { type Answer, failureOf, lockedOut, silenceOf } from './failures.ts';
import type { GoogleSettings } from './settings.ts';
import { tokenSource } from './tokens.ts';

interface Options {
  readonly signal: AbortSignal;
  readonly headers: { readonly authorization: string };
}

/** One call of the API. It is made again with the same content where it may have failed to arrive. */
export interface ApiCall<Result> {
  /** Whether it may change the calendar. */
  readonly changes: boolean;
  send(api: calendar_v3.Calendar, options: Options): Promise<Answer>;
  /** What the answer says; `null` where it is none that the call allows for, `again` to ask anew at once. */
  read(answer: Answer): { readonly result: Result } | 'again' | null;
}

/** Makes a call and goes on after failures that pass, never beyond `giveUpAt`. Throws `CalendarError`. */
export type Caller = <Result>(call: ApiCall<Result>, giveUpAt: number) => Promise<Result>;

export function googleCaller(settings: GoogleSettings, surroundings: Surroundings): Caller {
  const tokens = tokenSource(settings, surroundings);
  const load = onceLoaded(settings);

  async function sent<Result>({ send, changes }: ApiCall<Result>, token: string, signal: AbortSignal): Promise<Answer> {
    const api = await load();
    try {
      const { status, data } = await send(api, { signal, headers: { authorization: `Bearer ${token}` } });
      return { status, data };
    } catch (error) {
      throw silenceOf(error, changes);
    }
  }

  /** An access token may end before its time: after a 401 it is renewed once. */
  async function answered<Result>(call: ApiCall<Result>, signal: AbortSignal): Promise<Answer> {
    const token = await tokens.current(signal);
    const answer = await sent(call, token, signal);
    if (answer.status !== 401) return answer;
    const second = await sent(call, await tokens.renewed(token, signal), signal);
    if (second.status === 401) throw lockedOut('401', settings.access);
    return second;
  }

  return (call, giveUpAt) => {
    const run = async (signal: AbortSignal) => {
      for (;;) {
        const answer = await answered(call, signal);
        const read = call.read(answer);
        if (read === null) throw failureOf(answer, call.changes);
        if (read !== 'again') return read.result;
      }
    };
    return persist(run, giveUpAt, surroundings);
  };
}

/**
 * Google's client is loaded by the first call that needs it: a function that is woken on a site without Google does
 * not pay for it. Its own retries are off, and an answer is an answer whatever its status.
 */
function onceLoaded({ apiRoot }: GoogleSettings): () => Promise<calendar_v3.Calendar> {
  let loading: Promise<calendar_v3.Calendar> | undefined;
  const load = async () => {
    const { calendar } = await import('@googleapis/calendar');
    const options = { retry: false, validateStatus: () => true, fetchImplementation: fetch };
    return calendar({ version: 'v3', ...options, ...(apiRoot && { rootUrl: apiRoot }) });
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
