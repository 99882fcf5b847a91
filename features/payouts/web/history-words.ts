import type { Payout } from '../batches/contract.ts';
import type { BATCH_STATES, PayoutKind, PayoutState } from '../rules.ts';

export const KIND_NAMES: Record<PayoutKind, string> = { sales: 'Sales', membership: 'Membership' };

export const PAYOUT_STATE_NAMES: Record<PayoutState, string> = {
  proposed: 'Needs approval',
  made: 'Made',
  paid: 'Paid',
  returned: 'Returned',
};

export const BATCH_STATE_NAMES: Record<(typeof BATCH_STATES)[number], string> = {
  making: 'Processing',
  proposed: 'Needs approval',
  made: 'Made',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

/** Names a payee; a program's name is stored as first name. */
export function payeeName({ first_name, last_name }: Pick<Payout, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim();
}
