import { afterEach } from 'vitest';
import { googleCalendar } from '#server/calendar/google/driver';
import type { Environment } from '#server/calendar/google/failures';
import { readGoogleSettings } from '#server/calendar/google/settings';
import type { VisitCalendar } from '#server/calendar/calendar';
import type { Store } from '#server/storage/port';
import { moment } from '../calendar-suite.ts';
import { type GoogleDouble, startGoogleDouble } from './google-double.ts';
import { memoryStore } from '../stores/interleave.ts';

/** Only the driver's pauses move this clock, so that no test waits. */
export class TrialClock implements Environment {
  time = moment;
  readonly pauses: number[] = [];
  callTimeoutMs: number;

  constructor(callTimeoutMs = 10_000) {
    this.callTimeoutMs = callTimeoutMs;
  }

  now = (): number => this.time;
  sleep = async (ms: number): Promise<void> => {
    this.pauses.push(ms);
    this.time += ms;
  };
  random = (): number => 0.5;
  fetch = fetch;
}

/** A double for each test of the file, closed afterwards. */
export function googleDoubles(): () => Promise<GoogleDouble> {
  const running: GoogleDouble[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((double) => double.close()));
  });
  return async () => {
    const double = await startGoogleDouble(() => moment);
    running.push(double);
    return double;
  };
}

type Access = 'env' | 'serviceAccountEnv' | 'delegateEnv';

/** For each test a double, and the driver that is connected to it. */
export function trialsOf(newDouble: () => Promise<GoogleDouble>) {
  return async (access: Access = 'env', environment: Environment = new TrialClock()) => {
    const google = await newDouble();
    return { google, calendar: connected(google[access], environment) };
  };
}

/** The driver with these variables. A store stands for one installation. */
export function connected(
  env: Record<string, string>,
  environment: Environment = new TrialClock(),
  store: Store = memoryStore(new Map(), 'slots'),
): VisitCalendar {
  const settings = readGoogleSettings(env);
  if (!settings) throw new Error('The variables connect to no calendar');
  return googleCalendar(settings, store, { origin: 'https://www.example.com', environment });
}
