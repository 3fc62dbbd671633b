/*
 * The service worker of Today and of the week: without a network it answers with the last state of the page, which the
 * page keeps (src/islands/admin/kept-pages.ts). It takes no part in any other request and keeps nothing itself.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  const { pathname } = new URL(url);
  if (mode === 'navigate' && ['/admin', '/admin/week'].includes(pathname))
    event.respondWith(answer(event.request, pathname));
});

/** ms. A network that is there by name alone counts as none. */
const TIMEOUT = 8000;
/** ms. An older state helps nobody, and a lost phone should not show it. */
const KEPT_FOR = 3 * 24 * 60 * 60 * 1000;

async function answer(request, path) {
  const network = fetch(request);
  const late = new Promise((_, fail) => setTimeout(fail, TIMEOUT));
  try {
    return await Promise.race([network, late]);
  } catch {
    return (await keptPage(path)) ?? (await network);
  }
}

async function keptPage(path) {
  const kept = await caches.match(path, { cacheName: 'admin-pages' });
  if (!kept) return null;
  if (Date.now() - Date.parse(kept.headers.get('last-modified')) < KEPT_FOR) return kept;
  await (await caches.open('admin-pages')).delete(path);
  return null;
}
