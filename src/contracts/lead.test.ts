import { expect, test } from 'vitest';
import { cameFrom } from './lead.ts';

test.each([
  [{ utm_source: 'google', utm_medium: 'cpc', landing: '/' }, 'google / cpc, home page'],
  [{ utm_source: 'flyer', landing: '/gallery' }, 'flyer, /gallery'],
  [{ utm_medium: 'email' }, 'not named / email'],
  [{ utm_source: 'google', utm_campaign: 'Fall', gclid: 'x', landing: '/' }, 'google, “Fall”, home page'],
  [{ gclid: 'x', landing: '/' }, 'Google ad, home page'],
  [{ fbclid: 'x', referrer: 'https://l.facebook.com/' }, 'Facebook or Instagram'],
  [{ referrer: 'https://www.nextdoor.com/post', landing: '/' }, 'nextdoor.com, home page'],
  [{ referrer: 'no address', landing: '/' }, 'Direct, home page'],
  [{ landing: '/' }, 'Direct, home page'],
  [undefined, 'Not known'],
])('%j: %s', (traces, line) => {
  expect(cameFrom(traces)).toBe(line);
});
