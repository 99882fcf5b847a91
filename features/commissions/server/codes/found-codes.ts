import { sql } from 'kysely';
import { type Context, visibleIn } from '../../../../server/context.ts';
import { matchesWords } from '../../../../server/nouns/list-query.ts';
import type { FoundCode } from '../../referral-codes-contract.ts';
import { CODE, levelName } from '../../rules.ts';

const MOST_FOUND = 20;

/** Finds referral codes in use by their text, those that begin with it first; none for an empty text. */
export async function findCodes(
  { db, actor }: Context,
  { code, program_id }: { code: string; program_id: number },
): Promise<FoundCode[]> {
  if (code === '') return [];
  const { rows } = await sql<Omit<FoundCode, 'level'> & { level: number }>`
    select r.id, coalesce(r.code, '') as code, r.level, r.owner_id,
      coalesce(p.program_display_name, c.class_name, u.first_name || ' ' || u.last_name, '') as owner_name
    from commission_rows r
    left join programs p on r.level = 1 and p.id = r.owner_id
    left join site_users u on r.level = 2 and u.id = r.owner_id
    left join classes c on r.level = 3 and c.id = r.owner_id
    where r.type = ${CODE} and r.replaced_at is null and coalesce(u.del_status, 0) = 0
      and ${visibleIn(actor, 'r.program_id', program_id)} and ${matchesWords('r.code_key', code)}
    order by starts_with(r.code_key, ${code.toLowerCase()}) desc, r.code_key, r.level, r.id
    limit ${MOST_FOUND}`.execute(db);
  return rows.map(({ level, ...row }) => ({ ...row, level: levelName(level) }));
}
