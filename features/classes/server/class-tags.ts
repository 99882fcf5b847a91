import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { refuse, refuseField } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { changing, type Held, type Noun } from '../../../server/nouns/changing.ts';
import { CLASS, SOLD_CLASS } from './class-noun.ts';

type Tagging = { id: number; program_id: number; tags: readonly number[]; updated_at?: string | undefined };

/** Replaces the tags of a class in one program. 403 for a foreign program, 400 where the class is not sold there or a tag is another's, 404 and 409 as any save. */
export function saveClassTags(context: Context, save: Tagging) {
  return transact(context, async (tx) => {
    const { id, program_id } = save;
    const { actor } = tx;
    const class_ = await SOLD_CLASS.lockRow(tx, id);
    if (class_ && !isGlobal(actor) && actor.program_id !== program_id)
      refuse(403, 'This is not your program');
    const isHome = isGlobal(actor) || class_?.program_id === program_id;
    const noun: Noun<Held> = isHome ? CLASS : linkTo(program_id);
    const { tags, updated_at } = await changing(tx, noun, save, 'tags', async ({ db }, row) => {
      const link = await linkTo(program_id).lockRow(tx, id);
      if (!link) refuseField('program_id', 'This class is not sold in this program');
      const kept = await tagsIn(db, { class_id: id, program_id });
      const wanted = [...new Set(save.tags)].toSorted((a, b) => a - b);
      await checkTags(tx, [{ program_id, tags: save.tags, path: 'tags', kept }]);
      await writeTags(db, { class_id: id, program_id }, wanted);
      if (isHome && kept.join() !== wanted.join()) await linkTo(program_id).touchRow(tx, id, row, {});
      const place = { program_id };
      return { before: { ...place, tags: kept }, after: { ...place, tags: wanted }, program_id };
    });
    return { tags, updated_at };
  });
}

type Checked = {
  program_id: number;
  tags: readonly number[];
  kept: readonly number[];
  path: string;
};

/** 400 at the tag that is not the program's, or is switched off. */
export async function checkTags({ db }: TransactionContext, links: readonly Checked[]): Promise<void> {
  const ids = links.flatMap(({ tags }) => tags);
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number; program_id: number; active: number }>`
    select id, program_id, active from program_tags where id = any (${ids}::integer[])`.execute(db);
  for (const { program_id, tags, kept, path } of links) {
    const fits = (tag: number) =>
      kept.includes(tag) ||
      rows.some((row) => row.id === tag && row.program_id === program_id && row.active === 1);
    const stranger = tags.findIndex((tag) => !fits(tag));
    if (stranger >= 0) refuseField(`${path}.${stranger}`, `This program has no tag ${tags[stranger]}`);
  }
}

type Place = { class_id: number; program_id: number };

export async function writeTags(
  db: Db,
  { class_id, program_id }: Place,
  tags: readonly number[],
): Promise<void> {
  await sql`delete from class_program_tags where class_id = ${class_id} and program_id = ${program_id}
    and tag_id <> all (${tags}::integer[])`.execute(db);
  await sql`insert into class_program_tags (class_id, program_id, tag_id)
    select ${class_id}::integer, ${program_id}::integer, unnest(${tags}::integer[]) on conflict do nothing`.execute(
    db,
  );
}

async function tagsIn(db: Db, { class_id, program_id }: Place): Promise<number[]> {
  const { rows } = await sql<{ tag_id: number }>`select tag_id from class_program_tags
    where class_id = ${class_id} and program_id = ${program_id} order by 1`.execute(db);
  return rows.map(({ tag_id }) => tag_id);
}

/** A class in one program, by the id of the class: what is saved there leaves the class itself as it is. */
function linkTo(program_id: number): Noun<Held> {
  return {
    entity: CLASS.entity,
    async lockRow({ db }, id) {
      const { rows } = await sql<Held>`
        select l.program_id, l.updated_at, admin_email(l.updated_by) as changed_by from class_programs l
        where l.class_id = ${id} and l.program_id = ${program_id} for no key update of l`.execute(db);
      return rows[0];
    },
    async touchRow({ db, actor }, id) {
      const { rows } = await sql<{ updated_at: string }>`
        update class_programs set updated_by = ${actor.admin_id || null}
        where class_id = ${id} and program_id = ${program_id} returning updated_at`.execute(db);
      return must(rows[0], 'link that is locked').updated_at;
    },
  };
}
