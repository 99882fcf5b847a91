import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { refuse } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { withinSeconds } from '../../../server/db/within-seconds.ts';
import { differs, type RowOf } from '../../../server/nouns/changing.ts';
import { storedAudience, wholeAudience } from '../conditions/audience.ts';
import type { EmailRule, RulePreview } from '../contract.ts';
import { AUDIENCE_CHANGED, mayStart, UNDO_MINUTES } from '../rules.ts';
import { COUNT_SECONDS, dueNow, inLine, type Reaching, refuseSlowRule } from './audience.ts';
import type { EMAIL_RULE } from './email-rule-noun.ts';

type Row = RowOf<typeof EMAIL_RULE>;

/** A rule as far as it says whom it writes to, and from when on. */
export type Starting = Reaching & Pick<EmailRule, 'active' | 'run_after'>;

export function startingOf({ id, program_id, active, run_after, ...row }: Row): Starting {
  const { every_days, repeat_count } = row;
  const type = row.type as EmailRule['type'];
  const reach = { id, program_id: program_id ?? 0, type, ...storedAudience(row) };
  return { ...reach, active: active === 1 ? 1 : 0, run_after, every_days, repeat_count };
}

/** Previews a save by doing it and rolling back. Refuses as the save does. */
export async function previewSave(
  context: Context,
  save: (tx: TransactionContext) => Promise<{ rule: EmailRule; before: Starting | null }>,
): Promise<RulePreview> {
  let seen: RulePreview | undefined;
  const rollback = new Error('a preview leaves nothing behind');
  try {
    await transact(context, async (tx) => {
      const { rule, before } = await save(tx);
      seen = await previewOf(tx, rule, before);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!seen) throw new Error('a preview ended without a result');
  return seen;
}

async function previewOf(
  tx: TransactionContext,
  rule: EmailRule,
  before: Starting | null,
): Promise<RulePreview> {
  const { rows } = await sql<{ at: string }>`
    select greatest(${rule.run_after}::timestamptz, ${waitEnds}) as at`.execute(tx.db);
  const { at: starts_at } = must(rows[0], 'start of a rule');
  if (rule.active === 0) return { due_count: 0, new_count: 0, starts_at, asks: false };
  const counts = await countsOf(tx, rule, before);
  return { ...counts, starts_at, asks: before?.active !== 1 || counts.new_count > 0 };
}

/** Refuses a save whose rule would by now write to more people than whoever saves it was told. */
export async function refuseLargerAudience(
  tx: TransactionContext,
  rule: EmailRule,
  told: number,
): Promise<void> {
  if (rule.active === 0) return;
  const { due_count } = await countsOf(tx, rule, null);
  if (mayStart(told, due_count)) return;
  const words = `This would email ${due_count.toLocaleString('en-US')} people now. Nothing was saved.`;
  refuse(409, words, { code: AUDIENCE_CHANGED, count: due_count });
}

/** Due at the next turn once it begins, and of those who get a mail by it sooner or later, whom `before` did not write to. */
async function countsOf({ db }: TransactionContext, rule: Starting, before: Starting | null) {
  const { joins, condition } = dueNow(rule);
  const wrote = before && writes(before, rule) ? before : null;
  const added = wrote
    ? sql`(${condition} and (${dueNow(wrote).condition}) is not true)
        or (${inLine(rule)} and (${inLine(wrote)}) is not true)`
    : condition;
  const { rows } = await withinSeconds(db, COUNT_SECONDS, {
    ask: () =>
      sql<{ due_count: number; new_count: number }>`
        select count(*) filter (where ${condition}) as due_count, count(*) filter (where ${added}) as new_count
        from site_users u ${joins}`.execute(db),
    refuse: refuseSlowRule,
  });
  return must(rows[0], 'counts of a rule');
}

/** One that begins earlier than it did writes to everybody anew, as does one whose conditions nobody understood. */
function writes(before: Starting, rule: Starting): boolean {
  const begins = Math.max(Date.parse(rule.run_after), Date.now());
  return before.active === 1 && Date.parse(before.run_after) <= begins && wholeAudience(before) !== null;
}

/** Returns columns for a save of an active rule: a confirmed one waits, and can be undone; a second save meanwhile leaves only pausing. */
export async function waitOf(
  { db }: TransactionContext,
  row: Row,
  { before, after }: Record<'before' | 'after', Record<string, unknown> & { active: number }>,
  confirmed: boolean,
) {
  if (after.active === 0) return { first_mails_at: null, undo: null };
  const waits = await isWaiting(db, row);
  if (!confirmed) return waits ? { undo: JSON.stringify({ active: 0 }) } : {};
  const stored = row as unknown as Record<string, unknown>;
  const changed = Object.keys(after).filter((name) => differs([before[name]], [after[name]]));
  const written = Object.fromEntries(changed.map((name) => [name, stored[name]]));
  return {
    first_mails_at: waitEnds,
    undo: JSON.stringify({ ...written, ...(waits && (row.undo as object)) }),
  };
}

export function newWait() {
  return { first_mails_at: waitEnds, undo: JSON.stringify({ active: 0 }) };
}

/** Returns the columns of an undo. Throws a 409 without one or too late; a 403 for a bound admin who would lose the rule. */
export async function undoOf(tx: TransactionContext, row: Row): Promise<Record<string, unknown>> {
  if (!row.undo) refuse(409, 'There is nothing to undo.');
  if (!(await isWaiting(tx.db, row)))
    refuse(409, 'The first emails are on their way. Pause the rule to stop the others.');
  const undo = row.undo as Record<string, unknown>;
  const { program_id = row.program_id } = undo;
  if (!isGlobal(tx.actor) && program_id !== row.program_id)
    refuse(403, 'Only an admin of all programs can undo this. Pause the rule instead.');
  return undo;
}

/** Asked once the row is held: whoever waited for it may have waited too long. */
async function isWaiting(db: TransactionContext['db'], { first_mails_at }: Row): Promise<boolean> {
  if (first_mails_at === null) return false;
  const { rows } = await sql<{ waits: boolean }>`
    select ${first_mails_at}::timestamptz > provost_now() as waits`.execute(db);
  return must(rows[0], 'comparison with now').waits;
}

const waitEnds = sql<string>`provost_now() + make_interval(mins => ${UNDO_MINUTES})`;
