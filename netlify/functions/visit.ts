import type { Config } from '@netlify/functions';
import { acceptsFiles, acceptsForm, endpoint, reads } from '#server/http/endpoint';
import { takePictures } from '#server/http/picture-calls';
import { showVisit, takeChange, visitRefused } from '#server/http/visit-calls';
import { bookingLimit, pictureLimit, readLimit } from '#server/limits/limits';

/** A page. `GET`: 200. `POST`: 303 to itself; 400, 403, 409, 413, 415, 502, 503. Both: 404, 405, 429. */
export default endpoint(
  {
    GET: reads(readLimit, showVisit),
    POST: acceptsFiles(pictureLimit, takePictures, acceptsForm(bookingLimit, takeChange)),
  },
  visitRefused,
);

export const config: Config = { path: ['/visit/:token', '/es/visit/:token'] };
