import { type Expression, type SqlBool, sql } from 'kysely';
import type { Source } from '../../../core/sites/sources.ts';
import { type Context, visibleIn } from '../../../server/context.ts';
import { type Conditions, inDates, matchesWordsOrId } from '../../../server/nouns/list-query.ts';
import { TO_RETURN } from '../refunds/server/refunds-by-hand.ts';
import { IN_TROUBLE } from '../refunds/server/refunds-in-trouble.ts';

export type TransactionFilter = {
  id?: number | undefined;
  class_name: string;
  instructor_name: string;
  student_name: string;
  program_id: number;
  dates: string;
  currency: string;
  source: '' | Source;
  in_trouble: '' | '0' | '1';
  to_return: '' | '0' | '1';
};

export function chargesMatching(
  { actor }: Pick<Context, 'actor'>,
  {
    id,
    class_name,
    instructor_name,
    student_name,
    program_id,
    dates,
    currency,
    source,
    in_trouble,
    to_return,
  }: TransactionFilter,
): Conditions {
  return [
    visibleIn(actor, 'c.program_id', program_id),
    ...some(id !== undefined, sql`c.id = ${id}`),
    ...some(
      class_name !== '',
      sql`c.class_id in (select k.id from classes k where ${matchesWordsOrId('k.name_search', 'k.id', class_name)})`,
    ),
    ...some(instructor_name !== '', sql`c.instructor_id in (${peopleCalled(instructor_name)})`),
    ...some(student_name !== '', sql`c.student_id in (${peopleCalled(student_name)})`),
    ...some(dates !== '', inDates('c.created_at', dates)),
    ...some(currency !== '', sql`c.currency = ${currency}`),
    ...some(source !== '', sql`c.source = ${source}`),
    ...some(in_trouble === '1', IN_TROUBLE),
    ...some(to_return === '1', TO_RETURN),
  ];
}

function some(isAsked: boolean, condition: Expression<SqlBool>): Expression<SqlBool>[] {
  return isAsked ? [condition] : [];
}

function peopleCalled(name: string) {
  return sql`select u.id from site_users u where ${matchesWordsOrId('u.name_search', 'u.id', name)}`;
}
