/** The one compiler of conditions: who is reached, tested and written to are found by it. Specification: Email rules. */
import { type RawBuilder, sql } from 'kysely';
import type { Operand, Operator, Tree } from '../condition-tree.ts';
import { type FieldName, KIND_OF } from '../rules.ts';

/**
 * The condition over `site_users u` with every constant as a parameter. A user without the date that is asked about
 * matches neither way, as nothing of it is ever negated.
 */
export function compile(tree: Tree): RawBuilder<boolean> {
  if ('all' in tree) return joined(tree.all, sql` and `);
  if ('any' in tree) return joined(tree.any, sql` or `);
  const { field, operator, operand } = tree;
  return sql<boolean>`${COLUMNS[field]} ${OPERATORS[operator]} ${valueOf(field, operand)}`;
}

function joined(trees: readonly Tree[], by: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(trees.map(compile), by)})`;
}

function valueOf(field: FieldName, operand: Operand): RawBuilder<unknown> {
  if ('days_ago' in operand) return sql`provost_now() - make_interval(days => ${operand.days_ago}::integer)`;
  if ('moment' in operand) return sql`${operand.moment}::timestamptz`;
  if ('text' in operand) return sql`${operand.text}::char(1)`;
  // The ledger counts hundredths; a finer number lies between two of them.
  return KIND_OF[field] === 'coins' ? sql`${operand.number}::numeric * 100` : sql`${operand.number}::numeric`;
}

const COLUMNS: Readonly<Record<FieldName, RawBuilder<unknown>>> = {
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
