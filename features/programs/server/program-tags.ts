import { sql } from 'kysely';
import type { z } from 'zod';
import { refuseField } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { changing } from '../../../server/nouns/changing.ts';
import type { ProgramTag, programTags } from '../program-schemas.ts';
import { PROGRAM } from './program-noun.ts';

type GivenTag = z.output<typeof programTags>['tags'][number];
type Save = { id: number; tags: readonly GivenTag[]; updated_at?: string | undefined };

/** The tags of a program in the order in which they were made, with how many classes bear each. */
export async function tagsOf(db: Db, program_id: number): Promise<ProgramTag[]> {
  const { rows } = await sql<ProgramTag>`
    select t.id, t.name, t.active, t.is_customer_tag,
      (select count(*) from class_program_tags c where c.tag_id = t.id) as classes
    from program_tags t where t.program_id = ${program_id} order by t.id`.execute(db);
  return rows;
}

/** Replaces a program's tags; two may swap names. 400 for leaving out one in use, leaving none, a name twice, a foreign id. 404 and 409 as any save. */
export function saveTags(context: Context, { tags, ...save }: Save) {
  return changing(context, PROGRAM, save, 'tags', async ({ db }, { id }) => {
    const before = await tagsOf(db, id);
    refuseIds(before, tags);
    await refuseNames(db, tags);
    const gone = before.filter((tag) => !tags.some((given) => given.id === tag.id));
    refuseRemovals(gone, tags);
    await write(db, id, tags, gone);
    return { before: { tags: before }, after: { tags: await tagsOf(db, id) } };
  });
}

function refuseIds(before: readonly ProgramTag[], tags: readonly GivenTag[]): void {
  for (const [index, { id }] of tags.entries()) {
    if (!id) continue;
    const path = `tags.${index}.id`;
    if (!before.some((tag) => tag.id === id)) refuseField(path, `There is no tag ${id}`);
    if (tags.slice(0, index).some((earlier) => earlier.id === id))
      refuseField(path, `Tag ${id} is listed twice`);
  }
}

async function refuseNames(db: Db, tags: readonly GivenTag[]): Promise<void> {
  const { rows } = await sql<{ at: number }>`
    select at::int from (
      select at, row_number() over (partition by lower(btrim(name)) order by at) as nth
      from unnest(${tags.map(({ name }) => name)}::text[]) with ordinality given (name, at)) numbered
    where nth > 1 order by at limit 1`.execute(db);
  const index = (rows[0]?.at ?? 0) - 1;
  if (index >= 0) refuseField(`tags.${index}.name`, `A tag “${tags[index]?.name}” already exists`);
}

function refuseRemovals(gone: readonly ProgramTag[], tags: readonly GivenTag[]): void {
  if (gone.length > 0 && tags.length === 0) refuseField('tags', 'At least one tag stays');
  const used = gone.find(({ classes }) => classes > 0);
  if (!used) return;
  const many = `${used.classes} ${used.classes === 1 ? 'class uses' : 'classes use'}`;
  refuseField('tags', `${many} the tag “${used.name}”. Deactivate the tag instead of removing it`);
}

async function write(
  db: Db,
  program_id: number,
  tags: readonly GivenTag[],
  gone: readonly ProgramTag[],
): Promise<void> {
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id);
    await db.deleteFrom('program_tags').where('program_id', '=', program_id).where('id', 'in', ids).execute();
  }
  const known = JSON.stringify(tags.filter(({ id }) => id).map(rowOf));
  // All in one statement: between two, a name that is handed on would stand twice.
  await sql`update program_tags t set name = g.name, active = g.active, is_customer_tag = g.is_customer_tag
    from json_to_recordset(${known}::json) g (id int, name text, active smallint, is_customer_tag smallint)
    where t.id = g.id and t.program_id = ${program_id}`.execute(db);
  const added = tags.filter(({ id }) => !id).map((tag) => ({ ...rowOf(tag), id: undefined, program_id }));
  if (added.length > 0) await db.insertInto('program_tags').values(added).execute();
}

function rowOf({ id, name, active, is_customer_tag }: GivenTag) {
  return { id, name, active: Number(active), is_customer_tag: Number(is_customer_tag) };
}
