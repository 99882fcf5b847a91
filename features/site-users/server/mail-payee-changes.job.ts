/** The pass that says what has changed by another way than a save, which says it by itself. Specification: Payment settings. */
import { asSystem, transact, type Within } from '../../../server/context.ts';
import type { JobDefinition, Platform } from '../../../server/platform.ts';
import { emailChangedMail } from './email-changed-mail.ts';
import { untoldChanges } from './payee-changes.ts';
import { paymentChangedMail } from './payment-changed-mail.ts';

/** Seconds between two turns. */
const EVERY = 20;

/** Users of one turn. */
const BATCH = 200;

export const mailPayeeChanges: JobDefinition = {
  name: 'mail-payee-changes',
  every: EVERY,
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
    await transact(context, (within) => mailUntold(within, user_id));
  }
}

async function mailUntold(within: Within, user_id: number): Promise<void> {
  const held = await within.db
    .selectFrom('site_users')
    .select('id')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!held) return;
  const { email_before, details } = await untoldChanges(within, user_id);
  if (email_before !== null) await emailChangedMail(within, user_id, email_before);
  if (details) await paymentChangedMail(within, user_id, ['How you are paid']);
}
