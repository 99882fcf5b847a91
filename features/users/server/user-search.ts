import { sql } from 'kysely';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import { matchesWords } from '../../../server/nouns/list-query.ts';

const MOST_USERS = 20;

type Search = {
  name: string;
  /** 0: any. */
  program_id: number;
  /** 1: who may teach a class, 0: who may not. */
  teaches?: '' | '0' | '1';
};

/** Returns at most 20, first the one whose id was typed; a bound admin searches only the own program. */
export async function searchUsers(context: Context, search: Search) {
  const { name } = search;
  const typedId = /^#?(\d{1,9})$/.exec(name)?.[1];
  const byId = typedId ? await found(context, search).where('id', '=', Number(typedId)).execute() : [];
  const byWords = await found(context, search)
    .where(matchesWords('search', name))
    .orderBy('id')
    .limit(MOST_USERS)
    .execute();
  const others = byWords.filter(({ id }) => id !== byId[0]?.id);
  return { users: [...byId, ...others].slice(0, MOST_USERS) };
}

function found({ actor, db }: Context, { program_id, teaches = '' }: Search) {
  const program = programOf(actor, program_id);
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
    .$if(program !== null, (query) => query.where('program_id', '=', program))
    .$if(teaches === '1', (query) => query.where('user_type', '<>', 'S'))
    .$if(teaches === '0', (query) => query.where('user_type', '=', 'S'));
}
