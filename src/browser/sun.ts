/** The page /sun: the visitor chooses a direction and a time. Needs nothing further once it has loaded. */
import { openBooking } from '#browser/booking-dialog';
import { isPlainClick } from '#browser/hydrate-events';
import { keepQuery } from '#browser/site/keep-query';
import { directionOf, momentOf, noteOf, sentencesOf, type SunWords } from '#browser/sun-sentences';
import { sunPicture } from '#lib/sun-drawing';
import { FIRST, readAddress, startOf, sunYear } from '#lib/sunlight';

const root = document.querySelector<HTMLElement>('[data-sun]') as HTMLElement;
const part = <Kind extends Element = HTMLElement>(name: string) => root.querySelector(`[data-part="${name}"]`) as Kind;
const locale = document.documentElement.lang;

export function startSun(words: SunWords): void {
  const place = { latitude: Number(root.dataset['latitude']), longitude: Number(root.dataset['longitude']) };
  const now = new Date();
  const month = now.getMonth();
  const slider = part<HTMLInputElement>('minute');
  const kept = readAddress(location);
  let facing = kept.facing ?? FIRST;
  let known: ReturnType<typeof sunYear> | undefined;
  const year = () => (known ??= sunYear(place, now.getFullYear()));
  const day = () => year()[month] ?? [];

  function drawMoment(): void {
    const minute = slider.valueAsNumber;
    const moment = momentOf(facing, day(), minute, words);
    part('picture').innerHTML = sunPicture(facing, day(), minute, words);
    part('moment').textContent = moment;
    slider.setAttribute('aria-valuetext', moment);
  }

  function drawDirection(): void {
    const direction = directionOf(facing, words);
    part('picture').setAttribute('aria-label', words.picture(direction));
    part('found').textContent = words.found(direction);
    const sentences = sentencesOf(facing, year(), month, words, locale);
    for (const [index, item] of root.querySelectorAll('[data-part=sentence]').entries())
      item.textContent = sentences[index] ?? '';
    drawMoment();
  }

  /** The other language's page goes on from here too. */
  function keep(): void {
    history.replaceState(history.state, '', `?facing=${facing}&at=${slider.value}`);
    keepQuery();
  }

  part('directions').addEventListener('change', ({ target }) => {
    facing = Number((target as HTMLInputElement).value);
    slider.valueAsNumber = startOf(facing, day(), slider.valueAsNumber);
    drawDirection();
    keep();
  });
  slider.addEventListener('input', drawMoment);
  slider.addEventListener('change', keep);
  part('book').addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const message = noteOf(facing, year(), words, locale);
    openBooking(part('book').querySelector('a'), words.link, { message });
  });

  // The page is built with the first direction: to draw it again would hold up a phone.
  if (kept.facing === undefined && month === Number(root.dataset['month'])) return;
  slider.valueAsNumber = kept.minute ?? startOf(facing, day(), slider.valueAsNumber);
  for (const way of part('directions').querySelectorAll('input')) way.checked = way.value === String(facing);
  drawDirection();
  if (kept.facing !== undefined) keep();
}
