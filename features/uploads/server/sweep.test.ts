import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../server/context.ts';
import { openDatabase } from '../../../server/db/client.ts';
import { expectFile } from '../../../server/files/orphaned-files.ts';
import { useTestApp } from '../../../test/harness.ts';
import { formOf, goodFiles } from '../../../test/hostile/hostile-files.ts';
import { system } from '../../../test/system.ts';
import { sweepUploads } from './sweep.ts';
import { claimUpload } from './uploads.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const DAY = 24 * 60 * 60;
let owner: pg.Client;

/** A table that came after the sweep was written. */
beforeAll(async () => {
  owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  await owner.query(`create table pictures (small_id integer references uploads (id), large_id integer references uploads (id));
    grant all on pictures to provost_global`);
});
beforeEach(async () => {
  await owner.query('delete from pictures; delete from uploads; delete from stray_files');
});
afterAll(() => owner?.end());

async function upload(ageInSeconds = 0): Promise<{ id: number; path: string }> {
  const call = await app().as({ permissions: ['superadmin'] });
  const { body } = await call('POST', '/api/upload', formOf((await goodFiles()).png));
  await age(body.id, ageInSeconds);
  return body;
}

const age = (id: number, seconds: number) =>
  owner.query('update uploads set unused_since = provost_now() - make_interval(secs => $2) where id = $1', [
    id,
    seconds,
  ]);
const isServed = async (path: string) => (await app().http.inject({ url: path })).statusCode === 200;
const ids = async () =>
  (await db().selectFrom('uploads').select('id').orderBy('id').execute()).map(({ id }) => id);
const strays = async () => (await db().selectFrom('stray_files').select('path').execute()).length;
const sweep = (files = app().platform.files) => sweepUploads({ ...app().platform, files });

describe('the sweep', () => {
  test('takes what nothing has referred to for a day, row and file, and records it', async () => {
    const [old, young] = [await upload(DAY + 1), await upload(DAY - 60)];
    expect(await sweep()).toEqual({ uploads: 1, files: 1 });
    expect(await ids()).toEqual([young.id]);
    expect([await isServed(old.path), await isServed(young.path), await strays()]).toEqual([false, true, 0]);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'admin_id'])
      .where('entity', '=', 'upload')
      .where('entity_id', '=', String(old.id))
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([{ action: 'create' }, { action: 'delete', admin_id: null }]);
  });

  test('leaves what any row of any table refers to, by any of its keys', async () => {
    const [small, large] = [await upload(9 * DAY), await upload(9 * DAY)];
    await owner.query('insert into pictures values ($1, null), (null, $2)', [small.id, large.id]);
    expect(await sweep()).toEqual({ uploads: 0, files: 0 });
    expect(await ids()).toEqual([small.id, large.id]);
  });

  test('gives an image a day from the moment that the last row lets go of it', async () => {
    const { id } = await upload(9 * DAY);
    await owner.query('insert into pictures values ($1)', [id]);
    await sweep();
    await owner.query('delete from pictures');
    expect((await sweep()).uploads).toBe(0);
    expect((await sweep()).uploads).toBe(0);
    await age(id, DAY + 1);
    expect((await sweep()).uploads).toBe(1);
  });

  test('passes by an image that is being claimed, and one that was claimed while it ran', async () => {
    const { id } = await upload(9 * DAY);
    // The sweep of another process: this one is refused a second connection beside a transaction.
    const database = openDatabase(app().urls, 2);
    await db()
      .transaction()
      .execute(async (trx) => {
        await claimUpload({ ...system(db()), db: trx }, { id, types: ['product-image'], field: 'image_id' });
        expect((await sweepUploads({ ...app().platform, database })).uploads).toBe(0);
      });
    await database.close();
    const claimant = new pg.Client(app().ownerUrl);
    await claimant.connect();
    await claimant.query('begin');
    await claimant.query('insert into pictures values ($1)', [id]);
    expect((await sweep()).uploads).toBe(0);
    await claimant.query('commit');
    await claimant.end();
    expect((await sweep()).uploads).toBe(0);
    expect(await ids()).toEqual([id]);
  });

  test('never loses an image to a race: claims and sweeps at once end with each claimed image in its place', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => upload(9 * DAY)));
    const claims = made.map(async ({ id }) => {
      const client = new pg.Client(app().ownerUrl);
      await client.connect();
      const claimed = await client.query('insert into pictures values ($1)', [id]).then(
        () => true,
        () => false,
      );
      await client.end();
      return claimed;
    });
    const [claimed] = await Promise.all([Promise.all(claims), sweep(), sweep(), sweep()]);
    for (const [index, { id, path }] of made.entries()) {
      const kept = (await ids()).includes(id);
      expect([kept, await isServed(path)]).toEqual([claimed[index], claimed[index]]);
    }
    expect(await strays()).toBe(0);
  });

  test('goes on where it was killed: between the row and the file, and between the file and the note of it', async () => {
    const { files } = app().platform;
    const before = await upload(9 * DAY);
    const die = () => Promise.reject(new Error('killed'));
    await expect(sweep({ ...files, delete: die })).rejects.toThrow('killed');
    expect([await ids(), await isServed(before.path), await strays()]).toEqual([[], true, 1]);
    await expect(sweep({ ...files, delete: (path) => files.delete(path).then(die) })).rejects.toThrow(
      'killed',
    );
    expect([await isServed(before.path), await strays()]).toEqual([false, 1]);
    expect(await sweep()).toEqual({ uploads: 0, files: 1 });
    expect(await strays()).toBe(0);
  });

  test('finds the file of an upload that was killed before its row was written, and leaves one that may yet end', async () => {
    const { files } = app().platform;
    for (const path of ['images/dead.png', 'images/alive.png']) {
      await expectFile(db(), path);
      await files.put(path, Buffer.from('x'));
    }
    await owner.query(`update stray_files set delete_after = now() where path = 'images/dead.png'`);
    expect(await sweep()).toEqual({ uploads: 0, files: 1 });
    expect([await files.exists('images/dead.png'), await files.exists('images/alive.png')]).toEqual([
      false,
      true,
    ]);
  });
});

describe('an upload whose store fails', () => {
  test('leaves no row and no file', async () => {
    const { platform } = app();
    const { files } = platform;
    const call = await app().as({ permissions: ['superadmin'] });
    const written: string[] = [];
    platform.files = {
      ...files,
      put: async (path, bytes) => {
        written.push(path);
        await files.put(path, bytes);
        throw new Error('the disk is full');
      },
    };
    const { status } = await call('POST', '/api/upload', formOf((await goodFiles()).png));
    platform.files = files;
    expect([status, await ids(), await strays(), await files.exists(written[0] ?? '')]).toEqual([
      500,
      [],
      0,
      false,
    ]);
  });
});

describe('a claim', () => {
  const claim = (program_id: number, id: number, more: object = {}) =>
    transact(system(db(), { program_id }), (tx) =>
      claimUpload(tx, { id, types: ['product-image'], field: 'image_id', ...more }),
    );

  test('is refused at its field for an image that is not there, of another type, or of another program', async () => {
    const { id } = await upload();
    const refused = { status: 400, details: { errors: [{ path: 'image_id' }] } };
    await expect(claim(0, id)).resolves.toBeUndefined();
    await expect(claim(0, id + 999)).rejects.toMatchObject(refused);
    await expect(claim(0, id, { types: ['event-image'] })).rejects.toMatchObject(refused);
    await expect(claim(7, id)).rejects.toMatchObject(refused);
    await expect(claim(7, id, { current: id })).resolves.toBeUndefined();
  });
});
