import { expect, test } from 'vitest';
import { confirmedBy, reach, whyNot } from './reach.ts';

const both = { phone: '(407) 555-0134', email: 'ann@example.com', texts: true as const };
const open = { texts: true, mail: true };
const lead = (request: object) => ({ request: request as never });
const waysTo = (request: object, kind = 'booked', means: Parameters<typeof reach>[2] = { open }) =>
  reach(lead(request), kind, means).map(({ way, address }) => `${way} ${address}`);
const [byText, byMail] = ['texts +14075550134', 'mail ann@example.com'];

test.each<[string, object, string, Parameters<typeof reach>[2], string[]]>([
  ['whoever agreed and has a mail address hears by both', both, 'booked', { open }, [byText, byMail]],
  ['a phone alone that agreed is texted', { ...both, email: undefined }, 'cancelled', { open }, [byText]],
  ['a phone that did not agree is not', { ...both, texts: undefined }, 'booked', { open }, [byMail]],
  ['nor one that has stopped', both, 'booked', { open, hasStopped: true }, [byMail]],
  ['nor one with an extension', { ...both, phone: '407 555 0142 x12' }, 'booked', { open }, [byMail]],
  ['a way that is not set up brings nothing', both, 'booked', { open: { mail: true } }, [byMail]],
  ['that we are on the way is no mail', both, 'onMyWay', { open }, [byText]],
  ['that a text was lost is no text', both, 'textFailed', { open }, [byMail]],
  ['an empty address is none', { email: '' }, 'booked', { open }, []],
  ['what nobody is told of has no way', both, 'unopened', { open }, []],
])('%s', (_, request, kind, means, expected) => {
  expect(waysTo(request, kind, means)).toEqual(expected);
});

test('it says why a way is closed', () => {
  const why = (request: object, means: Parameters<typeof reach>[2] = { open }) => [
    whyNot(lead(request), 'texts', means),
    whyNot(lead(request), 'mail', means),
  ];
  expect(why(both)).toEqual([null, null]);
  expect(why(both, { open: {} })).toEqual(['off', 'off']);
  expect(why({ phone: both.phone })).toEqual(['notAgreed', 'noAddress']);
  expect(why(both, { open, hasStopped: true })).toEqual(['stopped', null]);
});

test.each<[string, object, Parameters<typeof reach>[2], string | undefined]>([
  ['by the chosen way', { ...both, preferredContact: 'email' }, { open }, 'email'],
  ['by the chosen way', { ...both, preferredContact: 'text' }, { open }, 'text'],
  ['by what reaches them, where a call was chosen', { ...both, preferredContact: 'phone' }, { open }, 'text'],
  ['by mail, where texts are off', { ...both, preferredContact: 'text' }, { open: { mail: true } }, 'email'],
  ['by the call that was chosen', { phone: both.phone, preferredContact: 'phone' }, { open }, 'phone'],
])('a visit is confirmed %s', (_, request, means, expected) => {
  expect(confirmedBy(lead(request), means)).toBe(expected);
});

test.each<[string, object, Parameters<typeof reach>[2]]>([
  ['texts are off', { texts: true }, { open: { mail: true } }],
  ['the box is not ticked', {}, { open }],
  ['the number has stopped', { texts: true }, { open, hasStopped: true }],
  ['the number has an extension', { texts: true, phone: '407 555 0142 x12' }, { open }],
  ['the number is from abroad', { texts: true, phone: '+44 20 7946 0958' }, { open }],
])('nobody who chose texts is promised one, or a call, where %s', (_, request, means) => {
  expect(confirmedBy(lead({ phone: both.phone, preferredContact: 'text', ...request }), means)).toBeUndefined();
});
