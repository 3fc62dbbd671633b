import { expect, test } from 'vitest';
import { fieldLimits, services } from '#contracts/consultation';
import { answersOfLink } from './known.ts';

const [service = ''] = services;
const nothing = { contact: {}, details: {} };

test.each([
  ['', nothing],
  ['?zip=30041', { ...nothing, contact: { zipCode: '30041' } }],
  ['?zip=3004', nothing],
  [`?service=${encodeURIComponent(service)}`, { ...nothing, details: { serviceInterest: service } }],
  ['?service=Awnings&utm_source=flyer', nothing],
  ['?about=Offer:%20Free%0Ameasuring', { ...nothing, about: 'Offer: Free measuring' }],
  [`?about=${'a'.repeat(999)}`, { ...nothing, about: 'a'.repeat(fieldLimits.about) }],
])('the link %s brings what the form would take', (search, answers) => {
  expect(answersOfLink(search)).toEqual(answers);
});
