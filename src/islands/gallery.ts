/** The public gallery: what its page does once its scripts run. */
import { track } from '#lib/track';
import { whenIdle } from '#lib/when-idle';
import { gallery } from '#stores/gallery/browser';
import { recognizeOwner } from '#stores/session/owner';
import { galleryAddress } from './gallery/address.ts';
import { drawFilters } from './gallery/filters.ts';
import { drawGrid } from './gallery/grid.ts';
import { openLightboxWhenWanted } from './gallery/lightbox-door.ts';
import { protectMedia } from './gallery/protection.ts';

const root = document.getElementById('gallery');
if (!root) throw new Error('The page has no gallery');

drawGrid(root, gallery);
drawFilters(root, gallery);
openLightboxWhenWanted(root, gallery);
protectMedia();
void gallery.load().then(() => galleryAddress(gallery));
// Later than the site's own script, which sets up what hears of it.
whenIdle(() => {
  track('gallery_view', {});
  void recognizeOwner();
});
