import { callsOf } from '../../../../web/api.ts';
import { Failure, failureOf } from '../../../../web/ui/failure.ts';
import { GLOBAL_SITE } from '../../../transactions/rules.ts';
import { payoutBatchesContract } from '../../batches/contract.ts';
import { payoutsContract } from '../../contract.ts';
import { payeeOf } from '../../rules.ts';
import { type MembershipRow, membershipPayoutsContract } from '../contract.ts';

const membership = callsOf('membershipPayouts', membershipPayoutsContract);
const payouts = callsOf('payouts', payoutsContract);
const batches = callsOf('payoutBatches', payoutBatchesContract);
export const { calls } = membership;
const { calls: payeeCalls } = payouts;

export async function reloadAll(): Promise<void> {
  await Promise.all([membership.reload(), payouts.reload(), batches.reload()]);
}

export async function notifyPayee(id: number): Promise<void> {
  await payeeCalls.notifyPayee.call({ id });
  void reloadAll();
}

export type NamedRow = Pick<MembershipRow, 'id' | 'instructor_id' | 'instructor_name'>;

/** Reads a row that is not on the page. Throws a 404 where it does not exist or is foreign. */
export async function readNamed(id: number): Promise<NamedRow> {
  const instructor_id = payeeOf(id)?.user_id ?? null;
  try {
    const { payees } = await payeeCalls.payoutPreview.call({ ids: String(id) });
    return { id, instructor_id, instructor_name: payees[0]?.name ?? null };
  } catch (error) {
    if (failureOf(error).status !== 400) throw error;
    throw new Failure(404, { message: 'Not found' });
  }
}

export function nameOf({ instructor_name }: Pick<MembershipRow, 'instructor_name'>): string {
  return instructor_name ?? GLOBAL_SITE;
}
