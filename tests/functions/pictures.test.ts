import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { LeadPictures, MAX_PICTURE_BYTES, MAX_PICTURES } from '#contracts/pictures';
import { addPicture } from '#server/leads/pictures';
import { apiForTests } from '#tests/support/admin-api';
import { earlyInOffer } from '#tests/support/limit-window';
import { jpegWithPosition, samples } from '#tests/support/sample-media';

const api = apiForTests();
beforeEach(earlyInOffer);

const picture = (shade: number) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: { r: shade, g: 90, b: 90 } } })
    .png()
    .toBuffer();

/** A form as a browser sends it. */
function formOf(...files: readonly Uint8Array[]): FormData {
  const form = new FormData();
  for (const [index, file] of files.entries()) {
    form.append('pictures', new Blob([Uint8Array.from(file)]), `window-${index}.png`);
  }
  return form;
}
async function post(address: string, form: FormData, headers = {}): Promise<Response> {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return await api.ask('POST', address, { body: await encoded.bytes(), headers: { ...headers, 'content-type': type } });
}
const send = (address: string, ...files: readonly Uint8Array[]) => post(address, formOf(...files));
const remove = (address: string, id = '') => {
  const form = new FormData();
  form.append('remove', id);
  return post(address, form);
};
const ownersList = async (id: string) => (await api.read(LeadPictures, `/api/leads/${id}/pictures`)).pictures;
const ownerSends = async (id: string, file: Uint8Array) =>
  post(`/api/leads/${id}/pictures`, formOf(file), await api.signIn());
const addressesIn = (html: string) =>
  [...html.matchAll(/<img\s[^>]*?\bsrc="([^"]+)"/g)].map(([, source = '']) => source);

test('a picture of a visit is seen by its link and by the signed-in owner, and by nobody else', async () => {
  const { id, address } = await api.booked(await api.openSlot());
  const { address: stranger } = await api.booked(await api.openSlot());
  const file = await picture(1);
  expect((await send(address, file)).headers.get('location')).toBe(`${address}?done=pictures#pictures`);
  const page = await api.text(api.ask('GET', `${address}?done=pictures`));
  expect(page).toContain('Your pictures have arrived');
  const [source = ''] = addressesIn(page);
  const answer = await api.ask('GET', source);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(file);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  });
  const [kept] = await ownersList(id);
  expect((await api.asOwner('GET', `/api/leads/${id}/pictures/${kept?.id}`)).status).toBe(200);
  for (const other of [source.replace(address, stranger), source.replace('.', '.x'), `/media/${kept?.id}.png`]) {
    expect([other, (await api.ask('GET', other)).status]).toEqual([other, 404]);
  }
  for (const place of ['', `/${kept?.id}`]) {
    expect((await api.ask('GET', `/api/leads/${id}/pictures${place}`)).status).toBe(401);
  }
  expect((await remove(stranger, kept?.id)).status).toBe(303);
  expect(await ownersList(id)).toEqual([kept]);
});

test('what cannot be kept is refused with a sentence that says how to go on, in the language of the page', async () => {
  const { id, address } = await api.booked(await api.openSlot());
  const large = new Uint8Array(MAX_PICTURE_BYTES + 100_000);
  const film = (await samples['mp4']?.()) ?? new Uint8Array();
  for (const [status, sentence, ...files] of [
    [415, /We cannot read “window-0.png” as a picture\. Please send it as a JPEG/, film],
    [413, /more than 4 MB at once\. Please send the pictures one by one/, large],
    [400, /Please choose a picture first/],
  ] as const) {
    const answer = await send(address, ...files);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(sentence)]);
  }
  expect(await api.text(send(`/es${address}`, film), 415)).toContain('No podemos leer');
  expect(await ownersList(id)).toEqual([]);
});

test('a picture that comes as a phone took it is kept without its place', async () => {
  const { address } = await api.booked(await api.openSlot());
  const sent = await jpegWithPosition();
  expect(sent.includes('Exif')).toBe(true);
  expect((await send(address, sent)).status).toBe(303);
  const [source = ''] = addressesIn(await api.text(api.ask('GET', address)));
  const kept = Buffer.from(await (await api.ask('GET', source)).arrayBuffer());
  expect(kept.includes('Exif')).toBe(false);
  expect(await sharp(kept).raw().toBuffer()).toEqual(await sharp(sent).raw().toBuffer());
});

test('a form of more parts than a visit has pictures is refused before it is read', async () => {
  const { id, address } = await api.booked(await api.openSlot());
  const { address: other } = await api.booked(await api.openSlot());
  const small = await picture(1);
  expect((await send(other, ...Array.from({ length: MAX_PICTURES + 2 }, () => small))).status).toBe(303);
  const answer = await send(address, ...Array.from({ length: 20_000 }, () => Uint8Array.of(1)));
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('8 pictures')]);
  expect(await ownersList(id)).toEqual([]);
});

test('a lead has at most eight pictures, however many come at once, and the same one counts once', async () => {
  const { id, address } = await api.booked(await api.openSlot());
  const files = await Promise.all(Array.from({ length: MAX_PICTURES + 2 }, (_, index) => picture(index)));
  const answers = await Promise.all(files.map((file) => send(address, file)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(MAX_PICTURES).fill(303), 409, 409]);
  const kept = await ownersList(id);
  expect(kept).toHaveLength(MAX_PICTURES);
  expect(await api.store('leads').list(`picture-bytes/${id}/`)).toHaveLength(MAX_PICTURES);
  expect(await api.text(api.ask('GET', address))).toContain('These are 8 pictures');
  expect((await ownerSends(id, await picture(99))).status).toBe(409);
  expect((await remove(address, kept[0]?.id)).status).toBe(303);
  const again = await picture(99);
  for (const _ of ['once', 'twice']) expect((await ownerSends(id, again)).status).toBe(200);
  expect(await ownersList(id)).toHaveLength(MAX_PICTURES);
});

test('visitors take their own pictures away and the owner any; none comes once the visit is cancelled', async () => {
  const slot = await api.openSlot();
  const { id, address } = await api.booked(slot);
  await send(address, await picture(1));
  await ownerSends(id, await picture(2));
  const [own, owners] = await ownersList(id);
  expect(owners?.by).toBe('owner');
  for (const one of [own, owners]) await remove(address, one?.id);
  expect(await ownersList(id)).toEqual([owners]);
  await api.text(api.asOwner('DELETE', `/api/leads/${id}/pictures/${owners?.id}`));
  expect(await api.store('leads').list('picture-bytes/')).not.toContainEqual(
    expect.objectContaining({ key: expect.stringContaining(id) }),
  );
  await send(address, await picture(3));
  const [source = ''] = addressesIn(await api.text(api.ask('GET', address)));
  expect((await api.ask('GET', source)).status).toBe(200);
  await api.command(id, { do: 'cancel', from: slot.start, isQuiet: true });
  expect((await send(address, await picture(4))).status).toBe(409);
  expect((await api.ask('GET', source)).status, 'no page shows it').toBe(404);
  expect(await api.text(api.ask('GET', address))).toContain('Remove my pictures');
  expect((await remove(address, 'all')).status).toBe(303);
  expect(await api.text(api.ask('GET', address))).not.toContain('Remove my pictures');
  expect((await ownersList(id)).filter(({ by }) => by === undefined)).toEqual([]);
  expect((await ownerSends(id, await picture(3))).status).toBe(200);
});

test('pictures go with their lead; one that comes meanwhile, or is left by a death, goes too', async () => {
  const slot = await api.openSlot();
  const { id, address } = await api.booked(slot);
  await send(address, await picture(1));
  await api.command(id, { do: 'cancel', from: slot.start, isQuiet: true });
  expect((await api.asOwner('DELETE', `/api/leads/${id}`)).status).toBe(204);
  expect(JSON.stringify(await api.data())).not.toContain(id);
  const leads = api.store('leads');
  const late = { bytes: await picture(2), extension: 'png', at: new Date().toISOString() };
  expect(await addPicture(leads, id, late)).toBe('unknown');
  await leads.putBytes(`picture-bytes/${id}/left`, late.bytes);
  await api.run('sweep-leads');
  expect(JSON.stringify(await api.data())).not.toContain(id);
});

test.each(['jpg', 'png', 'webp'] as const)(
  'a %s that is cut off is refused in words, and a whole one with a trailer is not',
  async (kind) => {
    const { address } = await api.booked(await api.openSlot());
    const noise = Buffer.from(Array.from({ length: 3 * 64 * 64 }, (_, index) => (index * 37) % 251));
    const whole = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .toFormat(kind === 'jpg' ? 'jpeg' : kind)
      .toBuffer();
    const refused = await send(address, whole.subarray(0, whole.length - 200));
    expect([refused.status, await refused.text()]).toEqual([415, expect.stringContaining('We cannot read')]);
    expect((await send(address, Buffer.concat([whole, Buffer.from('trailer')]))).status).toBe(303);
  },
);
