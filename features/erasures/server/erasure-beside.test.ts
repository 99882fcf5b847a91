/** Imports at the moment of an erasure: one is first, and nobody is made again from a file that names them. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { csvForm } from '../../../test/csv-files.ts';
import { makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makeImport } from '../../../test/rows/imports.ts';
import { placesOf } from '../../../test/rows/person-everywhere.ts';
import { until } from '../../../test/until.ts';
import { runImports } from '../../imports/server/runs.ts';
import { eraseDue } from './erase.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let made = 0;

/** A person, and an import of a file with them that has been checked. */
async function prepared() {
  const call = await app().as({ permissions: ['superadmin'] });
  made += 1;
  const names = { first_name: `Quirina${made}`, last_name: `Vexlomar${made}` };
  const person = await makeSiteUser(db(), { ...names, email: `quirina.${made}@vexlomar.example` });
  const imported = async (text: string) => {
    const { status, body } = await call(
      'POST',
      'users-import',
      csvForm(text, { dry_run: '1', import_create: '1' }),
    );
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const { id } = body.import;
    await until(async () => expect(await stateOf(id)).toBe('ready'));
    return id as number;
  };
  const id = await imported(`email,first_name,last_name\n${person.email},Quirina${made},Vexlomar${made}\n`);
  return { call, person, id, imported };
}

async function stateOf(id: number): Promise<string> {
  const row = db().selectFrom('imports').select('state').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).state;
}

async function finish(): Promise<void> {
  await until(async () => {
    await eraseDue(app().platform);
    await runImports(app().platform);
    const erasures = await db().selectFrom('erasures').select('id').where('state', '=', 'running').execute();
    const imports = await db()
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', ['checking', 'running'])
      .execute();
    expect([erasures, imports]).toEqual([[], []]);
  });
}

test('an import that is begun while an erasure begins waits for it, and then has no file', async () => {
  const { call, person, id } = await prepared();
  const needles = JSON.stringify({ addresses: [person.email], alone: [], beside: [], pictures: [] });
  const beginning = new pg.Client(app().urls.global);
  await beginning.connect();
  await beginning.query('begin');
  const { rows } = await beginning.query('select ask_erasure($1, $2) as asked', [person.id, call.admin_id]);
  await beginning.query(`select begin_erasure($1, $2, $3, '', 'test')`, [
    rows[0].asked,
    call.admin_id,
    needles,
  ]);
  const running = call('POST', `users-import/${id}/run`);
  // Until it waits for who begins.
  await until(async () => {
    const waits = await beginning.query(`select from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and l.locktype = 'advisory' and d.datname = current_database()`);
    expect(waits.rows).toHaveLength(1);
  });
  await beginning.query('commit');
  await beginning.end();
  await running;
  expect(await stateOf(id)).toBe('running');
  await finish();
  const row = db().selectFrom('imports').select(['state', 'reason', 'created']).where('id', '=', id);
  expect(await row.executeTakeFirst()).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('erased'),
    created: 0,
  });
  expect(await placesOf(app(), [person.email])).toEqual([]);
});

test('of an import and an erasure at once, one is first, and nothing is left half', async () => {
  for (let round = 0; round < 4; round++) {
    const { call, person, id } = await prepared();
    const calls = [
      () => call('POST', `user/${person.id}/erasure`, { email: person.email }),
      () => call('POST', `users-import/${id}/run`),
    ];
    const [erasure] = await Promise.all(calls.map((one) => one()));
    expect([200, 409]).toContain(erasure?.status);
    await finish();
    const places = await placesOf(app(), [person.email]);
    expect(places.length === 0).toBe(erasure?.status === 200);
  }
});

test('a file that is taken in while an erasure begins goes as well', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const [first_name, last_name] = ['Quirina', 'Vexlomar-Late'];
  const person = await makeSiteUser(db(), { first_name, last_name, email: 'quirina.late@vexlomar.example' });
  const { files } = app().platform;
  const file_path = 'user-imports/late.csv';
  const { promise: taking, resolve: taken } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
  const taker = db()
    .transaction()
    .execute(async (tx) => {
      await files.put(file_path, Buffer.from(`email\n${person.email}\n`));
      await makeImport(tx, { kind: 'users', mapping: { email: 'email' }, state: 'ready', file_path });
      taken();
      await goOn;
    });
  await taking;
  expect((await call('POST', `user/${person.id}/erasure`, { email: person.email })).status).toBe(200);
  // It has looked through the files that it knows of, and waits.
  await eraseDue(app().platform);
  expect(await files.get(file_path)).not.toBeNull();
  letGo();
  await taker;
  await finish();
  expect(await files.get(file_path)).toBeNull();
  expect(await placesOf(app(), [person.email])).toEqual([]);
});

test('the file of somebody whose address goes on before or after the person’s stays', async () => {
  const { call, person, imported } = await prepared();
  const others = await imported(
    `email,first_name,last_name\nx.${person.email},Ann,Other\n${person.email}.au,Bob,Other\nc@example.org,X${person.first_name} ${person.last_name}er,Other\n`,
  );
  expect((await call('POST', `user/${person.id}/erasure`, { email: person.email })).status).toBe(200);
  await finish();
  expect(await stateOf(others)).toBe('ready');
});
