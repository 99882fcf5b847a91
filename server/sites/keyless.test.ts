/** What has no key is history that is moved in, and nothing else: the database holds it. Specification: Sites, moving in. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeProgram, makeSiteKey } from '../../test/factories.ts';
import { useDatabase } from '../../test/use-database.ts';
import type { Db } from '../db/client.ts';

const database = useDatabase();
const everything = () => database().everything;

/** What becomes of a fact and of an entry of the audit by this key, null for none, in the role of the program's site. */
async function tell(db: Db, program_id: number, key_id: number | null): Promise<string[]> {
  const statements = [
    sql`insert into site_facts (program_id, kind, reference, body, key_id)
      values (${program_id}, 'charge', ${crypto.randomUUID()}, '{}', ${key_id})`,
    sql`insert into audit_entries (admin_id, site_key_id, request_id, program_id, entity, entity_id, action)
      values (null, ${key_id}, 'test', ${program_id}, 'charge', '1', 'create')`,
  ];
  const outcomes: string[] = [];
  for (const statement of statements)
    outcomes.push(
      await statement.execute(db).then(
        () => 'kept',
        ({ code }: { code: string }) => code,
      ),
    );
  return outcomes;
}

const REFUSED = '42501';

test('a site tells by a key of its own; history comes without one', async () => {
  const [program, other] = [(await makeProgram(everything())).id, (await makeProgram(everything())).id];
  const [own, foreign] = [await makeSiteKey(everything(), program), await makeSiteKey(everything(), other)];
  const site = database().forSite(program);
  const imports = database().forSite(program, true);
  expect(await tell(site, program, own.id)).toEqual(['kept', 'kept']);
  expect(await tell(site, program, null)).toEqual([REFUSED, REFUSED]);
  expect(await tell(site, program, foreign.id)).toEqual([REFUSED, REFUSED]);
  expect(await tell(imports, program, null)).toEqual(['kept', 'kept']);
  expect(await tell(imports, program, foreign.id)).toEqual([REFUSED, REFUSED]);
  expect(await tell(imports, other, null)).toEqual([REFUSED, 'kept']);
});

test('that history is moved in is signed with the program: neither says it for the other', async () => {
  const [program, other] = [(await makeProgram(everything())).id, (await makeProgram(everything())).id];
  const said = async (db: Db) => {
    const { rows } = await sql<{ said: string }>`select current_setting('provost.site') as said`.execute(db);
    return rows[0]?.said ?? '';
  };
  const [id = '', signature = ''] = (await said(database().forSite(program))).split('.');
  const [, , moving = ''] = (await said(database().forSite(other, true))).split('.');
  const imports = async (scope: string) => {
    const { rows } = await sql<{ imports: boolean }>`
      with said as materialized (select set_config('provost.site', ${scope}, true))
      select provost_imports() as imports from said`.execute(database().forSite(program));
    return rows[0]?.imports;
  };
  expect(await imports(await said(database().forSite(program, true)))).toBe(true);
  expect(await imports(`${id}.${signature}`)).toBe(false);
  expect(await imports(`${id}.${signature}.${moving}`)).toBe(false);
  expect(await imports(`${id}.${signature}.${signature}`)).toBe(false);
});
