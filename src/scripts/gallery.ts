/** The public gallery: what its page does once its scripts run. */
import { track } from '#lib/track';
import { whenIdle } from '#lib/when-idle';
import { gallery } from '#islands/gallery/store/browser.ts';
import { recognizeOwner } from '#islands/ui/owner.ts';
import { galleryAddress } from '#islands/gallery/address.ts';
import { drawFilters } from '#islands/gallery/filters.ts';
import { drawGrid } from '#islands/gallery/grid.ts';
import { openLightboxWhenWanted } from '#islands/gallery/lightbox-door.ts';
import { protectMedia } from '#islands/gallery/protection.ts';

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
