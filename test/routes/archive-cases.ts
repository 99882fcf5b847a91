/** Cases of the routes that duplicate, archive and restore a record, for every noun that declares them. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type ArchivedNoun, NOUNS } from '../../features/nouns.ts';
import type { Db } from '../../server/db/client.ts';
import { makeNounRow } from '../rows/noun-rows.ts';
import type { Cell, Stage } from './route-cases.ts';

type State = { active: number; archived: boolean };

/** Returns the cases of the noun's four routes. */
export function archiveCases(noun: ArchivedNoun) {
  const { table } = NOUNS[noun];
  const make = async ({ db, program_id }: { db: Db; program_id: number | null }) =>
    (await makeNounRow(db, noun, program_id)).id;
  const makeArchived = async (of: { db: Db; program_id: number | null }) => {
    const id = await make(of);
    await sql`update ${sql.table(table)} set active = 0, archived_at = provost_now() where id = ${id}`.execute(
      of.db,
    );
    return id;
  };
  const stateOf = async ({ db }: Stage, id: number) => {
    const { rows } = await sql<State>`
      select active, archived_at is not null as archived from ${sql.table(table)} where id = ${id}`.execute(
      db,
    );
    return rows[0];
  };
  const prepare = (maker: typeof make) => async (db: Db, calls: number) => {
    const ids = [];
    for (let call = 0; call < calls; call++) ids.push(await maker({ db, program_id: 1 }));
    return ids;
  };
  return {
    duplicate: {
      refusals: { row: (cell: Cell) => make(cell) },
      success: async (stage: Stage) => ({
        id: await make(stage),
        effect: async ({ id }: { id: number }) =>
          expect(await stateOf(stage, id)).toEqual({ active: 0, archived: false }),
      }),
    },
    archive: {
      refusals: { row: (cell: Cell) => make(cell) },
      fuzz: { prepare: prepare(make) },
      success: async (stage: Stage) => {
        const id = await make(stage);
        return {
          id,
          effect: async () => expect(await stateOf(stage, id)).toEqual({ active: 0, archived: true }),
        };
      },
    },
    many: {
      refusals: {
        row: (cell: Cell) => make(cell),
        body: (_cell: Cell, id: number) => ({ records: [{ id }], archived: true }),
      },
      fuzz: { prepare: prepare(make), usually: { archived: true } },
      success: async (stage: Stage) => {
        const ids = [await make(stage), await make(stage)];
        return {
          body: { records: ids.map((id) => ({ id })), archived: true },
          effect: async () => {
            for (const id of ids) expect(await stateOf(stage, id)).toEqual({ active: 0, archived: true });
          },
        };
      },
    },
    restore: {
      refusals: { row: (cell: Cell) => makeArchived(cell) },
      fuzz: { prepare: prepare(makeArchived) },
      success: async (stage: Stage) => {
        const id = await makeArchived(stage);
        return {
          id,
          effect: async () => expect(await stateOf(stage, id)).toEqual({ active: 0, archived: false }),
        };
      },
    },
  };
}
