import type { CommissionRow } from '../../ledger-contract.ts';

/** Whom a referral pays; a person of another program is known by the id alone. */
export function personOf(
  row: Pick<CommissionRow, 'referrer_id' | 'first_name' | 'last_name' | 'email'>,
): string {
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  return name || row.email || `User #${row.referrer_id} of another program`;
}

/** A payee as the server names it, said as `personOf` says it: somebody of another program comes as an id. */
export function payeeOf(payee: string): string {
  return /^User #\d+$/.test(payee) ? `${payee} of another program` : payee;
}
