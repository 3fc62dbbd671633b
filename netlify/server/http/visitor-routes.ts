import { BookingRequest } from '#contracts/calendar';
import { ConsultationRequest } from '#contracts/consultation';
import { NewGalleryItem } from '#contracts/gallery';
import { bookingLimit, galleryLimit, pictureLimit, readLimit, requestLimit } from '#server/limits/limits';
import { bookVisit, callbackRefused, listSlots, takeCallbackForm, takeRequest } from './booking-calls.ts';
import { addItem, showGallery, showGallerySitemap } from './gallery-calls.ts';
import { type Address, anybody, office, type Routes, takes, takesForm } from './handler.ts';
import { sendMedia } from './media-calls.ts';
import { checkSession } from './owner-session.ts';
import { changeVisit, limitOfChange, sendPictureOfVisit } from './picture-calls.ts';
import { sendCalendarFile, showVisit, visitRefused } from './visit-calls.ts';

const visit: Address = {
  isSecret: true,
  GET: anybody(readLimit, showVisit),
  POST: anybody(limitOfChange, changeVisit),
  refused: visitRefused,
};
const calendarFile: Address = { isSecret: true, GET: anybody(readLimit, sendCalendarFile), refused: visitRefused };
const picture: Address = { isSecret: true, GET: anybody(pictureLimit, sendPictureOfVisit) };

/** The calls of visitors. Their function loads nothing that only the owner needs. */
export const visitorRoutes: Routes = {
  '/api/calendar/availability': { GET: anybody(readLimit, listSlots) },
  '/api/calendar/book': { POST: anybody(bookingLimit, takes(BookingRequest, bookVisit)) },
  '/api/consultation-requests': { POST: anybody(requestLimit, takes(ConsultationRequest, takeRequest)) },
  '/api/callback': { POST: anybody(requestLimit, takesForm(takeCallbackForm)), refused: callbackRefused },
  '/api/gallery': { GET: anybody(galleryLimit, showGallery), POST: office(takes(NewGalleryItem, addItem)) },
  // The gallery's page asks who looks at it.
  '/api/auth/check': { GET: anybody(null, checkSession) },
  '/sitemap-gallery.xml': { GET: anybody(galleryLimit, showGallerySitemap) },
  '/media/:file': { GET: anybody(null, sendMedia) },
  '/visit/:token': visit,
  '/visit/:token/visit.ics': calendarFile,
  '/visit/:token/pictures/:picture': picture,
  '/:language/visit/:token': visit,
  '/:language/visit/:token/visit.ics': calendarFile,
  '/:language/visit/:token/pictures/:picture': picture,
};
