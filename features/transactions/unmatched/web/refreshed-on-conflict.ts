import { failureOf } from '../../../../web/ui/failure.ts';
import type { UnmatchedPayment } from '../contract.ts';
import { type Beside, readPayment } from './calls.ts';

/** Runs a decision; where somebody else was first, the row says so while the dialog shows why. */
export async function refreshedOnConflict(
  { id }: UnmatchedPayment,
  onDecided: Beside['onDecided'],
  decide: () => Promise<void>,
): Promise<void> {
  try {
    await decide();
  } catch (error) {
    if (failureOf(error).status === 409) await readPayment(id).then(onDecided, () => undefined);
    throw error;
  }
}
