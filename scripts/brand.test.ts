import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import look from '#brand/look.json' with { type: 'json' };
import { lookSchema } from '#schemas/look';
import { copyForSecondDealer, putSecondDealer, removeCopy } from '../tests/dealer/copy.ts';
import { paletteOf } from './brand/palette.ts';

let copy = '';
beforeAll(async () => {
  copy = await copyForSecondDealer();
  const review = path.join(copy, 'src/content/reviews/dee.md');
  await writeFile(review, (await readFile(review, 'utf8')).replace('sample: false', 'sample: true'));
});
afterAll(() => removeCopy(copy));

async function run(args: readonly string[], answers = ''): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, [path.join(copy, 'scripts/brand.ts'), ...args], { cwd: copy });
  child.stdin.end(answers);
  const exit = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? -1)));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, output, errors };
}

const readBrand = async (file: string) => JSON.parse(await readFile(path.join(copy, 'brand', file), 'utf8'));

const answers = {
  name: 'Mesa Window Shop',
  lines: ['', ''],
  phone: ['5055550120', '(505) 555-0120'],
  street: '',
  place: ['Santa Fe', 'nm', '87501', '35.69', '35.69, -105.94', ''],
  region: 'Northern New Mexico',
  coverage: 'Santa Fe, Los Alamos',
  hours: ['Mon-Fri 8 AM-5 PM', ''],
  vendors: ['Alta', 'Insolroll, Lutron'],
  claims: ['4', '4.9'],
  color: '#f0c808',
  languages: '',
};

test('npm run brand asks, writes brand/ by its schemas, and says what is left in the order of the launch list', async () => {
  const early = await run([], 'Mesa Window Shop\n');
  expect([early.code, early.errors]).toEqual([1, expect.stringContaining('Nothing was written.')]);
  await writeFile(path.join(copy, 'brand/specified.json'), '{}');
  const { code, output } = await run([], `${Object.values(answers).flat().join('\n')}\n`);
  expect(code, output).toBe(0);
  expect(output).toContain('This is no phone number of ours.');
  expect(output).toContain('Time zone [America/Denver]');
  expect(await readBrand('brand.json')).toMatchObject({
    name: answers.name,
    shortName: 'Mesa',
    descriptor: 'Window Shop',
    phone: '(505) 555-0120',
    languages: ['en'],
    storeHours: ['Mon-Fri 8 AM-5 PM'],
    address: { city: 'Santa Fe', state: 'NM', stateName: 'New Mexico', postalCode: '87501' },
    position: { latitude: 35.69, longitude: -105.94 },
    otherVendors: ['Insolroll', 'Lutron'],
    yearsOfExperience: 4,
  });
  // Where the former dealer comes, and when it calls, is not this one's.
  const choices = await readBrand('choices.json');
  expect([choices.zipAreas, choices.callback]).toEqual([undefined, undefined]);
  expect(await readBrand('zone.json')).toEqual({ timeZone: 'America/Denver' });
  expect(await readBrand('zone-names.json')).toEqual({ short: 'MT', long: 'Mountain Time' });
  expect(existsSync(path.join(copy, 'brand/specified.json'))).toBe(false);
  const order = ['1. brand/', 'mark.svg: a plain window', '2. Samples', 'Still a sample', '3. Texts that still name'];
  const places = [...order, '4. src/content/pages/privacy.md', '5. src/assets/'].map((words) => output.indexOf(words));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
  expect(output).toMatch(/service-areas\/niwot\.md: .*Niwot/);
});

test('npm run brand -- --from takes the folder of another dealer, and refuses one that is wrong', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dealer-folder-'));
  try {
    await putSecondDealer(folder);
    const right = await run(['--from', folder]);
    expect([right.code, right.errors], right.output).toEqual([0, '']);
    expect(await readBrand('brand.json')).toMatchObject({ name: 'Ridgeline Window Works' });
    await writeFile(path.join(folder, 'brand/zone.json'), '{ "timeZone": "Mars" }');
    await rm(path.join(folder, 'brand/mark.svg'));
    const wrong = await run(['--from', folder]);
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toMatch(/timeZone: Write the name of the zone.*brand\/zone\.json.*missing.*mark\.svg/s);
    expect(await readBrand('zone.json')).toEqual({ timeZone: 'America/Denver' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each(['#1f4e8c', '#f0c808', '#000000', '#ffffff', '#00ff88', '#808080'])(
  'the palette around %s can be read',
  (main) => {
    expect(lookSchema.safeParse({ colors: paletteOf(main, look.colors) }).error).toBeUndefined();
  },
);
