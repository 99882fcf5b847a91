/** Texts about a coupon known to the payment provider. Specification: Programs coupons. */
type Known = {
  kind: 'percent' | 'amount';
  value: number;
  currency: string | null;
  valid: boolean;
  redeem_by: string | null;
};

/** Returns `25% off` or `USD 10.50 off`. */
export function discountOf({ kind, value, currency }: Pick<Known, 'kind' | 'value' | 'currency'>): string {
  if (kind === 'percent') return `${value}% off`;
  const money = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency ?? 'XXX',
    currencyDisplay: 'code',
  });
  return `${money.format(value).replace('\u00a0', ' ')} off`;
}

/** False where the provider called it invalid, or it has expired since; `now` in milliseconds. */
export function isUsable({ valid, redeem_by }: Pick<Known, 'valid' | 'redeem_by'>, now: number): boolean {
  return valid && (redeem_by === null || Date.parse(redeem_by) >= now);
}
