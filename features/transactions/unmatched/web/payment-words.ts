import { formatMajor } from '../../../../core/money.ts';
import { CHARGE_TYPE_NAMES, type SaleType } from '../../rules.ts';
import type { Missing, UnmatchedPayment } from '../contract.ts';

export const SALE_TYPE_NAMES: Record<SaleType, string> = {
  class: CHARGE_TYPE_NAMES.class_payment,
  bundle: CHARGE_TYPE_NAMES.bundle_payment,
  event: CHARGE_TYPE_NAMES.event_payment,
  membership: CHARGE_TYPE_NAMES.membership_payment,
};

export function nameOf(payment: UnmatchedPayment): string {
  const { amount, currency, provider_ref } = payment;
  return `${formatMajor(amount, currency)} from ${payerOf(payment) ?? provider_ref}`;
}

/** Returns the payer's name, or the site's name for a user it has not told of; null where nobody is named. */
export function payerOf({ payer, user_reference }: UnmatchedPayment): string | null {
  if (payer !== '') return payer;
  return user_reference === null ? null : `User “${user_reference}”`;
}

/** Says why the payment could not be booked: "Unknown class and user · No tickets left". */
export function missingInWords({
  missing,
  currency,
}: Pick<UnmatchedPayment, 'missing' | 'currency'>): string {
  const unknown = missing.filter((one) => !(one in WHOLE));
  return [
    ...(unknown.length > 0 ? [`Unknown ${LIST.format(unknown)}`] : []),
    ...(missing.includes('tickets') ? [WHOLE.tickets] : []),
    ...(missing.includes('payment') ? [WHOLE.payment] : []),
    ...(missing.includes('currency') ? [`${WHOLE.currency} ${currency}`] : []),
  ].join(' · ');
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Obstacles that are no thing which the payment should have named. */
const WHOLE = {
  tickets: 'No tickets left',
  payment: 'This payment is another transaction’s',
  currency: 'Nothing is sold in',
} satisfies Partial<Record<Missing, string>>;

/** Returns who decided on the payment and how, as a sentence; null while it is open. */
export function whoDecided({ state, decided_by }: UnmatchedPayment): string | null {
  if (state === 'open') return null;
  return decided_by
    ? `${decided_by} already ${state} this payment.`
    : 'This payment was matched automatically.';
}
