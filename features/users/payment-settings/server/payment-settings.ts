import { notFound, refuse } from '../../../../core/errors.ts';
import { type Context, transact, visibleTo } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import type { PaymentSettings } from '../contract.ts';
import { isSecret, lastOf, METHOD_FIELDS, METHODS, type Method, type Secret } from '../rules.ts';
import type { Shown } from '../schemas.ts';
import type { KeptFields } from './payment-noun.ts';
import { secretsOf } from './payment-secrets.ts';

/** 404 as any read. */
export async function readPayment(context: Context, id: number): Promise<PaymentSettings> {
  const row = await context.db
    .selectFrom('site_users as u')
    .leftJoin('payment_settings as p', 'p.user_id', 'u.id')
    .select(['u.dateadded', 'p.updated_at', 'p.paid_by', 'p.fields'])
    .select(['p.paypal_address', 'p.made_out_to', 'p.sent_to'])
    .where('u.id', '=', id)
    .where(visibleTo(context.actor, 'u.program_id'))
    .executeTakeFirst();
  if (!row) notFound();
  const secrets = maskedOf(await secretsOf(context, id));
  return {
    paid_by: row.paid_by as Method | null,
    fields: fieldsOf((row.fields ?? {}) as KeptFields, secrets),
    legacy: {
      paypal_address: row.paypal_address ?? '',
      bank_ac_no: secrets.bank_ac_no ?? null,
      routing_no: secrets.routing_no ?? null,
      made_out_to: row.made_out_to ?? '',
      sent_to: row.sent_to ?? '',
    },
    updated_at: row.updated_at ?? row.dateadded,
  };
}

/** One secret in the clear, which is recorded; 404 as any read, 400 where there is none. */
export async function showSecret(
  context: Context,
  { id, field }: { id: number; field: Secret },
): Promise<{ value: string }> {
  return transact(context, async (tx) => {
    const user = await tx.db
      .selectFrom('site_users')
      .select('program_id')
      .where('id', '=', id)
      .where(visibleTo(tx.actor, 'program_id'))
      .executeTakeFirst();
    if (!user) notFound();
    const value = (await secretsOf(tx, id))[field];
    if (value === undefined) refuse(400, 'This field is empty');
    const { program_id } = user;
    const action = 'show_payment_secret';
    await audit(tx, { entity: 'site_user', entity_id: id, action, program_id, after: { field } });
    return { value };
  });
}

export type Masked = Partial<Record<Secret, Shown>>;

export function maskedOf(secrets: Partial<Record<Secret, string>>): Masked {
  const entries = Object.entries(secrets) as [Secret, string][];
  return Object.fromEntries(entries.map(([field, value]) => [field, { last4: lastOf(value), set: true }]));
}

export function fieldsOf(kept: KeptFields, secrets: Masked): PaymentSettings['fields'] {
  const valueOf = (method: Method, field: string) =>
    isSecret(field) ? (secrets[field] ?? null) : (kept[method]?.[field] ?? '');
  return Object.fromEntries(
    METHODS.map((method) => [
      method,
      Object.fromEntries(METHOD_FIELDS[method].map((field) => [field, valueOf(method, field)])),
    ]),
  ) as PaymentSettings['fields'];
}
