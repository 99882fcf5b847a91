/** Secrets that messages to a webhook are signed with, encrypted as they are kept. Specification: Sites, webhooks. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context, TransactionContext } from '../../../../server/context.ts';
import { decrypt, encrypt, webhookSecretOf } from '../../../../server/encryption.ts';

const SECRET_BYTES = 32;

/** Makes a secret and returns it as receivers take it: `whsec_` and Base64. */
export async function makeSecret({ db, platform }: TransactionContext, webhook_id: number): Promise<string> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealed = encrypt(platform.paymentKey, webhookSecretOf(webhook_id), Buffer.from(secret));
  await db.insertInto('webhook_secrets').values({ webhook_id, sealed }).execute();
  return secret;
}

/** Ends what signs now after so many hours, and at once what was on its way out already. */
export async function endSecrets(
  { db }: TransactionContext,
  webhook_id: number,
  hours: number,
): Promise<void> {
  await db
    .deleteFrom('webhook_secrets')
    .where('webhook_id', '=', webhook_id)
    .where('ends_at', 'is not', null)
    .execute();
  await db
    .updateTable('webhook_secrets')
    .set({ ends_at: sql<string>`provost_now() + make_interval(hours => ${hours})` })
    .where('webhook_id', '=', webhook_id)
    .execute();
}

export async function secretsOf(
  { db, platform }: Pick<Context, 'db' | 'platform'>,
  webhook_id: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_secrets')
    .select('sealed')
    .where('webhook_id', '=', webhook_id)
    .where(sql<boolean>`(ends_at is null or ends_at > provost_now())`)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ sealed }) =>
    decrypt(platform.paymentKey, webhookSecretOf(webhook_id), sealed).toString(),
  );
}
