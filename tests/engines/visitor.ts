import { type Driver, until } from './driver.ts';

/** Somebody at a browser, in the words of the page: texts are patterns of regular expressions. */
export class Visitor {
  readonly #driver: Driver;
  readonly #site: string;

  constructor(driver: Driver, site: string) {
    this.#driver = driver;
    this.#site = site;
  }

  goto(path: string): Promise<void> {
    return this.#driver.open(this.#site + path);
  }

  /** Presses the button, link or choice of that name, once a pointer there would hit it. */
  async press(name: string, within = 'body'): Promise<void> {
    let last = '';
    // Once it stands still: what is still being lowered would be missed.
    const { x, y } = await until(`"${name}" in ${within} can be pressed`, async () => {
      const point = await this.#driver.call(pointOf, name, within);
      const before = last;
      last = JSON.stringify(point);
      return last === before && point;
    });
    await this.pressPoint(x, y);
  }

  /** Presses what a selector finds. */
  pressAt(selector: string): Promise<void> {
    return this.press('', selector);
  }

  /** Types into the field with that label, in place of what it holds. */
  async fill(label: string, text: string, within = 'body'): Promise<void> {
    await until(`the field "${label}"`, () => this.#driver.call(focusField, label, within));
    await this.type(text);
  }

  /** Chooses in the list with that label, where nothing is chosen yet. */
  async choose(label: string, option: string, within = 'body'): Promise<void> {
    await until(`"${option}" for "${label}"`, () => this.#driver.call(chooseOption, label, option, within));
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#driver.act([{ type: 'key', id: 'keys', actions }]);
  }

  async see(text: string, within = 'body'): Promise<void> {
    await until(`"${text}" is seen in ${within}`, () => this.#driver.call(isSeen, text, within));
  }

  async arrive(path: string): Promise<void> {
    await until(`the page ${path}`, async () => (await this.#driver.call(() => location.pathname)) === path);
  }

  /** Until what the function finds in the page is so. */
  async find<Found, Given extends readonly unknown[]>(
    what: string,
    look: (...given: Given) => Found | null | false,
    ...given: Given
  ): Promise<Found> {
    return (await until(what, () => this.#driver.call(look, ...given))) as Found;
  }

  giveFiles(selector: string, paths: readonly string[]): Promise<void> {
    return this.#driver.giveFiles(selector, paths);
  }

  /** CSS pixels from the window's corner. */
  async pressPoint(x: number, y: number): Promise<void> {
    const actions = [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#driver.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }
}

// What follows runs in the page, each function by itself.

/** The middle of what can be pressed under that name; nothing while something else lies over it. */
function pointOf(name: string, within: string): { x: number; y: number } | null {
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const pressed = 'a, button, summary, label, [role="tab"]';
  const roots = [...document.querySelectorAll(within)];
  const all = name ? roots.flatMap((root) => [...root.querySelectorAll(pressed)]) : roots;
  const element = all.find((one) => {
    const isDrawn = one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
    return isDrawn && new RegExp(name).test(plain(one.getAttribute('aria-label') ?? one.textContent));
  });
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const hit = document.elementFromPoint(point.x, point.y);
  // Of a dialog that is still being lowered, Firefox hits the dialog itself.
  return hit && (element.contains(hit) || (hit.contains(element) && hit.localName !== 'dialog')) ? point : null;
}

function focusField(label: string, within: string): boolean {
  const labels = [...document.querySelectorAll<HTMLLabelElement>(`:is(${within}) label`)];
  const field = labels.find(({ textContent }) => new RegExp(label).test(textContent.trim()))?.control;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  field.focus();
  field.select();
  return document.activeElement === field;
}

function chooseOption(label: string, option: string, within: string): boolean {
  const labels = [...document.querySelectorAll<HTMLLabelElement>(`:is(${within}) label`)];
  const list = labels.find(({ textContent }) => new RegExp(label).test(textContent.trim()))?.control;
  if (!(list instanceof HTMLSelectElement)) return false;
  if (list.value === '') {
    list.value = [...list.options].find(({ text }) => text === option)?.value ?? '';
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return list.value !== '';
}

function isSeen(text: string, within: string): boolean {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen.
  const seen = [...document.querySelectorAll<HTMLElement>(within)].map(({ innerText }) => innerText).join(' ');
  return new RegExp(text).test(seen.replaceAll(/\s+/g, ' '));
}
