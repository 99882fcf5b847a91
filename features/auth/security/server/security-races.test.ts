/** Settings of sign-in that are saved while sessions of others begin and end: none waits for the other in a circle. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lock } from '../../../../server/db/client.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import { secretOf } from '../../../../server/mail/mail.ts';
import { ADMIN_PASSWORD, makeAdmin } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { useSignOn } from '../../../../test/sign-on/sign-on-world.ts';
import { mailInvitations } from '../../../admin-users/invitations/server/invitation-mails.ts';

const app = useTestApp();
const { db, someone, browser } = useSignOn(app);

type Answer = { status: number };

/** Runs a call in the middle of a save, which has a session already and takes the others after it, whatever its plan. */
async function amidSave(sessions: string[], work: () => Promise<Answer>): Promise<number> {
  const [middle, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const saving = db()
    .transaction()
    .execute(async (trx) => {
      await lock(trx, 'security settings');
      const follow = (id: string) =>
        trx.updateTable('sessions').set({ needs_factor: false }).where('id', '=', id).execute();
      const [first = '', ...others] = sessions;
      await follow(first);
      middle.resolve();
      await rest.promise;
      for (const other of others) await follow(other);
    });
  await middle.promise;
  const answer = work();
  await wait(300);
  rest.resolve();
  await saving;
  return (await answer).status;
}

/** Sessions of an account, in the order in which an update of all meets them. */
async function sessionsOf(id: number, count: number): Promise<string[]> {
  await Promise.all(Array.from({ length: count }, () => app().signedIn(id)));
  const found = await db()
    .selectFrom('sessions')
    .select('id')
    .where('admin_id', '=', id)
    .orderBy(sql`ctid`)
    .execute();
  return found.map((session) => session.id);
}

async function withSessions(rights: Parameters<typeof makeAdmin>[1] = { permissions: ['events'] }) {
  const admin = await makeAdmin(db(), rights);
  return { ...admin, sessions: (await sessionsOf(admin.id, 3)).toReversed() };
}

/** A browser in which somebody is signed in, and the session that whoever signs in there ends. */
async function usedBrowser() {
  const { id, email } = await makeAdmin(db(), { permissions: ['events'] });
  const used = browser();
  const { status } = await used.call('POST', 'auth', { email, password: ADMIN_PASSWORD });
  expect(status).toBe(200);
  const { id: session } = await db()
    .selectFrom('sessions')
    .select('id')
    .where('admin_id', '=', id)
    .executeTakeFirstOrThrow();
  return { used, sessions: [(await withSessions()).sessions[0] ?? '', session] };
}

describe('in the middle of a save', () => {
  test('a colleague changes an account', async () => {
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const { id, sessions } = await withSessions();
    const user_data = { permissions: ['store'] };
    expect(await amidSave(sessions, () => superadmin('PATCH', `user/${id}`, { user_data }))).toBe(200);
  });

  test('somebody ends their other sessions', async () => {
    const { id, sessions } = await withSessions();
    const own = await app().signedIn(id);
    expect(await amidSave(sessions, () => own('POST', 'account/sessions/end-others', {}))).toBe(200);
  });

  test('somebody sets a password by a link', async () => {
    const { id, sessions } = await withSessions();
    const expires_at = sql<string>`provost_now() + interval '1 hour'`;
    const token = 'a link that was mailed';
    await db()
      .insertInto('password_resets')
      .values({ token_hash: hashOfSecret(token), admin_id: id, expires_at })
      .execute();
    const password = 'battery staple by far';
    expect(await amidSave(sessions, () => app().call('POST', 'change-password', { token, password }))).toBe(
      200,
    );
  });

  test('somebody accepts an invitation in a browser of another', async () => {
    const { used, sessions } = await usedBrowser();
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const email = `invited-${superadmin.admin_id}@example.com`;
    const user_data = { email, program_id: 0, permissions: ['events'] };
    expect((await superadmin('POST', 'user/invitation', { user_data })).status).toBe(200);
    await mailInvitations(app().platform);
    const mail = db().selectFrom('mails').select('secret_seed').where('to_address', '=', email);
    const token = secretOf(app().platform, (await mail.executeTakeFirstOrThrow()).secret_seed ?? '');
    const accept = () => used.call('POST', 'invitation/accept', { token, password: 'battery staple by far' });
    expect(await amidSave(sessions, accept)).toBe(200);
  });

  test('somebody comes from the provider to a browser of another', async () => {
    const { used, sessions } = await usedBrowser();
    const { name } = await someone();
    const signOn = async () => ({ status: (await used.signOn(name)) === '/' ? 200 : 0 });
    expect(await amidSave(sessions, signOn)).toBe(200);
  });
});

test('two superadmins who reset each other’s factor at once are both answered', async () => {
  const [one, two] = [
    await app().as({ permissions: ['superadmin'] }),
    await app().as({ permissions: ['superadmin'] }),
  ];
  const sealed = Buffer.alloc(40);
  for (const { admin_id } of [one, two])
    await db().insertInto('one_time_codes').values({ admin_id, pending: false, sealed }).execute();
  const reset = (by: typeof one, of: typeof one) =>
    by('POST', `user/${of.admin_id}/second-factor/reset`, { password: ADMIN_PASSWORD });
  const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db()
    .transaction()
    .execute(async (trx) => {
      const both = [one.admin_id, two.admin_id];
      await trx.selectFrom('admins').select('id').where('id', 'in', both).forUpdate().execute();
      held.resolve();
      await begun.promise;
    });
  await held.promise;
  const answers = Promise.all([reset(one, two), reset(two, one)]);
  await wait(600);
  begun.resolve();
  await holding;
  // Whoever comes second is signed out by the first.
  expect(statusesOf(await answers).toSorted((a, b) => a - b)).toEqual([200, 401]);
});
