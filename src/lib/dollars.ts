/** `$12,400`; with cents, if it has any, below $100: `$99.50` */
export function dollars(amount: number): string {
  const digits = amount < 100 && !Number.isInteger(amount) ? 2 : 0;
  const style = { style: 'currency', currency: 'USD' } as const;
  return amount.toLocaleString('en-US', { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits });
}
