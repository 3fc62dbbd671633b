/** Reports each product once per page when its card is first seen: `<article data-product="motorized-drapery">`. */
import { track } from '#browser/track';

const SEEN = 0.5;

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      track('product_view', { product: target.getAttribute('data-product') as string });
    }
  },
  { threshold: SEEN },
);
for (const card of document.querySelectorAll('[data-product]')) watcher.observe(card);
