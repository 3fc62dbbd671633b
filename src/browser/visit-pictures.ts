import { sendEach } from './window-pictures.ts';

/** The server's own sentence why it did not take a picture. */
class Refused extends Error {
  override toString(): string {
    return this.message;
  }
}

/** Sends the visitor's pictures as soon as they are chosen, to the address that the form without scripts posts to. */
export function sendChosen(section: HTMLElement): void {
  /** Those that did not get through. */
  let waiting: File[] = [];
  section.dataset['scripted'] = '';

  async function sendAll(chosen: readonly File[]): Promise<void> {
    const input = inputOf(section);
    if (!input || chosen.length === 0) return;
    const left = Number(input.dataset['left']);
    const files = chosen.slice(0, left);
    const hadFocus = section.contains(document.activeElement);
    input.disabled = true;
    section.dataset['scripted'] = '';
    const tooMany = chosen.length > left ? fewer(section.dataset['many'] ?? '', chosen, left) : '';
    say('alert', tooMany);
    const { sending = '', sent = '', unsent: words = '' } = section.dataset;
    const unsent = await sendEach(files, send, (number) =>
      say('status', sending.replace('#1', String(number)).replace('#2', String(files.length))),
    );
    await drawAnew().catch(() => undefined);
    const [refused, failed] = [true, false].map((is) => unsent.filter(({ error }) => error instanceof Refused === is));
    waiting = (failed ?? []).map(({ file }) => file);
    if (waiting.length > 0) delete section.dataset['scripted'];
    say('status', unsent.length < files.length ? sent : '');
    const reasons = (refused ?? []).map(({ error }) => String(error));
    say('alert', [tooMany, ...new Set(reasons), waiting.length > 0 ? words : ''].join(' ').trim());
    const next = inputOf(section);
    if (next) next.disabled = false;
    if (hadFocus) (next ?? section).focus();
  }

  function say(kind: keyof typeof places, text: string): void {
    const place = section.querySelector(places[kind]);
    if (place) place.textContent = text;
  }

  async function drawAnew(): Promise<void> {
    const newest = partOf(await (await fetch(location.pathname)).text(), '#pictures [data-drawn]');
    if (newest) section.querySelector('[data-drawn]')?.replaceWith(newest);
  }

  section.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) void sendAll([...(target.files ?? [])]);
  });
  section.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-add]')) return;
    event.preventDefault();
    void sendAll(waiting);
  });
}

/** Says before they are sent which pictures go. */
const fewer = (words: string, chosen: readonly File[], left: number) =>
  [String(left), namesOf(chosen.slice(0, left)), namesOf(chosen.slice(left))].reduce(
    (sentence, part, index) => sentence.replace(`#${index + 1}`, () => part),
    words,
  );
const namesOf = (files: readonly File[]) => files.map(({ name }) => name).join(', ');

const places = { status: '[aria-live]', alert: '[role="alert"]' };
const inputOf = (section: HTMLElement) => section.querySelector<HTMLInputElement>('[type="file"]');

const partOf = (html: string, selector: string) =>
  new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>(selector);

async function send(body: FormData): Promise<void> {
  const answer = await fetch(location.pathname, { method: 'POST', body, redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return;
  const reason = partOf(await answer.text(), 'main [role="alert"]')?.textContent?.trim();
  throw reason ? new Refused(reason.replace(/\s+/g, ' ')) : new Error(`The answer was ${answer.status}`);
}
