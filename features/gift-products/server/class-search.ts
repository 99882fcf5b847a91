import { sql } from 'kysely';
import type { Context } from '../../../server/context.ts';
import { matchesWordsOrId } from '../../../server/nouns/list-query.ts';
import { shownTo } from '../../classes/server/class-noun.ts';

const CLASSES_LIMIT = 20;

/** The one of this id first, then those whose names begin so. */
export async function searchClasses(
  { db, actor }: Context,
  { name }: { name: string },
): Promise<{ classes: { id: number; class_name: string; is_bundle: boolean }[] }> {
  const { rows } = await sql<{ id: number; class_name: string; is_bundle: boolean }>`
    select c.id, c.class_name, c.is_bundle from classes c
    where c.del_flag = 0 and ${shownTo(actor)} and ${matchesWordsOrId('c.name_search', 'c.id', name)}
    order by c.id::text = ${name.replace('#', '')} desc, starts_with(c.name_search, ${name.toLowerCase()}) desc, c.class_name, c.id
    limit ${CLASSES_LIMIT}`.execute(db);
  return { classes: rows };
}
