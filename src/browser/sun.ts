/** The page /sun: turns the window, draws it, and says what was found. Needs nothing further once it has loaded. */
import { openBooking } from '#browser/booking-dialog';
import { readCompass } from '#browser/compass';
import { isPlainClick } from '#browser/hydrate-events';
import { directionOf, findingsOf, monthName, noteOf, sentenceOf, type SunWords } from '#browser/sun-findings';
import { firstState, MAX_NAME, readAddress, type SunState, tidyName, writeAddress } from '#lib/sun-address';
import { barsDrawing, dialDrawing, windowDrawing } from '#lib/sun-drawing';
import { hoursAndMinutes } from '#lib/sun-note';
import {
  MAX_WINDOWS,
  sunAtClock,
  sunOn,
  type SunWindow,
  sunYear,
  twoFirst,
  type WindowSun,
  windowSun,
} from '#lib/sunlight';

const locale = document.documentElement.lang;
const root = document.querySelector<HTMLElement>('[data-sun]') as HTMLElement;
const part = <Kind extends Element = HTMLElement>(name: string) => root.querySelector(`[data-part="${name}"]`) as Kind;
const say = (name: string, text: string) => part(name).replaceChildren(text);

const { latitude, longitude, timeZone = '', year, zip = '' } = root.dataset;
const town = { latitude: Number(latitude), longitude: Number(longitude), timeZone };
let suns: ReturnType<typeof sunYear> | undefined;
const found = new Map<string, WindowSun>();

function sunOf(window: SunWindow): WindowSun {
  suns ??= sunYear(town, Number(year));
  const key = [window.facing, window.overhang, window.trees].join();
  const known = found.get(key) ?? windowSun(window, suns);
  found.set(key, known);
  return known;
}

export function startSun(words: SunWords): void {
  const first = firstState(words.names[0] ?? '', zip);
  let state = readAddress(location.hash, first) ?? first;
  let hasMotor = false;
  const shown = () => state.windows[state.shown] as SunWindow;

  function change(next: Partial<SunState>): void {
    state = { ...state, ...next };
    draw();
    history.replaceState(history.state, '', writeAddress(state));
  }
  const changeWindow = (next: Partial<SunWindow>) =>
    change({ windows: state.windows.map((one, index) => (index === state.shown ? { ...one, ...next } : one)) });

  function draw(): void {
    const window = shown();
    const sun = sunAtClock(town, Number(year), state.month, state.minute);
    const isDirect = sunOn(window, sun) > 0;
    const own = sunOf(window);
    const isDown = hasMotor && isDirect;
    const scene = { window, year: suns ?? [], month: state.month, sun, isDirect: isDirect && !isDown };
    part('scene').innerHTML = windowDrawing(scene, words);
    part('fabric').classList.toggle('is-down', isDown);
    const sentence = sentenceOf(window, sun, state, words, locale);
    say('sentence', isDown ? `${sentence} ${words.shadeDown}` : sentence);
    const direction = directionOf(window.facing, words);
    part('picture').setAttribute('aria-label', words.picture(window.name, direction));
    drawDial(window, sun, direction);
    drawFields(sentence);
    drawMonths(own);
    drawFindings(window, own);
    drawWindows();
  }

  function drawDial({ facing }: SunWindow, sun: ReturnType<typeof sunAtClock>, direction: string): void {
    part('dial-drawing').innerHTML = dialDrawing(facing, sun);
    const dial = part('dial');
    dial.setAttribute('aria-valuenow', String(facing));
    dial.setAttribute('aria-valuetext', words.facing(direction, facing));
    say('facing', words.facingShort(direction, facing));
    for (const button of root.querySelectorAll<HTMLElement>('[data-point]')) {
      button.setAttribute('aria-pressed', String(Number(button.dataset['point']) === facing));
    }
  }

  function drawFields(sentence: string): void {
    const { name, overhang, trees } = shown();
    const fields: Record<string, string> = { name, overhang, trees, zip: state.zipCode };
    for (const [field, value] of Object.entries({ ...fields, minute: state.minute, month: state.month })) {
      const input = part<HTMLInputElement>(field);
      if (input !== document.activeElement || input.type === 'range') input.value = String(value);
    }
    part('minute').setAttribute('aria-valuetext', sentence);
    say('clock', words.clock(state.minute));
  }

  function drawMonths({ minutes }: WindowSun): void {
    part('bars').innerHTML = barsDrawing(minutes, state.month);
    const long = hoursAndMinutes(minutes[state.month] ?? 0);
    const value = `${monthName(state.month, locale)}: ${long}`;
    say('month-value', value);
    part('month').setAttribute('aria-valuetext', value);
    for (const [index, cell] of root.querySelectorAll('[data-part="months"] td').entries()) {
      cell.replaceChildren(words.spoken(minutes[index] ?? 0));
    }
  }

  function drawFindings(window: SunWindow, own: WindowSun): void {
    const findings = findingsOf(own, state.month, words, locale);
    say('found', words.found(window.name));
    part('nothing').hidden = findings !== null;
    part('facts').hidden = findings === null;
    for (const [name, text] of Object.entries(findings ?? {})) say(name, text);
  }

  function drawWindows(): void {
    const all = state.windows.map((window, index) => ({ window, index, sun: sunOf(window) }));
    const chips = all.map(({ window, index }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'chip';
      button.textContent = window.name || `${words.window} ${index + 1}`;
      button.setAttribute('aria-pressed', String(index === state.shown));
      button.addEventListener('click', () => change({ shown: index }));
      return button;
    });
    const list = part('windows');
    const focused = [...list.children].indexOf(document.activeElement as Element);
    list.replaceChildren(...chips);
    chips[focused]?.focus();
    part<HTMLButtonElement>('add').hidden = all.length >= MAX_WINDOWS;
    part<HTMLButtonElement>('remove').hidden = all.length < 2;
    part('first-one').hidden = all.length > 1;
    const first = twoFirst(all.map(({ window, sun }) => ({ window, sun, heat: sun.heat })));
    part('two').replaceChildren(...(all.length > 1 ? first : []).map(({ window, sun }) => itemOf(window, sun)));
    part('all').replaceChildren(...all.map(({ window, sun }) => itemOf(window, sun)));
  }

  function itemOf(window: SunWindow, sun: WindowSun): HTMLElement {
    const item = document.createElement('li');
    const name = document.createElement('b');
    name.textContent = `${window.name}: ${words.facingShort(directionOf(window.facing, words), window.facing)}`;
    const facts = findingsOf(sun, state.month, words, locale);
    const text = document.createElement('span');
    text.textContent = facts ? `${facts.most}; ${words.worstLabel.toLowerCase()}: ${facts.worst}` : words.fourNone;
    item.append(name, text);
    return item;
  }

  turnDial(
    (facing) => changeWindow({ facing }),
    () => shown().facing,
  );
  for (const button of root.querySelectorAll<HTMLElement>('[data-point]')) {
    button.addEventListener('click', () => changeWindow({ facing: Number(button.dataset['point']) }));
  }
  part('compass').addEventListener('click', async () => {
    say('compass-said', words.compassWaits);
    const reading = await readCompass();
    if (typeof reading === 'string') {
      const why = { flat: words.compassFlat, none: words.compassNone, denied: words.compassDenied };
      return say('compass-said', why[reading]);
    }
    const facing = Math.round(reading.degrees) % 360;
    changeWindow({ facing });
    say('compass-said', words.compassDone(words.facing(directionOf(facing, words), facing)));
  });
  const heard = (name: string, hear: (value: string) => void) =>
    part(name).addEventListener('input', ({ target }) => hear((target as HTMLInputElement).value));
  heard('name', (value) => changeWindow({ name: tidyName(value) }));
  heard('overhang', (value) => changeWindow({ overhang: value as SunWindow['overhang'] }));
  heard('trees', (value) => changeWindow({ trees: value as SunWindow['trees'] }));
  heard('minute', (value) => change({ minute: Number(value) }));
  heard('month', (value) => change({ month: Number(value) }));
  heard('zip', (value) => change({ zipCode: value.replace(/\D/g, '').slice(0, 5) }));
  part('run').addEventListener('click', ({ currentTarget }) => {
    hasMotor = !hasMotor;
    (currentTarget as Element).setAttribute('aria-pressed', String(hasMotor));
    draw();
  });
  part('add').addEventListener('click', () => {
    const names = state.windows.map(({ name }) => name);
    const name = words.names.find((one) => !names.includes(one)) ?? `${words.window} ${names.length + 1}`;
    const facing = (shown().facing + 90) % 360;
    const windows = [...state.windows, { name, facing, overhang: 'none', trees: 'open' } as const];
    change({ windows, shown: windows.length - 1 });
  });
  part('remove').addEventListener('click', () => {
    const windows = state.windows.filter((_, index) => index !== state.shown);
    change({ windows, shown: Math.max(0, state.shown - 1) });
    part('windows').querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  });
  part('print').addEventListener('click', () => print());
  part('book').addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const all = state.windows.map((window) => [window, sunOf(window)] as const);
    const isOwn = state.zipCode.length === 5 && state.zipCode !== zip;
    openBooking(part('book').querySelector('a'), words.link, {
      message: noteOf(all, words, locale),
      zipCode: isOwn ? state.zipCode : '',
    });
  });
  addEventListener('hashchange', () => {
    const read = readAddress(location.hash, first);
    if (!read) return;
    state = read;
    draw();
  });
  part<HTMLInputElement>('name').maxLength = MAX_NAME;
  // The page is built with the first state: to compute it anew would hold up a phone. A reload may have kept other values.
  if (state === first) drawFields(part('sentence').textContent);
  else draw();
}

/** Turns by touch, mouse and keyboard. */
function turnDial(turn: (facing: number) => void, now: () => number): void {
  const dial = part('dial');
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 5,
    ArrowUp: 5,
    ArrowLeft: -5,
    ArrowDown: -5,
    PageUp: 45,
    PageDown: -45,
  };
  dial.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const ends: Readonly<Record<string, number>> = { Home: 0, End: 355 };
    const facing = step ? (now() + step + 360) % 360 : ends[event.key];
    if (facing === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turn(facing);
  });
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = dial.getBoundingClientRect();
    const angle = Math.atan2(clientX - left - width / 2, top + height / 2 - clientY);
    turn((Math.round((angle * 36) / Math.PI) * 5 + 360) % 360);
  };
  dial.addEventListener('pointerdown', (event) => {
    dial.setPointerCapture(event.pointerId);
    follow(event);
  });
  dial.addEventListener('pointermove', (event) => dial.hasPointerCapture(event.pointerId) && follow(event));
}
