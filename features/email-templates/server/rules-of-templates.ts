/** Rules by the template that their emails are made from. Specification: Email rules. */
import { sql } from 'kysely';
import { type Context, visibleTo } from '../../../server/context.ts';
import type { RuleOfTemplate } from '../contract.ts';

/** Returns the rules the caller sees that write to users of this program, by name, without archived ones; of global templates (null) those of all. */
export async function rulesOfTemplates(
  { db, actor }: Context,
  program_id: number | null,
): Promise<(RuleOfTemplate & { template: string })[]> {
  const { rows } = await sql<RuleOfTemplate & { template: string }>`
    select e.id, e.name, e.active, e.template from email_rules e
    where e.archived_at is null and ${visibleTo(actor, 'e.program_id')}
      and (${program_id}::integer is null or e.program_id is null or e.program_id = ${program_id})
    order by lower(e.name), e.id`.execute(db);
  return rows;
}

export function rulesOf(
  rules: readonly (RuleOfTemplate & { template: string })[],
  template: string,
): RuleOfTemplate[] {
  return rules
    .filter((rule) => rule.template === template)
    .map(({ id, name, active }) => ({ id, name, active }));
}
