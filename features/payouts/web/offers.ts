/** What a payee's row offers. Specification: Payouts. */
import type { Payee } from '../contract.ts';

type Offered = Pick<Payee, 'amount' | 'paid_by' | 'pay_to_id' | 'notified_at'>;

/** Somebody with money who has said no way to be paid: a mail asks for one. */
export function offersNotify({ amount, paid_by, pay_to_id }: Offered): boolean {
  return amount > 0 && paid_by === null && pay_to_id !== null;
}

/** To superadmins alone; what stands against it is said by the rehearsal. */
export function offersPay({ amount, paid_by, pay_to_id, notified_at }: Offered): boolean {
  return amount > 0 && (notified_at !== null || paid_by !== null || pay_to_id === null);
}

/** What ticks are for: whom the method that they chose cannot pay is left to their own row, which says why. */
export function hasTick(row: Offered & Pick<Payee, 'method_fault'>): boolean {
  return offersPay(row) && row.method_fault === null;
}
