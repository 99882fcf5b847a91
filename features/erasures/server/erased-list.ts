/** The list of erased people: kept in the database and beside it, as a backup may be older. Specification: A person's data. */
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { z } from 'zod';
import { asSystem, type Context, transactWithoutTenantScope } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import type { Platform } from '../../../server/platform.ts';

export const LIST_PATH = 'erasures/people.json';

export const erasedPeople = z.array(
  z.object({
    user_id: z.int(),
    /** Moment at which the account was made, which tells it from a later one with its number. */
    made_at: z.iso.datetime(),
    erased_at: z.iso.datetime(),
    erased_by: z.int().nullable(),
  }),
);
export type ErasedPerson = z.infer<typeof erasedPeople>[number];

/** Writes the list to the store; what stands there and not in the database stays. */
export async function keepList(platform: Platform): Promise<void> {
  await transactWithoutTenantScope(asSystem(platform, 'erase-people'), async (tx) => {
    await lock(tx.db, 'list of erased people');
    const people = await readList(tx);
    await platform.files.put(LIST_PATH, Buffer.from(`${JSON.stringify(people, null, 1)}\n`));
  });
}

/** Lists them in the database, of which no role of the server has the right. */
export async function listErased(ownerUrl: string, people: readonly ErasedPerson[]): Promise<void> {
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  try {
    await owner.query(
      `insert into erased_people (user_id, made_at, erased_at, erased_by)
       select user_id, made_at, erased_at, erased_by from json_to_recordset($1)
         as (user_id integer, made_at timestamptz, erased_at timestamptz, erased_by integer)
       on conflict (user_id, made_at) do nothing`,
      [JSON.stringify(people)],
    );
  } finally {
    await owner.end();
  }
}

/** The list of the database and of the store, and of more where there is any, in one. */
export async function readList(
  { db, platform }: Context,
  more: readonly ErasedPerson[] = [],
): Promise<ErasedPerson[]> {
  const here = await db.selectFrom('erased_people').selectAll().execute();
  const stored = await platform.files.get(LIST_PATH);
  const known = stored === null ? [] : erasedPeople.parse(await json(stored));
  const all = new Map<string, ErasedPerson>();
  for (const one of [...more, ...known, ...here]) all.set(`${one.user_id} ${Date.parse(one.made_at)}`, one);
  return [...all.values()].toSorted(
    (a, b) => a.erased_at.localeCompare(b.erased_at) || a.user_id - b.user_id,
  );
}
