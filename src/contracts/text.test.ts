import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { telHref } from '#lib/contact';
import { SEEDS } from '#tests/support/chance';
import { ContactDetails, ConsultationRequest } from './consultation.ts';
import { tidyPhone } from './text.ts';

const { name, message } = ConsultationRequest.shape;
const RequestWords = z.object({ name, message });

test.each([
  ['+1 407 555 0188', '(407) 555-0188'],
  ['1-407-555-0188', '(407) 555-0188'],
  ['407\u00a0555\u20110188', '407 555-0188'],
  ['tel:+1-407-555-0188', '(407) 555-0188'],
  ['(+1) 407-555-0188', '(407) 555-0188'],
  ['Elise Romero\nMobile: (407) 555-0188\nelise@example.com, GA 30047', '(407) 555-0188'],
  ['(407) 555-0188 x12', '(407) 555-0188 (12)'],
  ['407-555-0188, ext. 4', '(407) 555-0188 (4)'],
  ['tel:+1-407-555-0188;ext=12', '(407) 555-0188 (12)'],
  // Several are all kept, an unknown one last.
  ['home 407 555 0188, cell 407 555 0199', '(407) 555-0188, (407) 555-0199'],
  ['407 555 0188 (407) 555-0199', '(407) 555-0188, (407) 555-0199'],
  ['555-0142 / (407) 555-0188 x12 / +44 20 7946 0958', '(407) 555-0188 (12), +44 20 7946 0958, 555-0142'],
  ['407-555-0188 or (407) 555-0188', '(407) 555-0188'],
  // In shape already, or nothing that could be put into it: as it was.
  ['(407) 555-0188', '(407) 555-0188'],
  ['4075550188', '4075550188'],
  ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
  ['+0044 20 7946 0958', '+0044 20 7946 0958'],
  ['ask for Ann', 'ask for Ann'],
  ['', ''],
])('%j typed or pasted becomes %j', (typed, tidy) => {
  expect(tidyPhone(typed)).toBe(tidy);
  expect(tidyPhone(tidy)).toBe(tidy);
  // An extension put into shape is still dialed after the number.
  if (/^[^,]*\(\d+\)$/.test(tidy)) expect(telHref(tidy)).toMatch(/^tel:\+14075550188,\d+$/);
});

test.each(['+52', '+7', '+91', '+44', '+ 52', '(+52)', 'tel:+52', '\uff0b52'])(
  'a number after %s never becomes an American one: it is kept as it is written, also with an extension',
  (code) => {
    const plus = code.normalize('NFKC').replace('tel:', '');
    for (const national of ['998 123 4567', '9981234567', '(998) 123-4567', '998.123.4567', '-998-123-4567']) {
      const phone = `${plus} ${national}`;
      expect([tidyPhone(`${code} ${national}`), tidyPhone(phone)]).toEqual([phone, phone]);
      expect(tidyPhone(`Cell: ${code} ${national} x12`)).toBe(`${phone} (12)`);
      for (const given of [phone, `${phone} (12)`])
        expect(ContactDetails.parse({ name: 'Ann Lee', phone: given, zipCode: '30047' }).phone).toBe(given);
      expect(telHref(`${phone} (12)`)).toBe(`tel:${plus.replace(/[^+\d]/g, '')}9981234567,12`);
    }
    for (const dialed of ['0052.998.123.4567', '011.52.998.123.4567']) expect(tidyPhone(dialed)).toBe(dialed);
  },
);

const every = (property: RegExp): string[] =>
  Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((one) => property.test(one));

/** The last 3,584 of them are one block without a character, of which `npm test` takes every sixteenth. */
const invisible = every(/\p{Default_Ignorable_Code_Point}/u).filter(
  (one, index) => SEEDS > 1 || Number(one.codePointAt(0)) < 0xe0200 || index % 16 === 0,
);
const shaping = new Set(every(/[\p{Join_Control}\p{Variation_Selector}]/u));
const typed = { phone: '407 555-0188', email: 'ann-lee@my-shop.example', zipCode: '30047-1234' };

test.each([
  ['invisible characters between all others', invisible, (text: string, one: string) => ['', ...text, ''].join(one)],
  ['spaces of every kind', every(/\p{Zs}/u), (text: string, one: string) => ` ${text} `.replaceAll(' ', one + one)],
  ['dashes of every kind', every(/\p{Dash}/u), (text: string, one: string) => text.replaceAll('-', one)],
])('with %s, contacts are taken as if they were typed', (_, characters, pasted) => {
  expect(characters.length).toBeGreaterThan(15);
  for (const one of characters) {
    const codes = Object.entries(typed).map(([field, text]) => [field, pasted(text, one)]);
    const read = ContactDetails.safeParse({ name: 'Ann Lee', ...Object.fromEntries(codes) });
    expect(read.data, `U+${one.codePointAt(0)?.toString(16)}`).toMatchObject(typed);
  }
});

test('names and messages lose all that is invisible but what shapes a name or an emoji', () => {
  for (const one of invisible) {
    const read = RequestWords.safeParse({
      name: `${one}An${one}n  Lee ${one}`,
      message: `${one}Hi${one}!\n${one}Ann${one}`,
    });
    const kept = shaping.has(one) ? one : '';
    const words = { name: `An${kept}n Lee`, message: `Hi${kept}!\nAnn${kept}` };
    expect(read.data, `U+${one.codePointAt(0)?.toString(16)}`).toEqual(words);
    expect(RequestWords.safeParse({ name: `J${one}${one}`, message: one }).error?.issues).toMatchObject([
      { message: 'name' },
    ]);
  }
  for (const name of ['علی‌رضا کریمی', 'Ann 👩‍👩‍👧 Lee', 'Ann ❤️']) {
    expect(RequestWords.parse({ name, message: name })).toEqual({ name, message: name });
  }
});

test('the length is judged once the text is tidied', () => {
  const padded = { name: 'n'.repeat(100), phone: '4'.repeat(40), zipCode: '30047' };
  const pasted = Object.entries(padded).map(([field, text]) => [field, ` \u2060${[...text].join('\u2060')}\u00a0 `]);
  expect(ContactDetails.parse(Object.fromEntries(pasted))).toEqual(padded);
});

test.each([
  ['ann@пример.рф', true],
  ['ann@xn--e1afmkfd.xn--p1ai', true],
  ['ann@bücher.example', true],
  ['ann@उदाहरण.भारत', true],
  ['ann@例え.テスト', true],
  ['ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', true],
  ['ann@пример', false],
  ['ann@пример.рф/x', false],
  ['ann@exa mple.com', false],
  ['ann@127.0.0.1', false],
  ['анна@пример.рф', false],
  ['ann@a@пример.рф', false],
])('%s is a mail address: %s', (email, isOne) => {
  expect(ContactDetails.safeParse({ name: 'Ann Lee', zipCode: '30047', email }).success).toBe(isOne);
});
