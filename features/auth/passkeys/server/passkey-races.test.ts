/** Passkeys that are shown or added while a superadmin takes them away. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ADMIN_PASSWORD, makeAdmin } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { SoftPasskey } from '../../../../test/peers/authenticator.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

test('one that is shown opens nothing, and neither waits for the other', async () => {
  const { id } = await makeAdmin(db(), { permissions: ['events'] });
  const own = await app().signedIn(id);
  const passkey = new SoftPasskey((await own('POST', 'account/passkeys/options', {})).body.options);
  expect((await own('POST', 'account/passkeys', { passkey: passkey.made })).status).toBe(200);
  const { options } = (await app().call('POST', 'auth/passkey/options', {})).body;
  const [held, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const taking = db()
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('admins').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      held.resolve();
      await shown.promise;
      await trx.deleteFrom('passkeys').where('admin_id', '=', id).execute();
    });
  await held.promise;
  const signingIn = app().call('POST', 'auth/passkey', { passkey: passkey.shown(options) });
  await wait(300);
  shown.resolve();
  await taking;
  expect((await signingIn).status).toBe(401);
});

test('one that is added goes as well', async () => {
  const { id } = await makeAdmin(db(), { permissions: ['events'] });
  const superadmin = await app().as({ permissions: ['superadmin'] });
  await db()
    .insertInto('one_time_codes')
    .values({ admin_id: id, pending: false, sealed: Buffer.alloc(40) })
    .execute();
  const [added, reset] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const passkey = {
    admin_id: id,
    name: 'Added meanwhile',
    credential_id: Buffer.from(`added for ${id}`),
    public_key: Buffer.alloc(32),
    user_handle: Buffer.alloc(32),
    counter: 0,
    multi_device: false,
    backed_up: false,
  };
  const adding = db()
    .transaction()
    .execute(async (trx) => {
      // As a save of the own account: it holds the account's row until it is through.
      await trx.selectFrom('admins').select('id').where('id', '=', id).forShare().execute();
      await trx.insertInto('passkeys').values(passkey).execute();
      added.resolve();
      await reset.promise;
    });
  await added.promise;
  const resetting = superadmin('POST', `user/${id}/second-factor/reset`, { password: ADMIN_PASSWORD });
  await wait(600);
  reset.resolve();
  await adding;
  expect((await resetting).status).toBe(200);
  expect(await db().selectFrom('passkeys').select('name').where('admin_id', '=', id).execute()).toEqual([]);
});
