import { expect, test } from 'vitest';
import { fieldLimits } from '#contracts/consultation';
import {
  blankContact,
  blankDetails,
  type ContactField,
  checkContact,
  checkDetails,
  type Problems,
  stillTrue,
} from './booking-session.ts';

const elise = {
  ...blankContact,
  name: 'Elise Romero',
  phone: '(407) 555-0188',
  email: 'elise@example.com',
  zipCode: '30047',
};
const nameless = 'Please enter your name';
const strange = 'Please check the number. If it is from abroad, begin it with + and the code of the country';
const reach = 'Please provide either a valid phone or email';

test.each<[string, Partial<typeof elise>, Problems<ContactField>]>([
  ['nothing', blankContact, { name: [nameless], phone: [reach], zipCode: ['Please enter a valid ZIP code'] }],
  ['a name of one letter', { name: ' J ' }, { name: [nameless] }],
  ['letters in the phone', { phone: '407-555-01ab' }, { phone: ['Please enter a valid phone number'] }],
  ['a short phone', { phone: '555' }, { phone: ['Phone number must be at least 10 digits'] }],
  ['no address in the email', { email: 'elise@' }, { email: ['Please enter a valid email'] }],
  ['a plus before no number', { phone: '+1 055 555 0188' }, { phone: ['Please enter a valid phone number'] }],
  ['eleven digits, as they are dialed in another country', { phone: '020 7946 0958' }, { phone: [strange] }],
  ['twelve digits without a plus', { phone: '44 20 7946 0958' }, { phone: [strange] }],
  ['a ZIP of eight', { zipCode: '30047-12' }, { zipCode: ['Please enter a valid ZIP code'] }],
  ['neither phone nor email', { phone: '', email: '' }, { phone: [reach] }],
  ['a short phone alone', { phone: '555', email: '' }, { phone: ['Phone number must be at least 10 digits', reach] }],
  ['a wrong email alone', { phone: '', email: 'elise' }, { phone: [reach], email: ['Please enter a valid email'] }],
])('the first step says what is wrong: %s', (_, change, problems) => {
  expect(checkContact({ ...elise, ...change })).toEqual({ problems });
});

test.each([
  ['everything', {}],
  ['a phone alone', { email: '' }],
  ['an email alone', { phone: '' }],
  ['a phone of another country', { phone: '+44 20 7946 0958' }],
  ['a phone of another country, as it is dialed here', { phone: '011 44 20 7946 0958' }],
  ['eleven digits that begin with 1', { phone: '1 407 555 0188' }],
  ['a ZIP of nine', { zipCode: '30047-1234' }],
  ['a phone of nine digits that is ten characters long', { phone: '407-555-01' }],
])('%s will do', (_, change) => {
  expect(checkContact({ ...elise, ...change }).problems).toBeUndefined();
});

test('what is sent is tidy: trimmed, empty values absent, and without the honeypot', () => {
  expect(checkContact({ ...elise, name: '  Elise  Romero ', email: '', company: 'Bot Inc.' })).toEqual({
    value: { name: 'Elise Romero', phone: '(407) 555-0188', email: undefined, zipCode: '30047' },
  });
});

test('step 3: each select has its message', () => {
  expect(checkDetails(blankDetails)).toEqual({
    problems: {
      city: ['Please select your city'],
      serviceInterest: ['Please select a service'],
      preferredContact: ['Please select contact method'],
    },
  });
});

const shown = { name: ['Please enter your name'], phone: ['Phone number must be at least 10 digits', reach] };

test('while typing, a corrected field loses its message, the others keep theirs', () => {
  expect(stillTrue(shown, checkContact({ ...elise, phone: '555', email: '' }))).toEqual({ phone: shown.phone });
});

test('while typing, an email takes the cross-rule from the phone field, and leaves what is wrong with the phone', () => {
  expect(stillTrue(shown, checkContact({ ...elise, phone: '555' }))).toEqual({ phone: [shown.phone[0]] });
});

test('while typing, no message appears that was not there, and with all corrected all are gone', () => {
  expect(stillTrue({}, checkContact(blankContact))).toEqual({});
  expect(stillTrue(shown, checkContact(elise))).toEqual({});
});

const email = (length: number) =>
  `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(length - 187)}.com`;
const details = { ...blankDetails, city: 'Atlanta', serviceInterest: 'Motorized Shades', preferredContact: 'phone' };
const contact = (change: Partial<typeof elise>) => checkContact({ ...elise, ...change }).problems;
const visit = (change: Partial<typeof details>) => checkDetails({ ...details, ...change }).problems;

test.each([
  ['name', (length: number) => contact({ name: 'n'.repeat(length) })],
  ['phone', (length: number) => contact({ phone: '4'.repeat(length) })],
  ['email', (length: number) => contact({ email: email(length) })],
  ['address', (length: number) => visit({ address: 'a'.repeat(length) })],
  ['message', (length: number) => visit({ message: 'm'.repeat(length) })],
] as const)('%s', (field, problemsOf) => {
  expect(problemsOf(fieldLimits[field])).toBeUndefined();
  expect(problemsOf(fieldLimits[field] + 1)).toHaveProperty(field);
});
