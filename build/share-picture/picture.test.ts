import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharePicture } from './picture.ts';
import { drawWords } from './words.ts';

const logo = { name: 'Larkspur', descriptor: 'Smart Shades' };
const words = { logo, headline: 'Energy-efficient shades for Georgia', line: 'Energy Efficiency · 6 min read' };
let folder: string;
let photo: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'share-picture-'));
  photo = path.join(folder, 'photo.png');
  await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3060c0' } }).toFile(photo);
});
afterAll(() => rm(folder, { recursive: true }));

/** The mean color of a part of the picture. */
async function color(picture: Buffer, left: number, top: number, width: number, height: number): Promise<number[]> {
  const { channels } = await sharp(await sharp(picture).extract({ left, top, width, height }).toBuffer()).stats();
  return channels.map(({ mean }) => Math.round(mean));
}

test('words stand at the left on paper, the photograph under its shade at the right', async () => {
  const picture = await sharePicture({ ...words, photo }, path.join(folder, 'a'));
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const [paper] = await color(picture, 0, 0, 50, 630);
  expect(paper).toBeGreaterThan(240);
  const [inked] = await color(picture, 64, 200, 400, 240);
  expect(inked).toBeLessThan(240);
  const [red = 0, , blue = 0] = await color(picture, 700, 200, 400, 400);
  expect(blue - red).toBeGreaterThan(100);
  const [rail] = await color(picture, 700, 0, 400, 4);
  expect(rail).toBeLessThan(60);
});

test('is drawn once, and again when its words change', async () => {
  const cache = path.join(folder, 'b');
  const first = await sharePicture({ ...words, photo }, cache);
  const [file = ''] = await readdir(cache);
  const { mtimeMs } = await stat(path.join(cache, file));
  expect(await sharePicture({ ...words, photo }, cache)).toEqual(first);
  expect((await stat(path.join(cache, file))).mtimeMs).toBe(mtimeMs);
  expect(await sharePicture({ ...words, line: 'Another line', photo }, cache)).not.toEqual(first);
  expect(await readdir(cache)).toHaveLength(2);
});

test('is drawn for two pages at once that have the same words and the same photograph', async () => {
  const cache = path.join(folder, 'c');
  const [one, other] = await Promise.all([1, 2].map(() => sharePicture({ ...words, photo }, cache)));
  expect(one).toEqual(other);
  expect(await readdir(cache)).toHaveLength(1);
});

const draw = (headline: string) => drawWords({ logo, headline, line: 'Guide' });

test.each([
  'Our Work',
  'Motorized Window Treatments in Fulton County, GA',
  'A headline of eighty letters, the longest that an editor may write for an article',
])('%s is drawn without a font and without a hole', (headline) => {
  const svg = draw(headline);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg).not.toContain('<text');
  expect(svg).toContain('<path fill="#211c17" transform="scale(.1)" d="M');
});

test('a headline with a word too long for the picture is refused, with the remedy', () => {
  expect(() => draw('Supercalifragilisticexpialidocious')).toThrow('is too long for the picture that links show');
});
