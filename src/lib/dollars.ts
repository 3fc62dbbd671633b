/** Whole cents: a sum of fractions is off by a hair. */
export const inCents = (amount: number): number => Math.round(amount * 100) / 100;

/** The amount of one lead, with its cents: `$3,200`, `$3,200.50` */
export const exactDollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });

/** A sum of amounts: `$12,400`; with cents, if it has any, below $100: `$99.50` */
export const dollars = (amount: number): string => exactDollars(amount < 100 ? amount : Math.round(amount));
