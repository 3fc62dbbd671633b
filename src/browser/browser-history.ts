/** How long a browser may take for a way through its history, in ms. One that there is not is never answered. */
const TIMEOUT = 1000;

let way: Promise<void> | null = null;

/**
 * Goes that many entries through the history of this page, back where `delta` is negative. The browser takes the way
 * later than it is told, and what is pushed meanwhile would be lost: whoever changes the history waits for `onTheWay`.
 */
export function travel(delta: number): Promise<void> {
  way = new Promise<void>((arrive) => {
    window.addEventListener('popstate', () => arrive(), { once: true });
    setTimeout(arrive, TIMEOUT);
    history.go(delta);
  }).then(() => {
    way = null;
  });
  return way;
}

/** Fulfilled on arrival; null while we are nowhere between. A `popstate` until then is not the visitor's. */
export const onTheWay = (): Promise<void> | null => way;

/** Fulfilled when every way has been taken. */
export async function arrived(): Promise<void> {
  while (way) await way;
}
