import type { Payee } from '../contract.ts';

/** True for a person with a balance and no payment method: a mail asks for one. */
export function offersNotify({
  amount,
  paid_by,
  pay_to_id,
}: Pick<Payee, 'amount' | 'paid_by' | 'pay_to_id'>): boolean {
  return amount > 0 && paid_by === null && pay_to_id !== null;
}

export function offersPay({ payable }: Pick<Payee, 'payable'>): boolean {
  return payable === 1;
}
