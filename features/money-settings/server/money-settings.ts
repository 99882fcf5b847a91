import { sql } from 'kysely';
import { CHANGED, conflict } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import {
  type Context,
  type TransactionContext,
  transact,
  transactWithoutTenantScope,
} from '../../../server/context.ts';
import { refuseFormerActor } from '../../../server/http/session.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { deciding } from '../../../server/nouns/deciding.ts';
import { tooNew } from '../../../server/nouns/second-approver.ts';
import { NO_PASSWORD } from '../../../server/passwords/password-hashes.ts';
import type { MoneySettingsAnswer, MoneySettingsChange } from '../contract.ts';
import { changed, isNothing, isSame, joined, parted, type RulesChange, withoutThose } from '../rules.ts';
import {
  changeFrom,
  holdRules,
  json,
  type KeptRules,
  readRules,
  toResponse,
  writeRules,
} from './money-rules.ts';

/** Returns present and pending rules; also for a program's staff, who are bound by them. */
export function readMoneySettings(context: Context): Promise<MoneySettingsAnswer> {
  return transactWithoutTenantScope(context, answered);
}

/** Applies stricter rules at once; looser ones wait for another superadmin, with the caller's earlier ones. 409 with who else waits, or saved since. */
export function saveMoneySettings(context: Context, { updated_at, ...wish }: MoneySettingsChange) {
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    const kept = await holdRules(tx);
    await refuseStale(tx, kept, updated_at);
    const waiting = await waitingChange(tx);
    const { holds, waits } = parted(kept.rules, changeFrom(wish));
    if (!isNothing(waits) && waiting && waiting.admin_id !== tx.actor.admin_id)
      conflict('requested another change. Approve or reject that change first.', {
        changed_by: waiting.by,
        changed_at: waiting.at,
      });
    if (!isNothing(holds)) await hold(tx, kept, holds, 'update');
    await wait(tx, waiting, holds, waits);
    return { ...(await answered(tx)), waits: isNothing(waits) ? (0 as const) : (1 as const) };
  });
}

/** 403 for who asked for it and for an account in their hands, 404 where there is none, 409 where it is decided. */
export function approveMoneySettings(context: Context, id: number): Promise<MoneySettingsAnswer> {
  return settle(context, id, 'approved', async (tx, { change, by, kept }) => {
    await hold(tx, kept, change, 'approve', { asked_by: by });
  });
}

/** Also by who asked for it. 404 and 409 as {@link approveMoneySettings}. */
export function rejectMoneySettings(context: Context, id: number): Promise<MoneySettingsAnswer> {
  return settle(context, id, 'rejected', async (tx, { change, by }) => {
    await record(tx, 'reject', null, { ...toResponse(change), asked_by: by });
  });
}

type Change = {
  id: number;
  change: RulesChange;
  admin_id: number;
  by: string | null;
  at: string;
  decision: string | null;
  decided_by: string | null;
  decided_at: string | null;
  too_new: 0 | 1;
};

/** Under the lock of the rules, so that one change is decided once. */
function settle(
  context: Context,
  id: number,
  decision: 'approved' | 'rejected',
  work: (tx: TransactionContext, change: Change & { kept: KeptRules }) => Promise<void>,
): Promise<MoneySettingsAnswer> {
  const asked = ({ admin_id, at }: Change) => ({ asked_by: admin_id, asked_at: at });
  const once = {
    lockRow: async (tx: TransactionContext) => {
      const kept = await holdRules(tx);
      const change = await changeWhere(tx, 'id', id);
      return change && { ...change, kept };
    },
    decided: ({ decision: known, decided_by: by, decided_at, at }: Change) =>
      known === null ? undefined : { has: `already ${VERBS[known]} this`, by, at: decided_at ?? at },
    asked: decision === 'approved' ? asked : undefined,
  };
  return transact(context, async (tx) => {
    await deciding(tx, once, async (_, change) => {
      await work(tx, change);
      await decide(tx, id, decision);
      return null;
    });
    return answered(tx);
  });
}

const VERBS: Record<string, string> = { approved: 'approved', rejected: 'rejected', overtaken: 'replaced' };

async function hold(
  tx: TransactionContext,
  kept: KeptRules,
  change: RulesChange,
  action: string,
  more: object = {},
) {
  const rules = changed(kept.rules, change);
  await writeRules(tx, rules, kept);
  const names = Object.keys(change) as (keyof RulesChange)[];
  const of = (all: object) => Object.fromEntries(names.map((name) => [name, all[name as keyof typeof all]]));
  await record(tx, action, of(toResponse(kept.rules)), { ...of(toResponse(rules)), ...more });
}

/** Removes settled changes from the pending ones, and merges new ones with the same admin's earlier ones. */
async function wait(
  tx: TransactionContext,
  waiting: Change | undefined,
  holds: RulesChange,
  waits: RulesChange,
) {
  const left = waiting ? withoutThose(waiting.change, holds) : {};
  const wished = joined(left, waits);
  if (isSame(wished, waiting?.change ?? {})) return;
  if (waiting && isNothing(waits) && !isNothing(left)) return shorten(tx, waiting.id, left);
  if (waiting) await decide(tx, waiting.id, 'overtaken');
  if (isNothing(wished)) return;
  // A new one, so that nobody approves more than was to be seen.
  await tx.db
    .insertInto('money_setting_changes')
    .values({ change: json(wished), admin_id: tx.actor.admin_id })
    .execute();
  await record(tx, 'ask', null, toResponse(wished));
}

function shorten({ db }: TransactionContext, id: number, left: RulesChange) {
  return db
    .updateTable('money_setting_changes')
    .set({ change: json(left) })
    .where('id', '=', id)
    .execute();
}

async function decide(
  { db, actor }: TransactionContext,
  id: number,
  decision: 'approved' | 'rejected' | 'overtaken',
) {
  await db
    .updateTable('money_setting_changes')
    .set({ decision, decided_at: sql`provost_now()`, decided_by: actor.admin_id })
    .where('id', '=', id)
    .execute();
}

function record(tx: TransactionContext, action: string, before: object | null, after: object): Promise<void> {
  return audit(tx, {
    entity: 'money_settings',
    entity_id: 'money',
    action,
    program_id: null,
    before,
    after,
  });
}

async function refuseStale(
  { db }: TransactionContext,
  kept: KeptRules,
  read: string | undefined,
): Promise<void> {
  if (read === undefined || Date.parse(read) === Date.parse(kept.updated_at)) return;
  const { rows } = await sql<{
    email: string | null;
  }>`select admin_email(${kept.updated_by}) as email`.execute(db);
  const { email: changed_by } = must(rows[0], 'email of an admin');
  conflict(CHANGED, { changed_by, changed_at: kept.updated_at });
}

async function answered(tx: Context): Promise<MoneySettingsAnswer> {
  const { rules, updated_at } = await readRules(tx);
  const waiting = await waitingChange(tx);
  const { rows } = await sql<{ others: boolean }>`select count(*) > 1 as others from admins
    where deleted_at is null and password_hash <> ${NO_PASSWORD} and 'superadmin' = any (permissions)`.execute(
    tx.db,
  );
  return {
    settings: { ...toResponse(rules), updated_at },
    pending: waiting
      ? {
          id: waiting.id,
          by: waiting.by,
          at: waiting.at,
          change: toResponse(waiting.change),
          own: waiting.admin_id === tx.actor.admin_id ? 1 : 0,
          too_new: waiting.too_new,
        }
      : null,
    alone: must(rows[0], 'count of superadmins').others ? 0 : 1,
  };
}

async function waitingChange(context: Context): Promise<Change | undefined> {
  return changeWhere(context, 'decision', null);
}

async function changeWhere({ db, actor }: Context, column: 'id' | 'decision', value: number | null) {
  const too_new = tooNew(actor, { asked_by: sql`c.admin_id`, asked_at: sql`c.created_at` });
  const { rows } = await sql<Change>`
    select ${too_new} as too_new, id, change, admin_id, admin_email(admin_id) as by, created_at as at, decision, decided_at,
      admin_email(decided_by) as decided_by
    from money_setting_changes c where ${sql.ref(column)} is not distinct from ${value}`.execute(db);
  return rows[0];
}
