/**
 * Links a style sheet that only this island needs; resolves when it is there, rejects when it cannot be had.
 * An island awaits it before it is drawn, so it never appears undressed. On the server, and where it is there already,
 * there is nothing to wait for.
 */
export function loadStylesheet(href: string): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve();
  const address = new URL(href, location.href).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === address)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`The style sheet ${href} did not load`));
    };
    document.head.append(link);
  });
}
