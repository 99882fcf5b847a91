import type { CommissionRow } from '../ledger-contract.ts';

/** Whom a referral pays; a person of another program is known by the id alone. */
export function personOf(
  row: Pick<CommissionRow, 'referrer_id' | 'first_name' | 'last_name' | 'email'>,
): string {
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  return name || row.email || `User #${row.referrer_id} of another program`;
}
