import { refuseField } from '../../../../core/errors.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import type { PaymentSettings } from '../../payment-settings/contract.ts';
import { type PaymentSave, savePayment } from '../../payment-settings/server/payment-saves.ts';
import { readPayment } from '../../payment-settings/server/payment-settings.ts';
import { teaches } from '../../rules.ts';
import { confirmUserPassword } from '../../sign-in/server/user-password.ts';
import { requireUser } from '../../sites/server/users-of-site.ts';

/** Throws a 404 for a stranger to the site, a 400 for a student. */
export async function readOwnPayment(context: SiteCall, id: number): Promise<PaymentSettings> {
  await requirePayee(context, id);
  return readPayment(context, id);
}

/** Saves as staff does; throws besides as {@link readOwnPayment}, and a 403 `PASSWORD_WRONG`, with waits as a sign-in. */
export async function saveOwnPayment(
  context: SiteCall,
  { password, ...change }: PaymentSave & { password: string },
): Promise<PaymentSettings> {
  const payee = await requirePayee(context, change.id);
  await confirmUserPassword(context, { id: change.id, ...payee }, { password, path: 'password' });
  return savePayment(context, change);
}

async function requirePayee(context: SiteCall, id: number) {
  const user = await requireUser(context, id);
  if (!teaches(user)) refuseField('id', 'Only instructors and organizations are paid');
  return user;
}
