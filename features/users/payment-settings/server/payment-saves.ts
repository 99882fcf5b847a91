import { type Context, transact } from '../../../../server/context.ts';
import { changing } from '../../../../server/nouns/changing.ts';
import type { PaymentSettings } from '../contract.ts';
import {
  FIELD_NAMES,
  isSecret,
  METHOD_NAMES,
  METHODS,
  type Method,
  type PaymentField,
  type Secret,
} from '../rules.ts';
import type { PaymentFields } from '../schemas.ts';
import { inName } from './payee-changes.ts';
import { type KeptFields, PAYMENT, type StoredPayment } from './payment-noun.ts';
import { keepSecrets, secretsOf } from './payment-secrets.ts';
import { fieldsOf, maskedOf, readPayment } from './payment-settings.ts';
import { tellOfChanges } from './tell-payee-changes.ts';

export type PaymentSave = {
  id: number;
  paid_by?: Method | null | undefined;
  fields?: PaymentFields | undefined;
  updated_at?: string | undefined;
};

/** Saves the settings: omitted fields and secrets sent back as read stay; '' and null remove. Masks secrets in the audit, mails the user. 404, 409 as any save. */
export async function savePayment(context: Context, change: PaymentSave): Promise<PaymentSettings> {
  let told: readonly string[] = [];
  const settings = await transact(context, async (tx) => {
    const save = () =>
      changing(tx, PAYMENT, change, 'payment_settings', async (_, row) => {
        const secrets = await secretsOf(tx, change.id);
        const given = givenOf(change.fields);
        const [fields, changed] = keptAfter(row, given.open);
        const replaced = given.secret.filter(([field, value]) => value !== (secrets[field] ?? ''));
        const paid_by = change.paid_by === undefined ? row.paid_by : change.paid_by;
        if (replaced.length > 0) {
          await tx.db
            .insertInto('payment_settings')
            .values({ user_id: row.id, updated_at: row.updated_at })
            .onConflict((known) => known.doNothing())
            .execute();
          await keepSecrets(tx, row.id, replaced);
        }
        const names = [...changed, ...replaced.map(([field]) => field)];
        told = wordsOf(row, paid_by, names);
        const after = { ...secrets, ...Object.fromEntries(replaced) };
        return {
          before: { name: row.name, paid_by: row.paid_by, fields: fieldsOf(row.fields, maskedOf(secrets)) },
          after: { name: row.name, paid_by, fields: fieldsOf(fields, marked(after, replaced)) },
          columns: { paid_by, fields },
        };
      });
    await inName(tx, change.id, save);
    return readPayment(tx, change.id);
  });
  if (told.length > 0) await tellOfChanges(context, change.id, told);
  return settings;
}

type Given = {
  open: (readonly [Method, PaymentField, string])[];
  secret: (readonly [Secret, string])[];
};

/** Returns the fields to change; a secret sent back as read is none. */
function givenOf(fields: PaymentFields = {}): Given {
  const given: Given = { open: [], secret: [] };
  for (const method of METHODS) {
    for (const [field, value] of Object.entries(fields[method] ?? {}) as [PaymentField, unknown][]) {
      const text = value ?? '';
      if (value === undefined || typeof text !== 'string') continue;
      if (isSecret(field)) given.secret.push([field, text]);
      else given.open.push([method, field, text]);
    }
  }
  return given;
}

/** The open fields as they will be, and the names of those that differ. */
function keptAfter({ fields }: StoredPayment, given: Given['open']): [KeptFields, PaymentField[]] {
  const after = structuredClone(fields);
  const changed: PaymentField[] = [];
  for (const [method, field, value] of given) {
    if ((after[method]?.[field] ?? '') === value) continue;
    after[method] = { ...after[method], [field]: value };
    changed.push(field);
  }
  return [after, changed];
}

/** Two numbers may end alike: what was replaced says so. */
function marked(secrets: Partial<Record<Secret, string>>, replaced: Given['secret']) {
  const masked = maskedOf(secrets);
  for (const [field, value] of replaced) {
    const known = masked[field];
    if (value === '') delete masked[field];
    else if (known) masked[field] = Object.assign(known, { replaced: true });
  }
  return masked;
}

function wordsOf(
  { paid_by: before }: StoredPayment,
  paid_by: Method | null,
  changed: readonly (PaymentField | Secret)[],
): string[] {
  const method = paid_by === null ? 'None' : METHOD_NAMES[paid_by];
  return [
    ...(paid_by === before ? [] : [`Payout method: ${method}`]),
    ...[...new Set(changed)].map((field) => FIELD_NAMES[field]),
  ];
}
