/** What somebody does who may want all of the page: follow a link to a part, press End, search the page or scroll. */
const PRESS = 'pointerdown keydown wheel';
/** ms. On some lines the first picture, and on others the typefaces, take their time. */
const TIMEOUT = 3000;
/** ms until a picture that has loaded is painted. */
const PICTURE = 200;
/** ms that what has loaded waits for what is to be seen first. */
const UNSEEN = 1000;
/** ms after which no other slice begins in the same task. */
const SHORT = 4;
/** Elements of a slice: as many as a slow phone lays out before the next frame. */
const SLICE = 30;

const sleep = (ms?: number) => new Promise((resolve) => setTimeout(resolve, ms));

const heard = (events: string, on: EventTarget = window) =>
  new Promise((resolve) => {
    for (const event of events.split(' ')) on.addEventListener(event, resolve, { once: true });
  });

/** The parts of it that are small enough. */
const slices = (whole: Element): Element[] =>
  whole.querySelectorAll('*').length < SLICE ? [whole] : [...whole.children].flatMap(slices);

/**
 * Does something to one element after the other, and has it laid out there, not with all others before a frame: on a slow
 * phone each in a task of its own, on a fast one as many as take less than a frame together.
 */
async function oneByOne(elements: readonly Element[], work: (element: Element) => void): Promise<void> {
  let end = 0;
  for (const element of elements) {
    if (performance.now() > end) {
      await sleep();
      end = performance.now() + SHORT;
    }
    work(element);
    element.getBoundingClientRect();
  }
}

/**
 * Brings what a new page has been drawn without (src/scripts/arrival.ts) when its first screen is there, so that it
 * competes with nothing of that: the sheet of the parts that are hidden, the typefaces, and those parts, so that they are
 * set with the typefaces when they are laid out. To lay out a whole page at once would hold up whoever wants to scroll a
 * phone. Whoever presses something has the parts at once.
 */
export async function bringRest(): Promise<void> {
  clearTimeout(globalThis.arrival);
  const { classList } = document.documentElement;
  const isSeen = firstScreen();
  // Without a connection the fallbacks stay.
  const isSet = classList.contains('plain') && isSeen.then(setTypefaces).catch(() => {});
  if (!classList.contains('arriving')) return;
  const enough = Promise.race([heard(PRESS), sleep(TIMEOUT)]);
  await Promise.race([isSeen, enough]);
  await addSheet();
  const pressedNow = heard(PRESS);
  await Promise.race([isSet, enough]);
  await showParts(pressedNow);
}

/** Resolves when what is seen first is painted. */
async function firstScreen(): Promise<void> {
  if (document.readyState !== 'complete') await heard('load');
  // A small page may have loaded before it is painted. The gallery asks for its first pictures later than the page.
  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
  await Promise.race([Promise.all([painted, globalThis.galleryFirstScreen?.shown]), sleep(UNSEEN)]);
  await sleep(PICTURE);
}

async function addSheet(): Promise<void> {
  const place = document.querySelector('body > noscript');
  if (!place) return;
  place.outerHTML = place.textContent;
  // Without it the page can be read, too.
  await heard('load error', document.body.firstElementChild as Element);
  // What is shown already is laid out anew before the first part, not with it.
  document.body.getBoundingClientRect();
}

/** Under `.plain` nothing is written with the typefaces, and under `[data-set]` all (src/styles/typefaces.css). */
async function setTypefaces(): Promise<void> {
  await Promise.all(['300 1em Newsreader', '1em Figtree'].map((font) => document.fonts.load(font)));
  const set = (element: Element) => element.toggleAttribute('data-set');
  await oneByOne(slices(document.body), set);
  // And what they stand in, from within: so nothing changes in it when the fallbacks go, and whatever comes into it is set.
  await oneByOne([...document.querySelectorAll('body :has([data-set])')].toReversed(), set);
  document.documentElement.classList.remove('plain');
  sessionStorage['typefaces'] = 1;
}

const isShown = (element: Element) => element.getClientRects().length > 0;

/** The page's styles alone say which parts are hidden. */
async function showParts(pressedNow: Promise<unknown>): Promise<void> {
  const parts = [...document.querySelectorAll('[data-first] ~ *, .prose > *, main ~ *')];
  const late = parts.filter((part) => !isShown(part)).flatMap((part) => [part, ...slices(part)]);
  const show = (element: Element) => element.removeAttribute('data-late');
  for (const element of late) element.toggleAttribute('data-late', true);
  document.documentElement.classList.remove('arriving');
  void pressedNow.then(() => late.forEach(show));
  await oneByOne(late, show);
}
