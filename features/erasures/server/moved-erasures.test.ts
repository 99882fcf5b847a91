/** An office that moves takes along whom it has erased, and does not move in the middle of an erasure. */
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../server/db/client.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { moveIn, out, useMovingFolder } from '../../../test/models/moving.ts';
import { platformOn } from '../../../test/system.ts';
import { copyTemplate } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { eraseDue } from './erase.ts';
import { repeatErasures } from './repeat-erasures.ts';

const app = useTestApp();
useMovingFolder();
const db = () => app().platform.database.everything;

test('waits for an erasure under way, and is repeated where it moved to after a restore there', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const { id: program_id } = await makeProgram(db());
  const headers = { authorization: `Bearer ${(await makeSiteKey(db(), program_id)).site_key}` };
  const told = {
    reference: 'person-1',
    email: 'moved.ada@example.org',
    first_name: 'Ada',
    last_name: 'Moved',
  };
  const { body } = await app().call('POST', '/api/site/users', told, headers);
  const [{ id }] = body.results;
  const beside = await makeSiteUser(db(), {});
  expect((await call('POST', `user/${id}/erasure`, { email: told.email })).status).toBe(200);
  for (const program of [null, program_id])
    await expect(out(app().ownerUrl, program)).rejects.toMatchObject({
      status: 409,
      message: `User ${id} is being erased. Move the office when that is over: a server does it`,
    });
  await until(async () => {
    await eraseDue(app().platform);
    expect(await db().selectFrom('erasures').select('id').where('state', '=', 'running').execute()).toEqual(
      [],
    );
  });
  const { path } = await out(app().ownerUrl, null);
  const urls = await copyTemplate(inject('testDatabase'));
  await moveIn(path, urls.owner, 'elsewhere');
  // A backup in which the person still was.
  const owner = new pg.Client(urls.owner);
  await owner.connect();
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `update site_users set first_name = 'Ada', last_name = 'Moved', email = $1, del_status = 0 where id = $2`,
    [told.email, id],
  );
  await owner.end();
  const database = openDatabase(urls, 3);
  try {
    const platform = { ...platformOn(database, app().platform.config), files: app().platform.files };
    await app().platform.files.delete('erasures/people.json');
    expect(await repeatErasures(platform, urls.owner)).toMatchObject({
      erased: [id],
      blocked: [],
      stopped: [],
    });
    const people = await database.everything
      .selectFrom('site_users')
      .select('email')
      .where('id', 'in', [id, beside.id])
      .orderBy('id')
      .execute();
    expect(people.map(({ email }) => email)).toEqual([`erased-${id}@erased.invalid`, beside.email]);
    const names = await database.everything
      .selectFrom('site_users')
      .select('id')
      .where('email', '=', told.email)
      .execute();
    expect(names).toEqual([]);
  } finally {
    await database.close();
  }
});
