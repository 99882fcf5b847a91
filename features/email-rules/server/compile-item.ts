import { type RawBuilder, sql } from 'kysely';
import { minorOf } from '../../../core/money.ts';
import { writtenCountries } from '../conditions/countries.ts';
import type { ColumnField, FieldName } from '../conditions/fields.ts';
import type { RuleItem } from '../conditions/items.ts';
import { OPERATORS } from '../conditions/tree.ts';

/** A condition about things of program `program_id`; of every program where it is 0. */
type Compiled = (item: RuleItem, program_id: number) => RawBuilder<boolean>;

/** Compiles one condition. What a user bought and is enrolled in is of the rule's program alone, as its staff may read: a preview counts as the run. */
export function compileItem(item: RuleItem, program_id: number): RawBuilder<boolean> {
  return COMPILED[item.field_name as Exclude<FieldName, ColumnField>](item, program_id);
}

const COMPILED: Readonly<Record<Exclude<FieldName, ColumnField>, Compiled>> = {
  bought: (item, program_id) =>
    happened(
      item,
      (since) =>
        sql<boolean>`exists (select from charges c where ${purchases(program_id)} and ${since(sql`c.created_at`)})`,
    ),
  bought_count: ({ condition, value }, program_id) =>
    sql<boolean>`(select count(*) from charges c where ${purchases(program_id)}) ${operatorOf(condition)} ${value}::bigint`,
  bought_amount: ({ condition, value, currency = 'USD' }, program_id) =>
    sql<boolean>`(select coalesce(sum(c.amount - c.refunded), 0) from charges c
      where ${purchases(program_id)} and c.currency = ${currency}) ${operatorOf(condition)} ${minorOf(Number(value), currency)}::bigint`,
  bought_class: (item, program_id) =>
    among(
      item,
      (ids) => sql<boolean>`exists (select from charges c where ${purchases(program_id)}
      and (c.class_id = any(${ids}::integer[])
        or exists (select from charge_parts b where ${parts(program_id)} and b.class_id = any(${ids}::integer[]))))`,
    ),
  bought_category: (item, program_id) =>
    among(
      item,
      (ids) => sql<boolean>`exists (select from charges c where ${purchases(program_id)}
      and (exists (select from classes k where k.id = c.class_id and ${inCategories(ids)})
        or exists (select from charge_parts b join classes k on k.id = b.class_id
          where ${parts(program_id)} and ${shownClasses(program_id)} and ${inCategories(ids)})))`,
    ),
  enrolled_class: (item, program_id) =>
    among(
      item,
      (ids) => sql<boolean>`exists (select from class_users e join classes k on k.id = e.class_id
      where ${enrolments(program_id)} and e.class_id = any(${ids}::integer[]))`,
    ),
  enrolled_category: (item, program_id) =>
    among(
      item,
      (ids) => sql<boolean>`exists (select from class_users e join classes k on k.id = e.class_id
      where ${enrolments(program_id)} and ${inCategories(ids)})`,
    ),
  // Whose country nobody knows lives neither in one of them nor elsewhere.
  country: (item) =>
    among(
      item,
      (codes) =>
        sql<boolean>`delivery_country(u.lilt_delivery) = any(${writtenCountries(codes as string[])}::text[])`,
    ),
  language: (item) => among(item, (locales) => sql<boolean>`u.locale = any(${locales}::text[])`),
  program: (item) => among(item, (ids) => sql<boolean>`u.program_id = any(${ids}::integer[])`),
  last_seen: (item) =>
    happened(
      item,
      (since) =>
        sql<boolean>`exists (select from seen_users w where w.user_id = u.id and ${since(sql`w.last_seen_at`)})`,
    ),
};

function purchases(program_id: number): RawBuilder<boolean> {
  return sql<boolean>`c.student_id = u.id and (c.refunded < c.amount or c.amount = 0) and ${ofProgram(sql`c.program_id`, program_id)}`;
}

function parts(program_id: number): RawBuilder<boolean> {
  return sql<boolean>`b.charge_id = c.id and (b.refunded < b.amount or b.amount = 0)
    and ${ofProgram(sql`b.scope_program_id`, program_id)}`;
}

function enrolments(program_id: number): RawBuilder<boolean> {
  return sql<boolean>`e.user_id = u.id and e.enrol_status = 0 and e.cancel_after_refund = 0 and ${shownClasses(program_id)}`;
}

function shownClasses(program_id: number): RawBuilder<boolean> {
  if (program_id === 0) return sql<boolean>`true`;
  return sql<boolean>`(k.program_id = ${program_id}
    or exists (select from class_programs l where l.class_id = k.id and l.program_id = ${program_id}))`;
}

function inCategories(ids: RuleItem['value']): RawBuilder<boolean> {
  return sql<boolean>`(k.category = any(${ids}::integer[]) or k.sub_category = any(${ids}::integer[]))`;
}

function ofProgram(column: RawBuilder<unknown>, program_id: number): RawBuilder<boolean> {
  return program_id === 0 ? sql<boolean>`true` : sql<boolean>`${column} = ${program_id}`;
}

/** Condition that something is there at all, or since so many days; `exists` takes what its moments have to be. */
function happened(
  { condition, value }: RuleItem,
  exists: (since: (moment: RawBuilder<unknown>) => RawBuilder<boolean>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const any = condition === 'never' || condition === 'ever';
  const found = exists((moment) =>
    any
      ? sql<boolean>`true`
      : sql<boolean>`${moment} > provost_now() - make_interval(days => ${value}::integer)`,
  );
  return condition === 'never' || condition === 'not_in_last_days' ? sql<boolean>`not ${found}` : found;
}

function among(
  { condition, value }: RuleItem,
  isAmong: (listed: RuleItem['value']) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  return condition === 'none_of' ? sql<boolean>`not ${isAmong(value)}` : isAmong(value);
}

function operatorOf(condition: RuleItem['condition']): RawBuilder<unknown> {
  return COMPARED[OPERATORS[condition as keyof typeof OPERATORS]];
}

const COMPARED = { '=': sql`=`, '<>': sql`<>`, '>': sql`>`, '<': sql`<` } as const;
