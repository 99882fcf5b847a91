import { isGlobal } from '../../../../core/access.ts';
import {
  type Context,
  type TransactionContext,
  transact,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { emailChangedMail } from '../../server/email-changed-mail.ts';
import { paymentChangedMail } from './changed-mail.ts';
import { untoldChanges } from './payee-changes.ts';

/** Tells them right after a save, above programs; `what` of the details, in words. What stops it is no fault of the save: the pass tells them later. */
export async function tellOfChanges(context: Context, id: number, what?: readonly string[]): Promise<void> {
  try {
    const telling = (tx: TransactionContext) => mailUntold(tx, id, what);
    await (isGlobal(context.actor) && !context.site
      ? transact(context, telling)
      : transactWithoutTenantScope(context, telling));
  } catch (error) {
    context.platform.log.error(error, `user ${id} is told of what has changed by the next pass`);
  }
}

/** Once: their row is held, and whoever else tells them meanwhile is left to it. */
export async function mailUntold(
  tx: TransactionContext,
  user_id: number,
  what: readonly string[] = ['Payout method'],
): Promise<void> {
  const held = await tx.db
    .selectFrom('site_users')
    .select('id')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!held) return;
  const { email_before, details } = await untoldChanges(tx, user_id);
  if (email_before !== null) await emailChangedMail(tx, user_id, email_before);
  if (details) await paymentChangedMail(tx, user_id, what);
}
