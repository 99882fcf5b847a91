/** Statements of a payee's month. Specification: Sites, statements. */
import { notFoundAt } from '../../../../core/errors.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import type { EarnedLine } from '../contract.ts';
import { earningsOf, earningsOfMonth } from './site-earnings.ts';

/** A month of one payee; lines are in the order of their ids, sums by currency as the earnings of the month. */
export type Statement = {
  program: string;
  payee: string;
  /** `2026-11`, in UTC. */
  month: string;
  lines: EarnedLine[];
  sums: Awaited<ReturnType<typeof earningsOf>>['earnings'];
};

/** Returns a month, without lines where nothing was sold. 404 for a student. */
export async function readStatement(
  context: SiteCall,
  { id, month }: { id: number; month: string },
): Promise<Statement> {
  const { lines } = await earningsOfMonth(context, { id, month });
  const { earnings } = await earningsOf(context, id);
  const sums = earnings.filter((sum) => sum.month === month);
  return { ...(await readNames(context, id)), month, lines, sums };
}

async function readNames({ db, site }: SiteCall, id: number): Promise<{ program: string; payee: string }> {
  const named = await db
    .selectFrom('site_users as u')
    .innerJoin('programs as p', (join) => join.on('p.id', '=', site.program_id))
    .select(['p.program_display_name as program', 'u.first_name', 'u.last_name', 'u.email'])
    .where('u.id', '=', id)
    .executeTakeFirst();
  if (!named) notFoundAt('id');
  const { program, first_name, last_name, email } = named;
  return { program, payee: `${first_name} ${last_name}`.trim() || email };
}
