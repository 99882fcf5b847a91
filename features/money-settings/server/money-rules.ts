/** The rules of money as they are kept, and read by what they bind. Specification: Refunds. */
import { type RawBuilder, sql } from 'kysely';
import { toMajor, toMinor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import type { Context, TransactionContext } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import type { MoneySettings, MoneySettingsChange, PendingChange } from '../contract.ts';
import type { Rules, RulesChange } from '../rules.ts';

/** Amounts in minor units. */
export type KeptRules = { rules: Rules; updated_at: string; updated_by: number | null };

/** The rules as they hold, for payouts: closed to the staff of a program. */
export async function readRules({ db }: Context): Promise<KeptRules> {
  return kept(db);
}

/** The same, held until the transaction ends: refunds that look at their limit are waited for, and wait. */
export async function holdRules({ db }: TransactionContext): Promise<KeptRules> {
  await lock(db, LOCK);
  return kept(db);
}

/** The same, and they do not change until the transaction ends. */
export async function keepRules({ db }: TransactionContext): Promise<KeptRules> {
  await lock(db, LOCK, 'shared');
  return kept(db);
}

/** Answers when; two saves within a millisecond still have two moments. */
export async function writeRules(
  { db, actor }: TransactionContext,
  rules: Rules,
  before: KeptRules,
): Promise<void> {
  const updated_at = new Date(Math.max(Date.now(), Date.parse(before.updated_at) + 1)).toISOString();
  await db
    .updateTable('settings')
    .set({ value: json({ rules, updated_at, updated_by: actor.admin_id }) })
    .where('name', '=', NAME)
    .execute();
}

/** Limits do not change until the transaction ends. Asked for before a charge is held, as whoever pays does it. */
export function keepLimit({ db }: TransactionContext): Promise<void> {
  return lock(db, LOCK, 'shared');
}

/** True where a refund of `amount` minor units exceeds its currency's limit and becomes a request. Locks the limit until the transaction ends. */
export async function needsSecondApprover(
  tx: TransactionContext,
  amount: number,
  currency: string,
): Promise<boolean> {
  await keepLimit(tx);
  const { rows } = await sql<{ above: number | null }>`
    select refund_approval_above(${currency}) as above`.execute(tx.db);
  const { above } = must(rows[0], 'limit of refunds');
  return above !== null && amount > above;
}

/** A wish as it came, in minor units; a minimum of 0 is none. */
export function changeFrom(wish: Omit<MoneySettingsChange, 'updated_at'>): RulesChange {
  const { refund_approval_above, minimum } = wish;
  return {
    ...wish,
    ...(refund_approval_above && { refund_approval_above: inMinor(refund_approval_above) }),
    ...(minimum && { minimum: inMinor(minimum, 0) }),
  } as RulesChange;
}

/** Rules, or a change of them, as they are answered. */
export function toResponse(rules: Rules): Omit<MoneySettings, 'updated_at'>;
export function toResponse(change: RulesChange): PendingChange['change'];
export function toResponse(rules: RulesChange): PendingChange['change'] {
  const { refund_approval_above, minimum } = rules;
  return {
    ...rules,
    ...(refund_approval_above && { refund_approval_above: inMajor(refund_approval_above) }),
    ...(minimum && { minimum: inMajor(minimum) }),
  } as PendingChange['change'];
}

export function json<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${JSON.stringify(value)}::jsonb`;
}

const NAME = 'money';
const LOCK = 'rules of money';

async function kept(db: Context['db']): Promise<KeptRules> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  return row.value as unknown as KeptRules;
}

type Given = Record<string, number | null | undefined>;

function inMinor(amounts: Given, none?: number): Given {
  const entries = Object.entries(amounts).map(([code, amount]) => {
    const minor = amount === null || amount === undefined ? null : toMinor(String(amount), code);
    return [code, minor === none ? null : minor];
  });
  return Object.fromEntries(entries) as Given;
}

function inMajor(amounts: Given): Given {
  const entries = Object.entries(amounts).map(([code, minor]) => [code, minor && toMajor(minor, code)]);
  return Object.fromEntries(entries) as Given;
}
