/** The numbers by which people are paid: sealed, each bound to its user and field. Specification: Payment settings. */
import type { Context, TransactionContext } from '../../../../server/context.ts';
import { decrypt, encrypt, paymentSecretOf } from '../../../../server/encryption.ts';
import type { Secret } from '../rules.ts';

/** Decrypts a user's secrets; callers must return only those requested. */
export async function secretsOf(
  { db, platform }: Context,
  userId: number,
): Promise<Partial<Record<Secret, string>>> {
  const kept = await db
    .selectFrom('payment_secrets')
    .select(['field', 'sealed'])
    .where('user_id', '=', userId)
    .execute();
  return Object.fromEntries(
    kept.map(({ field, sealed }) => [
      field,
      decrypt(platform.paymentKey, paymentSecretOf(userId, field), sealed).toString(),
    ]),
  );
}

/** An empty one is forgotten. The user's settings are there already. */
export async function keepSecrets(
  { db, platform }: TransactionContext,
  user_id: number,
  secrets: readonly (readonly [Secret, string])[],
): Promise<void> {
  for (const [field, secret] of secrets) {
    if (secret === '') {
      await db
        .deleteFrom('payment_secrets')
        .where('user_id', '=', user_id)
        .where('field', '=', field)
        .execute();
      continue;
    }
    const sealed = encrypt(platform.paymentKey, paymentSecretOf(user_id, field), Buffer.from(secret));
    await db
      .insertInto('payment_secrets')
      .values({ user_id, field, sealed })
      .onConflict((known) => known.columns(['user_id', 'field']).doUpdateSet({ sealed }))
      .execute();
  }
}
