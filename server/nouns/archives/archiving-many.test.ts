/** Many records archived or restored in one call, for every noun that declares it. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ARCHIVED_NOUNS, NOUNS } from '../../../features/nouns.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { makeNounRow } from '../../../test/rows/noun-rows.ts';

type State = { id: number; active: 0 | 1; archived: boolean; updated_at: string };

const app = useTestApp();
const db = () => app().platform.database.everything;
let own: number;
let superadmin: Call;
let bound: Call;

beforeAll(async () => {
  own = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['content', 'events', 'store'], program_id: own });
});

describe.each(ARCHIVED_NOUNS)('%s', (noun) => {
  const { table, archives } = NOUNS[noun];
  const path = `${archives.replace('/{id}', '')}s/archived`;
  const make = async (program_id: number | null = own) => (await makeNounRow(db(), noun, program_id)).id;
  const states = async (ids: readonly number[]) =>
    (
      await sql<State>`select id, active, archived_at is not null as archived, updated_at from ${sql.table(table)}
        where id = any (${ids}::integer[]) order by id`.execute(db())
    ).rows;
  const saves = async (ids: readonly number[]) =>
    (await states(ids)).map(({ id, updated_at }) => ({ id, updated_at }));

  test('all are archived, and the undo brings each back as it was', async () => {
    const ids = [await make(), await make(), await make()];
    await sql`update ${sql.table(table)} set active = 0 where id = ${ids[1]}`.execute(db());
    const before = await states(ids);
    const archived = await bound('POST', path, { records: await saves(ids), archived: true });
    expect(archived.status).toBe(200);
    expect(archived.body.records).toMatchObject(ids.map((id) => ({ id, active: 0, archived: true })));
    const undone = await bound('POST', path, {
      records: archived.body.records.map(({ id, updated_at }: State, at: number) => ({
        id,
        updated_at,
        // Whom it writes to must be resumed by hand.
        ...(noun !== 'email_rule' && { active: before[at]?.active }),
      })),
      archived: false,
    });
    expect(undone.status).toBe(200);
    const after = before.map(({ id, active }) => ({
      id,
      active: noun === 'email_rule' ? 0 : active,
      archived: false,
    }));
    expect(await states(ids)).toMatchObject(after);
  });

  test('all or none: one that was saved since, one of another program, one that is not there', async () => {
    const [first, second] = [await make(), await make()];
    const shown = await saves([first, second]);
    await sql`update ${sql.table(table)} set updated_at = updated_at + interval '1 second' where id = ${second}`.execute(
      db(),
    );
    const before = await states([first, second]);
    const late = await bound('POST', path, { records: shown, archived: true });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(new RegExp(`^#${second}: `));
    const foreign = await make((await makeProgram(db())).id);
    for (const id of [foreign, 999_999_999])
      expect((await bound('POST', path, { records: [{ id: first }, { id }], archived: true })).status).toBe(
        404,
      );
    expect(await states([first, second])).toEqual(before);
  });

  test('a record twice, none and too many are refused by the field', async () => {
    const id = await make();
    for (const records of [[{ id }, { id }], [], Array.from({ length: 101 }, (_, n) => ({ id: n + 1 }))]) {
      const { status, body } = await superadmin('POST', path, { records, archived: true });
      expect(status).toBe(400);
      expect(body.errors[0].path).toBe('records');
    }
  });

  test('two at once, in whatever order they name them: one wins, and nobody waits for ever', async () => {
    const ids = [await make(), await make(), await make(), await make()];
    const records = await saves(ids);
    const answers = await Promise.all([
      superadmin('POST', path, { records, archived: true }),
      superadmin('POST', path, { records: records.toReversed(), archived: true }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});
