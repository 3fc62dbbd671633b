/*
 * The service worker of the owner's pages: it shows what is pushed, and opens the lead that it is about. It takes no part
 * in any request and keeps nothing. What is pushed is written by netlify/server/channels/push/push.ts.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  event.waitUntil(show(read(event.data)));
});

/** A push must always show something, or the browser takes the permission back. */
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: 'News from your website', body: 'Open it to see what has come.', tag: 'unknown' };
  }
}

/** Of one lead the newest is seen. One that comes a second time, because its sender died, does not ring again. */
async function show({ key, lead, title, body, tag }) {
  const shown = await self.registration.getNotifications({ tag });
  const isKnown = key !== undefined && shown.some(({ data }) => data?.key === key);
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: !isKnown,
    icon: '/admin/icon-192.png',
    badge: '/admin/badge-96.png',
    data: { key, lead },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.lead));
});

/** A page that is open stays as it is, for the sake of what is typed there, unless it only has to open another lead. */
async function open(lead) {
  const address = new URL(lead ? `/admin/leads#${lead}` : '/admin/alerts', self.location.origin);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const same = pages.find(({ url }) => new URL(url).pathname === address.pathname);
  if (!same) return await self.clients.openWindow(address.href);
  const page = await same.focus();
  return await page.navigate(address.href).catch(() => self.clients.openWindow(address.href));
}
