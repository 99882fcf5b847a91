/** What a payee's row offers. Specification: Payouts. */
import type { Payee } from '../contract.ts';

/** Somebody with money who has said no way to be paid: a mail asks for one. */
export function offersNotify({
  amount,
  paid_by,
  pay_to_id,
}: Pick<Payee, 'amount' | 'paid_by' | 'pay_to_id'>): boolean {
  return amount > 0 && paid_by === null && pay_to_id !== null;
}

/** To superadmins alone; whom nothing would be paid has neither tick nor Send, and a chip that says why. */
export function offersPay({ payable }: Pick<Payee, 'payable'>): boolean {
  return payable === 1;
}
