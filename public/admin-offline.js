/*
 * The service worker of /admin alone: without a network it answers with the last state of Today, which the page keeps
 * (src/islands/admin/today/kept-day.ts). It takes no part in any other request and keeps nothing itself.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode === 'navigate' && new URL(url).pathname === '/admin') event.respondWith(answer(event.request));
});

/** ms. A network that is there by name alone counts as none. */
const TIMEOUT = 8000;
/** ms. An older state helps nobody, and a lost phone should not show it. */
const KEPT_FOR = 3 * 24 * 60 * 60 * 1000;

async function answer(request) {
  const network = fetch(request);
  const late = new Promise((_, fail) => setTimeout(fail, TIMEOUT));
  try {
    return await Promise.race([network, late]);
  } catch {
    return (await keptDay()) ?? (await network);
  }
}

async function keptDay() {
  const kept = await caches.match('/admin', { cacheName: 'admin-today' });
  if (!kept) return null;
  if (Date.now() - Date.parse(kept.headers.get('last-modified')) < KEPT_FOR) return kept;
  await caches.delete('admin-today');
  return null;
}
