/**
 * The dialogs that a page can open. Until then it shows nothing of them, so they are no islands of Astro, whose runtime
 * would stand in the HTML of every page: each is drawn by its module into its place, `<div data-dialog="booking">`.
 */
interface DialogModule {
  /** Draws the dialog for the first time. It follows its store from then on. */
  draw(place: HTMLElement): void;
}

/** ms from a load that failed to the second try. */
const RETRY_AFTER = 1000;

const loaders = new Map<string, () => Promise<DialogModule>>();
const drawing = new Map<string, Promise<void>>();

/** Says how the dialog of that name is loaded. */
export function provideDialog(name: string, load: () => Promise<DialogModule>): void {
  loaders.set(name, load);
}

/** The dialog may soon be needed: it is drawn, and not yet open. */
export function warmUp(name: string): void {
  drawDialog(name).catch(() => undefined);
}

/**
 * Draws the dialog, if it has not been; resolves when its store moves it, rejects when it cannot be loaded. A load that
 * failed twice is tried again the next time.
 */
export function drawDialog(name: string): Promise<void> {
  // Asked for twice while it loads, it must not be drawn twice.
  const drawn = drawing.get(name) ?? draw(name);
  drawing.set(name, drawn);
  drawn.catch(() => drawing.delete(name));
  return drawn;
}

async function draw(name: string): Promise<void> {
  const load = loaders.get(name);
  const place = document.querySelector<HTMLElement>(`[data-dialog="${name}"]`);
  if (!load || !place) throw new Error(`No dialog ${name}`);
  const dialog = await load().catch(async () => {
    await new Promise((done) => setTimeout(done, RETRY_AFTER));
    return await load();
  });
  dialog.draw(place);
}
