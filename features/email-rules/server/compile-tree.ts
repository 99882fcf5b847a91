/** The one compiler of conditions: who is reached, tested and written to are found by it. Specification: Email rules. */
import { type RawBuilder, sql } from 'kysely';
import { type ColumnField, kindOf } from '../conditions/fields.ts';
import type { Operand, Operator, Tree } from '../conditions/tree.ts';
import { compileItem } from './compile-item.ts';

/**
 * The condition over `site_users u` with every constant as a parameter, for a rule of `program_id` (0: of every program).
 * A user without what is asked about, such as a date, matches neither way; nothing but what excludes is negated, and whom
 * that cannot be said of stays.
 */
export function compile(tree: Tree, program_id: number): RawBuilder<boolean> {
  if ('all' in tree) return joined(tree.all, sql` and `, program_id);
  if ('any' in tree) return joined(tree.any, sql` or `, program_id);
  if ('not' in tree) return sql<boolean>`(${compile(tree.not, program_id)}) is not true`;
  if ('item' in tree) return compileItem(tree.item, program_id);
  const { field, operator, operand } = tree;
  return sql<boolean>`${COLUMNS[field]} ${OPERATORS[operator]} ${valueOf(field, operand)}`;
}

function joined(trees: readonly Tree[], by: RawBuilder<unknown>, program_id: number): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    trees.map((tree) => compile(tree, program_id)),
    by,
  )})`;
}

function valueOf(field: ColumnField, operand: Operand): RawBuilder<unknown> {
  if ('days_ago' in operand) return sql`provost_now() - make_interval(days => ${operand.days_ago}::integer)`;
  if ('moment' in operand) return sql`${operand.moment}::timestamptz`;
  if ('text' in operand) return sql`${operand.text}::char(1)`;
  // The ledger counts hundredths; a finer number lies between two of them.
  return kindOf(field) === 'coins' ? sql`${operand.number}::numeric * 100` : sql`${operand.number}::numeric`;
}

const COLUMNS: Readonly<Record<ColumnField, RawBuilder<unknown>>> = {
  // A moment first and a number last: `check:sql` tries the first with the first way of valueOf, and the last with the last.
  dateadded: sql`u.dateadded`,
  membership_at: sql`u.membership_at`,
  user_type: sql`u.user_type`,
  membership: sql`u.membership`,
  lilt_balance: sql`u.lilt_balance`,
  lilt_total: sql`u.lilt_total`,
};

const OPERATORS: Readonly<Record<Operator, RawBuilder<unknown>>> = {
  '=': sql`=`,
  '<>': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
};
