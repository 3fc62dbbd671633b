import { beforeAll, expect, test } from 'vitest';
import { withoutPosition } from '#lib/positions/blank';
import { apiForTests } from '#tests/support/admin-api';
import { CHUNKS, PICTURE, PLACE, trackedFilms } from '#tests/support/tracked-films';

const api = apiForTests();
let session = { cookie: '' };
beforeAll(async () => {
  session = await api.signIn();
});

/** Sends a film as the browser does. Returns the status, its error, and what is then served. */
async function send(film: Buffer): Promise<[status: number, error?: string | undefined, served?: Buffer]> {
  const answer = await api.sendPart(await api.grant(session), film, 0);
  const { mediaUrl, error } = await answer.json();
  if (!answer.ok) return [answer.status, error];
  return [answer.status, undefined, Buffer.from(await (await api.ask('GET', mediaUrl)).arrayBuffer())];
}

test.each(Object.entries(trackedFilms))('a film with more than picture and sound is refused: %s', async (_, make) => {
  expect(await send(make())).toEqual([400, expect.stringMatching(/^This video holds more than picture and sound/)]);
});

/** How long the pieces before, between and behind the chunks of picture are. */
const around = (film: Buffer) =>
  film
    .toString('latin1')
    .split(PICTURE.toString('latin1'))
    .map(({ length }) => length);

test.each(Object.entries(trackedFilms))(
  'what the browser makes of it is as long, and has its picture alone, where it was: %s',
  async (_, make) => {
    const film = make();
    expect(film.includes(PLACE)).toBe(true);
    const blanked = Buffer.from(await (await withoutPosition(new Blob([new Uint8Array(film)]))).arrayBuffer());
    const [status, , served = Buffer.of()] = await send(blanked);
    expect([status, served.length]).toEqual([200, film.length]);
    expect(served.includes('81.4076')).toBe(false);
    expect(around(served)).toEqual(around(film));
    expect(around(served)).toHaveLength(CHUNKS + 1);
  },
);
