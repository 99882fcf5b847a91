import { sql } from 'kysely';
import { type Context, programOf } from '../../../../server/context.ts';
import { matchesWordsOrId } from '../../../../server/nouns/list-query.ts';
import type { SEARCHED } from '../contract.ts';

const MOST_FOUND = 20;

type SoldQuery = { program_id: number; type: (typeof SEARCHED)[number]; name: string };
type Found = { id: number; name: string };

/** Returns at most 20, first the one whose id was typed; a bound admin searches only the own program. */
export async function searchSold(context: Context, asked: SoldQuery): Promise<{ found: Found[] }> {
  const program = programOf(context.actor, asked.program_id);
  const { name, type } = asked;
  const from =
    type === 'event'
      ? sql`select e.id, e.name, e.name_search from events e
          where e.program_id = ${program} or exists (select from event_programs p where p.event_id = e.id and p.program_id = ${program})`
      : sql`select c.id, c.class_name as name, c.name_search from classes c
          join class_programs l on l.class_id = c.id and l.program_id = ${program} and l.active = 1
          where c.del_flag = 0 and c.is_bundle = ${type === 'bundle'}`;
  const { rows } = await sql<Found>`
    select s.id, s.name from (${from}) s where ${matchesWordsOrId('s.name_search', 's.id', name)}
    order by s.id::text = ${name.replace('#', '')} desc, starts_with(s.name_search, ${name.toLowerCase()}) desc, s.name, s.id
    limit ${MOST_FOUND}`.execute(context.db);
  return { found: rows };
}
