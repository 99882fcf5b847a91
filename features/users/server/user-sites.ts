import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { changing, type Held } from '../../../server/nouns/changing.ts';
import { checkPrograms, linkedPrograms } from './check-programs.ts';
import { SITE_USER } from './site-user-noun.ts';

type Save = { id: number; programs: readonly number[]; updated_at?: string | undefined };

/** Returns the explicit sites, and separately the home program, first, with those that come with it. 404 for an invisible user. */
export async function readUserSites(context: Context, id: number) {
  const row = (await SITE_USER.read(context, id)) ?? notFound();
  const { db } = context;
  return {
    sites: await sitesOf(db, id),
    default_programs: await defaultsOf(db, row),
    updated_at: row.updated_at,
  };
}

/** Replaces those set by hand; home and what goes with it need not be among them. 400 for a program that is not there, 404 and 409 as any save. */
export async function saveUserSites(context: Context, { id, programs, updated_at }: Save) {
  const save = { id, updated_at };
  await changing(context, SITE_USER, save, 'sites', async ({ db }, row) => {
    const always = await defaultsOf(db, row);
    const sites = programs.filter((program) => !always.includes(program));
    const before = await sitesOf(db, id);
    await checkPrograms(db, programs, [...before, ...always]);
    await sql`delete from site_user_sites where user_id = ${id} and program_id <> all (${sites}::integer[])`.execute(
      db,
    );
    await sql`insert into site_user_sites (user_id, program_id)
      select ${id}, unnest(${sites}::integer[]) on conflict do nothing`.execute(db);
    return { before: { sites: before }, after: { sites: await sitesOf(db, id) } };
  });
  return readUserSites(context, id);
}

const sitesOf = (db: Db, id: number) => linkedPrograms(db, 'site_user_sites', id);

async function defaultsOf(db: Db, { program_id }: Held): Promise<number[]> {
  if (program_id === null) return [];
  const rows = await db
    .selectFrom('program_defaults')
    .select('default_program_id')
    .where('program_id', '=', program_id)
    .orderBy('default_program_id')
    .execute();
  return [program_id, ...rows.map(({ default_program_id }) => default_program_id)];
}
