/** The pass that says what has changed by another way than a save, or by a save that was stopped before it said so itself. Specification: Payment settings. */
import { asSystem, transact } from '../../../../server/context.ts';
import type { JobDefinition, Platform } from '../../../../server/platform.ts';
import { mailUntold } from './tell-payee-changes.ts';

/** Seconds between two turns. */
const INTERVAL_SECONDS = 20;

const BATCH = 200;

export const mailPayeeChanges: JobDefinition = {
  name: 'mail-payee-changes',
  every: INTERVAL_SECONDS,
  run: mailUntoldChanges,
};

/** Once for each user, whose row is held: killed anywhere, they are told or not, and told once. */
export async function mailUntoldChanges(platform: Platform, stopping?: AbortSignal): Promise<void> {
  const context = asSystem(platform, 'mail-payee-changes');
  const users = await context.db
    .selectFrom('payee_changes')
    .select('user_id')
    .where('told_at', 'is', null)
    .distinct()
    .limit(BATCH)
    .execute();
  for (const { user_id } of users) {
    if (stopping?.aborted) return;
    await transact(context, (tx) => mailUntold(tx, user_id));
  }
}
