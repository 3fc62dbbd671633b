import { expect, test } from 'vitest';
import { OwnersRequest } from './lead-request.ts';
import { cameFrom, originOf, sourceOf } from './source.ts';
import { consultation } from '#tests/support/visitor';

const request = {
  name: 'Ann',
  zipCode: '30041',
  city: 'Vinings',
  serviceInterest: 'Repairs',
  preferredContact: 'phone',
};

test.each([
  [{ utm_source: 'google', utm_medium: 'cpc', landing: '/' }, 'Google ad, home page'],
  [{ utm_source: 'flyer', landing: '/gallery' }, 'flyer, /gallery'],
  [{ utm_medium: 'email' }, 'not named / email'],
  [{ utm_source: 'google', utm_campaign: 'Fall', gclid: 'x', landing: '/' }, 'Google ad, “Fall”, home page'],
  [{ fbclid: 'x', referrer: 'https://l.facebook.com/' }, 'Facebook or Instagram'],
  [{ referrer: 'no address', landing: '/' }, 'Direct, home page'],
  [{ landing: '/' }, 'Direct, home page'],
  [undefined, ''],
])('%j: %s', (attribution, line) => {
  expect(cameFrom({ source: 'dialog', request: { ...request, attribution } })).toBe(line);
});

test.each([
  ['Google ad', { gclid: 'x' }],
  ['Google ad', { gbraid: 'x', utm_source: 'spring' }],
  ['Google ad', { wbraid: 'x', referrer: 'https://www.google.com/' }],
  ['Google ad', { utm_source: 'Google', utm_medium: 'CPC' }],
  ['Google ad', { utm_source: 'www.google.com', utm_medium: 'paid-search' }],
  ['Google ad', { utm_source: 'Google_Ads' }],
  ['Google search', { referrer: 'https://www.google.com/' }],
  ['Google search', { referrer: 'https://www.google.co.uk/' }],
  ['Google search', { referrer: 'android-app://com.google.android.googlequicksearchbox/' }],
  ['Google search', { utm_source: 'google', utm_medium: 'organic', utm_campaign: 'profile' }],
  ['google', { utm_source: 'google' }],
  ['google / email', { utm_source: 'google', utm_medium: 'email' }],
  ['google.evil.example', { referrer: 'https://google.evil.example/' }],
  ['Google display ad', { dclid: 'x' }],
  ['Microsoft ad', { msclkid: 'x' }],
  ['Microsoft ad', { utm_source: 'Bing', utm_medium: 'ppc' }],
  ['Bing search', { referrer: 'https://www.bing.com/search' }],
  ['Facebook or Instagram', { fbclid: 'x' }],
  ['Facebook or Instagram', { utm_source: 'FB', utm_medium: 'paid_social' }],
  ['Facebook or Instagram', { utm_source: 'ig', utm_medium: 'social' }],
  ['Facebook or Instagram', { referrer: 'https://m.facebook.com/' }],
  ['Facebook or Instagram', { referrer: 'https://l.instagram.com/' }],
  ['newsletter / email', { utm_source: 'newsletter', utm_medium: 'email', fbclid: 'x' }],
  ['TikTok', { ttclid: 'x' }],
  ['TikTok', { utm_source: 'TikTok.com' }],
  ['Nextdoor', { referrer: 'https://www.nextdoor.com/post' }],
  ['Nextdoor', { utm_source: 'nextdoor', utm_medium: 'social' }],
  ['constructor', { utm_source: 'constructor' }],
])('one name for one source: %s is %j', (name, attribution) => {
  expect(sourceOf(attribution)).toBe(name);
});

test.each([
  ['nextdoor', 'Nextdoor'],
  ['google', 'Google, by phone'],
  ['sign', 'Yard sign or truck'],
  [undefined, 'By phone'],
  ['a word of another list', 'a word of another list'],
  ['constructor', 'constructor'],
])('a caller who heard of us from %s counts as %s', (heardFrom, source) => {
  const lead = { source: 'phone', request: { ...request, heardFrom } };
  expect(originOf(lead)).toMatchObject({ source, city: 'Vinings' });
  expect(cameFrom(lead)).toBe(source);
});

test('who has texted us without the site counts as a text message', () => {
  expect(originOf({ source: 'text', request })).toMatchObject({ source: 'Text message' });
});

test('a strange answer of a caller does not refuse the lead', () => {
  const of = (heardFrom: unknown) => OwnersRequest.parse({ ...consultation, heardFrom }).heardFrom;
  expect([of('sign'), of('the moon'), of(7), of('')]).toEqual(['sign', undefined, undefined, undefined]);
});

test('what the owner does not know yet has a name among the figures, and so a list', () => {
  const caller = { source: 'phone', request: { ...request, city: '', serviceInterest: '' } };
  expect(originOf(caller)).toMatchObject({ service: 'Not known yet', city: 'Not known yet' });
});
