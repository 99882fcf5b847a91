import { describe, expect, test } from 'vitest';
import { makeProgram } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let made = 0;
const wish = (values: object = {}) => ({
  user_data: {
    email: `wish-${++made}@example.com`,
    password: 'secret words',
    program_id: 0,
    permissions: ['admins'],
    ...values,
  },
});
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
const admins = (email: string) => db().selectFrom('admins').select('id').where('email', '=', email).execute();

describe('Idempotency-Key', () => {
  test('answers the first result again and does the work once', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const [body, key] = [wish(), keyed()];
    const first = await call('POST', 'user', body, key);
    const again = await call('POST', 'user', body, key);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(await admins(body.user_data.email)).toHaveLength(1);
  });

  test('does the work once for several calls at the same moment', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const [body, key] = [wish(), keyed()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', 'user', body, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body: { user } }) => user.id)).size).toBe(1);
  });

  test('answers 400 for another body or another call', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const key = keyed();
    await call('POST', 'user', wish(), key);
    const other = wish();
    const answer = await call('POST', 'user', other, key);
    expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await admins(other.user_data.email)).toEqual([]);
  });

  test('may be tried again after a refusal', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const [body, key] = [wish({ program_id: 71 }), keyed()];
    expect((await call('POST', 'user', body, key)).status).toBe(400);
    await makeProgram(db(), { id: 71 });
    expect((await call('POST', 'user', body, key)).status).toBe(200);
  });

  test('belongs to one admin', async () => {
    const [one, two] = [
      await app().as({ permissions: ['superadmin'] }),
      await app().as({ permissions: ['superadmin'] }),
    ];
    const key = keyed();
    expect((await one('POST', 'user', wish(), key)).status).toBe(200);
    expect((await two('POST', 'user', wish(), key)).status).toBe(200);
  });

  test('does not replay to somebody whose rights are gone', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const [body, key] = [wish(), keyed()];
    await call('POST', 'user', body, key);
    await db().updateTable('admins').set({ permissions: [] }).where('id', '=', call.admin_id).execute();
    expect((await call('POST', 'user', body, key)).status).toBe(403);
  });

  test('does not replay one program’s answer to somebody who is of another now', async () => {
    const [one, two] = [await makeProgram(db()), await makeProgram(db())];
    const call = await app().as({ permissions: ['programadmin'], program_id: one.id });
    const [body, key] = [wish({ program_id: one.id }), keyed()];
    expect((await call('POST', 'user', body, key)).status).toBe(200);
    const become = (rights: { program_id?: number; permissions?: string[] }) =>
      db().updateTable('admins').set(rights).where('id', '=', call.admin_id).execute();
    const reused = { status: 400, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
    await become({ program_id: two.id });
    expect(await call('POST', 'user', body, key)).toMatchObject(reused);
    await become({ program_id: one.id, permissions: ['admins'] });
    expect(await call('POST', 'user', body, key)).toMatchObject(reused);
    await become({ permissions: ['programadmin'] });
    expect((await call('POST', 'user', body, key)).status).toBe(200);
  });

  test('works for a bound admin', async () => {
    const program = await makeProgram(db());
    const call = await app().as({ permissions: ['programadmin'], program_id: program.id });
    const [body, key] = [wish({ program_id: program.id }), keyed()];
    const first = await call('POST', 'user', body, key);
    expect(first.status).toBe(200);
    expect((await call('POST', 'user', body, key)).body).toEqual(first.body);
  });

  test('is refused where it is too long', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    expect((await call('POST', 'user', wish(), { 'idempotency-key': 'k'.repeat(201) })).status).toBe(400);
  });

  test('keeps nothing that lets a password be guessed quickly', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const [body, key] = [wish(), keyed()];
    await call('POST', 'user', body, key);
    const kept = await db()
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', key['idempotency-key'])
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(kept.answer)).not.toMatch(/secret words|argon2/);
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(JSON.stringify(body)));
    expect(kept.body_hash.equals(Buffer.from(digest))).toBe(false);
  });
});
