/** What is said of a coupon that the payment provider knows. Specification: Programs coupons. */
type Known = {
  kind: 'percent' | 'amount';
  value: number;
  currency: string | null;
  valid: boolean;
  redeem_by: string | null;
};

/** `25 % off`, `USD 10.50 off`. */
export function discountOf({ kind, value, currency }: Pick<Known, 'kind' | 'value' | 'currency'>): string {
  if (kind === 'percent') return `${value} % off`;
  const money = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency ?? 'XXX',
    currencyDisplay: 'code',
  });
  return `${money.format(value).replace('\u00a0', ' ')} off`;
}

/** False where it was not valid when the provider was asked, and where its time is over since; `now` in milliseconds. */
export function isUsable({ valid, redeem_by }: Pick<Known, 'valid' | 'redeem_by'>, now: number): boolean {
  return valid && (redeem_by === null || Date.parse(redeem_by) >= now);
}
