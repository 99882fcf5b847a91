/** Finding a person of the program sites. Specification: Choosers. */
import { sql } from 'kysely';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { matchesWords } from '../../../server/nouns/list-query.ts';

const MOST_USERS = 20;

/** Returns at most 20, first the one whose id was typed; a bound admin searches only the own program. */
export async function searchUsers(
  context: Context,
  { name, program_id }: { name: string; program_id: number },
) {
  const typedId = /^#?(\d{1,9})$/.exec(name)?.[1];
  const byId = typedId ? await found(context, program_id).where('id', '=', Number(typedId)).execute() : [];
  const byWords = await found(context, program_id)
    .where(matchesWords('search', name))
    .orderBy('id')
    .limit(MOST_USERS)
    .execute();
  const others = byWords.filter(({ id }) => id !== byId[0]?.id);
  return { users: [...byId, ...others].slice(0, MOST_USERS) };
}

function found({ actor, db }: Context, asked: number) {
  const program = programOf(actor, asked);
  return db
    .selectFrom('site_users')
    .select('id')
    .select(
      sql<string>`ltrim(concat(btrim(concat(first_name, ' ', last_name)), ' (#', id, ', ', email, ')'))`.as(
        'full_string',
      ),
    )
    .where('del_status', '=', 0)
    .where(visibleTo(actor, 'program_id'))
    .$if(program !== null, (query) => query.where('program_id', '=', program));
}
