const written = (amount: number, digits: number) =>
  amount.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** A sum of amounts: `$12,400`; with cents, if it has any, below $100: `$99.50` */
export const dollars = (amount: number): string => written(amount, amount < 100 && !Number.isInteger(amount) ? 2 : 0);

/** The amount of one lead, with its cents: `$3,200`, `$3,200.50` */
export const exactDollars = (amount: number): string => written(amount, Number.isInteger(amount) ? 0 : 2);
