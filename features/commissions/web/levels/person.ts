import type { CommissionRow } from '../../ledger-contract.ts';

/** Names the person of a referral; a person of another program only by id. */
export function personOf(
  row: Pick<CommissionRow, 'referrer_id' | 'first_name' | 'last_name' | 'email'>,
): string {
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  return name || row.email || `User #${row.referrer_id} of another program`;
}

/** Names a payee like `personOf`: the server sends an id for a person of another program. */
export function payeeOf(payee: string): string {
  return /^User #\d+$/.test(payee) ? `${payee} of another program` : payee;
}
