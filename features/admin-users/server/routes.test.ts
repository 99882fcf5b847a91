import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { PERMISSIONS, type Permission } from '../../../core/access.ts';
import { hashPassword, passwordMatches } from '../../../server/passwords/password-hashes.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeAdmin, makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';

const app = useTestApp({ passwordMinLength: 6 });
const db = () => app().platform.database.everything;

let made = 0;
const wish = (values: object = {}) => ({
  user_data: {
    email: `wished-${++made}@example.com`,
    password: 'long enough',
    program_id: 0,
    permissions: ['events'] as Permission[],
    ...values,
  },
});
const superadmin = () => app().as({ permissions: ['superadmin'] });
const row = (id: number) => db().selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst();
const auditOf = (id: number) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'admin_id', 'program_id', 'before', 'after'])
    .where('entity', '=', 'admin')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

describe('GET user/{id}', () => {
  test('answers one by its id, as the list does; 404 for a foreign and for a removed one', async () => {
    const program = await makeProgram(db());
    const { id } = await makeAdmin(db(), { permissions: ['events'], program_id: program.id });
    const bound = await app().as({ permissions: ['admins'], program_id: program.id });
    const foreign = await app().as({ permissions: ['admins'], program_id: (await makeProgram(db())).id });
    const listed = await bound('GET', 'users');
    const answer = await bound('GET', `user/${id}`);
    expect(answer.body.user).toEqual(listed.body.users.find((user: { id: number }) => user.id === id));
    expect((await foreign('GET', `user/${id}`)).status).toBe(404);
    await (await superadmin())('DELETE', `user/${id}`);
    expect((await bound('GET', `user/${id}`)).status).toBe(404);
  });
});

describe('GET users', () => {
  test('answers pages of ten by id, with the right count past the end', async () => {
    const program = await makeProgram(db());
    const ids = [];
    for (let n = 0; n < 12; n++) {
      ids.push((await makeAdmin(db(), { permissions: ['audit', 'events'], program_id: program.id })).id);
    }
    const call = await app().as({ permissions: ['admins'], program_id: program.id });
    const pages = [
      await call('GET', 'users'),
      await call('GET', 'users?page=2'),
      await call('GET', 'users?page=9'),
    ];
    expect(pages.map(({ body }) => body.count)).toEqual([13, 13, 13]);
    expect(pages.map(({ body }) => body.users.length)).toEqual([10, 3, 0]);
    expect(pages.flatMap(({ body }) => body.users.map(({ id }: { id: number }) => id))).toEqual([
      ...ids,
      call.admin_id,
    ]);
    expect(pages[0]?.body.users[0]).toEqual({
      id: ids[0],
      email: expect.any(String),
      program_id: program.id,
      program_display_name: program.program_display_name,
      permissions: [
        { id: 'events', name: 'Events' },
        { id: 'audit', name: 'Audit' },
      ],
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  test('shows a bound admin its own program only, and nobody removed ones', async () => {
    const [own, other] = [await makeProgram(db()), await makeProgram(db())];
    await makeAdmin(db(), { permissions: [], program_id: other.id });
    await makeAdmin(db(), { permissions: [], program_id: own.id, deleted_at: new Date().toISOString() });
    const call = await app().as({ permissions: ['programadmin'], program_id: own.id });
    const { users, count } = (await call('GET', 'users')).body;
    expect(users.map(({ id }: { id: number }) => id)).toEqual([call.admin_id]);
    expect(count).toBe(1);
  });
});

describe('GET permissions', () => {
  test.each<[Permission[], readonly string[]]>([
    [['superadmin'], PERMISSIONS],
    [['programadmin'], PERMISSIONS.filter((id) => id !== 'superadmin')],
    [
      ['admins', 'money'],
      ['money', 'admins'],
    ],
  ])('answers to %o those it holds, with names', async (permissions, held) => {
    const call = await app().as({ permissions });
    const answer = (await call('GET', 'permissions')).body.permissions as { id: string; name: string }[];
    expect(answer.map(({ id }) => id)).toEqual(held);
    expect(answer.every(({ name }) => /^[A-Z]/.test(name))).toBe(true);
  });
});

describe('POST user', () => {
  test('makes an admin who can sign in, and writes it down without the password', async () => {
    const call = await superadmin();
    const body = wish({ permissions: ['audit', 'events', 'events'], email: 'New.One@Example.com' });
    const { status, body: answer } = await call('POST', 'user', body);
    expect(status).toBe(200);
    expect(answer.user).toMatchObject({ email: 'new.one@example.com', program_id: 0 });
    const signedIn = await app().call('POST', 'auth', {
      email: 'new.one@example.com',
      password: 'long enough',
    });
    expect(signedIn.body.user).toMatchObject({ id: answer.user.id, permissions: ['events', 'audit'] });
    const written = await auditOf(answer.user.id);
    expect(written).toMatchObject([
      {
        action: 'create',
        admin_id: call.admin_id,
        before: null,
        after: { email: 'new.one@example.com', permissions: ['events', 'audit'] },
      },
    ]);
    expect(JSON.stringify(written)).not.toMatch(/long enough|argon2|password/);
  });

  test.each([
    [{ email: '' }, 'user_data.email'],
    [{ password: undefined }, 'user_data.password'],
    [{ password: '' }, 'user_data.password'],
    [{ password: 'short' }, 'user_data.password'],
    [{ program_id: null }, 'user_data.program_id'],
    [{ program_id: 999_999 }, 'user_data.program_id'],
    [{ permissions: ['everything'] }, 'user_data.permissions.0'],
    [{ permissions: [] }, 'user_data.permissions'],
    [{ permissions: ['superadmin'], program_id: 999_999 }, 'user_data.program_id'],
  ])('answers 400 for %o', async (values, field) => {
    const { count: before } = (await (await superadmin())('GET', 'users')).body;
    const { status, body } = await (await superadmin())('POST', 'user', wish(values));
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe(field);
    expect((await (await superadmin())('GET', 'users')).body.count).toBe(before + 2);
  });

  test('refuses an email that is taken, and takes that of a removed admin', async () => {
    const call = await superadmin();
    const { email } = await makeAdmin(db(), { permissions: [] });
    const gone = await makeAdmin(db(), { permissions: [], deleted_at: new Date().toISOString() });
    const taken = await call('POST', 'user', wish({ email: email.toUpperCase() }));
    expect(taken.status).toBe(400);
    expect(taken.body.errors).toEqual([
      { path: 'user_data.email', message: 'Another admin user has this email' },
    ]);
    expect((await call('POST', 'user', wish({ email: gone.email }))).status).toBe(200);
  });

  test('does not tell a bound admin whose email it is that it cannot have', async () => {
    const [own, other] = [await makeProgram(db()), await makeProgram(db())];
    const call = await app().as({ permissions: ['admins', 'events'], program_id: own.id });
    const holders = [
      await makeAdmin(db(), { permissions: [], program_id: own.id }),
      await makeAdmin(db(), { permissions: [], program_id: other.id }),
      await makeAdmin(db(), { permissions: ['superadmin'] }),
    ];
    const mine = (await call('POST', 'user', wish({ program_id: own.id }))).body.user;
    const refusals = [];
    for (const { email } of holders) {
      const body = wish({ email, program_id: own.id });
      refusals.push(await call('POST', 'user', body), await call('PATCH', `user/${mine.id}`, body));
    }
    for (const { status, body } of refusals) {
      const { request_id: _, ...told } = body;
      const message = 'This email cannot be used for an admin user of your program';
      const errors = [{ path: 'user_data.email', message }];
      expect([status, told]).toEqual([400, { message, code: 'BAD_REQUEST', errors }]);
    }
  });

  test('makes one of several simultaneous creations of the same email', async () => {
    const call = await superadmin();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', 'user', wish({ email: 'same@example.com' }))),
    );
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.errors[0].path).toBe('user_data.email');
  });

  test('answers a repeated key with the first result', async () => {
    const call = await superadmin();
    const [body, key] = [wish(), { 'idempotency-key': crypto.randomUUID() }];
    const first = await call('POST', 'user', body, key);
    const second = await call('POST', 'user', body, key);
    expect(second.body).toEqual(first.body);
    expect((await call('POST', 'user', wish(), key)).status).toBe(400);
  });

  test.each<[Permission[], Permission[], number]>([
    [['admins'], ['admins'], 200],
    [['admins'], ['events'], 403],
    [['admins'], ['programadmin'], 403],
    [['programadmin'], ['programadmin', 'money'], 200],
    [['programadmin'], ['superadmin'], 403],
  ])('lets %o give %o: %i', async (permissions, given, status) => {
    const call = await app().as({ permissions });
    expect((await call('POST', 'user', wish({ permissions: given }))).status).toBe(status);
  });

  test('shows the present password before it changes its own, or its own email; wrong ones are counted', async () => {
    const current = 'the one before';
    const password_hash = await hashPassword(current, 'test');
    const rights = { permissions: ['superadmin'] as Permission[], password_hash };
    const { id, email } = await makeAdmin(db(), rights);
    const own = async (user_data: object) => {
      const call = await app().signedIn(id);
      const { status, body } = await call('PATCH', `user/${id}`, { user_data });
      return status === 200 ? 200 : [status, body.errors?.[0]?.path, body.message];
    };
    const path = 'user_data.current_password';
    const next = 'the next one';
    for (const change of [{ password: next }, { email: `other-${email}` }]) {
      expect(await own(change)).toEqual([400, path, 'Enter your current password']);
      expect(await own({ ...change, current_password: 'a guess' })).toEqual([
        400,
        path,
        'This is not your current password',
      ]);
    }
    expect(await row(id)).toMatchObject({ email, password_hash });
    expect(await own({ permissions: ['superadmin', 'audit'] })).toBe(200);
    expect(await own({ email, password: '' })).toBe(200);
    expect(await own({ password: next, current_password: current })).toBe(200);
    expect(await passwordMatches((await row(id))?.password_hash, next, 'test')).toBe(true);
    expect(await own({ email: `other-${email}`, current_password: next })).toBe(200);
    for (let guess = 0; guess < 5; guess += 1) await own({ password: current, current_password: 'wrong' });
    expect(await own({ password: current, current_password: next })).toContain(429);
    // A colleague shows nothing: it would be somebody else's.
    const colleague = await makeAdmin(db(), rights);
    const answer = await (await superadmin())('PATCH', `user/${colleague.id}`, {
      user_data: { password: next },
    });
    expect(answer.status).toBe(200);
  });

  test('is told by mail, at the address before and the new one, what others have changed', async () => {
    const call = await superadmin();
    const { email: by } = (await row(call.admin_id)) as { email: string };
    const { id, email } = await makeAdmin(db(), { permissions: ['events'] });
    const program = await makeProgram(db());
    const mails = async (address: string) => {
      const found = await db()
        .selectFrom('mails')
        .select(['subject', 'body_text'])
        .where('to_address', '=', address)
        .execute();
      expect(found.map(({ subject }) => subject)).toEqual(
        found.map(() => 'Your Provost account was changed'),
      );
      return found.map(({ body_text }) => body_text);
    };
    const change = (user_data: object, who: Call = call) => who('PATCH', `user/${id}`, { user_data });
    await change({ password: 'chosen by another' });
    expect(await mails(email)).toEqual([
      `${by} changed your Provost account:

- Password: a new one was set

You were signed out. Sign in again at ${app().platform.config.publicUrl}

If you didn't expect this change, tell an administrator other than ${by} now.
`,
    ]);
    const other = `new-${email}`;
    await change({ email: other, permissions: ['store'], program_id: program.id });
    const lines = `- Email: ${email} → ${other}
- Program: all programs → ${program.program_display_name}
- Permissions: Events → Store`;
    expect((await mails(email)).at(-1)).toContain(lines);
    expect(await mails(other)).toEqual([(await mails(email)).at(-1)]);
    await change({ permissions: ['store'] });
    expect(await mails(other)).toHaveLength(1);
    await change({ permissions: ['events'] });
    expect(await mails(other)).toHaveLength(2);
    // The address of before is told for thirty days more: whoever takes an account over changes it first.
    expect(await mails(email)).toHaveLength(3);
    const [text] = (await mails(other)).slice(-1);
    expect(text).toContain('- Permissions: Store → Events');
    expect(text).not.toContain('Password');
    await change({ email, current_password: '' }, await app().signedIn(id));
    expect(await mails(email)).toHaveLength(3);
  });

  test.each(['password', 'PassWord', 'qwertyuiop'])('refuses the common password %s', async (password) => {
    const call = await superadmin();
    const { id } = await makeAdmin(db(), { permissions: [] });
    for (const answer of [
      await call('PATCH', `user/${id}`, { user_data: { password } }),
      await call('POST', 'user', wish({ password })),
    ])
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [
          {
            path: 'user_data.password',
            message: 'This is one of the 10,000 most common passwords. Choose another password.',
          },
        ],
      ]);
  });

  test('keeps a bound admin within its program', async () => {
    const [own, other] = [await makeProgram(db()), await makeProgram(db())];
    const call = await app().as({ permissions: ['programadmin'], program_id: own.id });
    expect((await call('POST', 'user', wish({ program_id: own.id }))).status).toBe(200);
    expect((await call('POST', 'user', wish({ program_id: other.id }))).status).toBe(403);
    expect((await call('POST', 'user', wish({ program_id: 0 }))).status).toBe(403);
  });
});

describe('PATCH user/{id}', () => {
  test.each([
    [{ email: 'only.this@example.com' }],
    [{ program_id: 0 }],
    [{ permissions: ['audit'] }],
    [{ password: 'another long one' }],
    [{}],
  ])('changes what %o names; what is left out stays', async (user_data) => {
    const call = await superadmin();
    const { id: program_id } = await makeProgram(db());
    const { user } = (await call('POST', 'user', wish({ program_id }))).body;
    const before = await row(user.id);
    expect((await call('PATCH', `user/${user.id}`, { user_data })).status).toBe(200);
    const { password_hash, ...after } = (await row(user.id)) ?? {};
    const { password: _, ...named } = user_data as { password?: string };
    const kept = { email: before?.email, program_id, permissions: ['events'] };
    expect(after).toMatchObject({ ...kept, ...named });
    expect(password_hash === before?.password_hash).toBe(!('password' in user_data));
  });

  test('asks of a part what it asks of the whole', async () => {
    const { id: program_id } = await makeProgram(db());
    const { id } = await makeAdmin(db(), { permissions: ['events'], program_id });
    const bound = await app().as({ permissions: ['admins', 'events'], program_id });
    const changed = async (user_data: object) => (await bound('PATCH', `user/${id}`, { user_data })).status;
    expect(await changed({ permissions: ['money'] })).toBe(403);
    expect(await changed({ program_id: 0 })).toBe(403);
    const global = await superadmin();
    const answer = await global('PATCH', `user/${id}`, { user_data: { permissions: ['superadmin'] } });
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, 'user_data.program_id']);
  });

  test('a change that changes nothing leaves the row, the sessions and the record as they are', async () => {
    const call = await superadmin();
    const other = await app().as({ permissions: ['events'] });
    const { user } = (await call('GET', `user/${other.admin_id}`)).body;
    const recorded = await auditOf(user.id);
    const same = { email: user.email, updated_at: user.updated_at };
    const { body } = await call('PATCH', `user/${user.id}`, { user_data: same });
    expect(body.user).toEqual(user);
    expect((await other('GET', 'auth/me')).status).toBe(200);
    expect(await auditOf(user.id)).toEqual(recorded);
  });

  test('changes an admin, ends its sessions and recovery links, and keeps the password', async () => {
    const call = await superadmin();
    const program = await makeProgram(db());
    const { user } = (await call('POST', 'user', wish())).body;
    const signIn = (email: string, password: string) => app().call('POST', 'auth', { email, password });
    const { token } = (await signIn(user.email, 'long enough')).body;
    await db()
      .insertInto('password_resets')
      .values({ token_hash: Buffer.from('x'), admin_id: user.id, expires_at: '2100-01-01T00:00:00Z' })
      .execute();
    const changed = await call(
      'PATCH',
      `user/${user.id}`,
      wish({ email: 'moved@example.com', password: '', program_id: program.id, updated_at: user.updated_at }),
    );
    expect(changed.body.user).toMatchObject({ email: 'moved@example.com', program_id: program.id });
    expect(changed.body.user.updated_at > user.updated_at).toBe(true);
    const authorization = `Bearer ${token}`;
    expect((await app().call('GET', 'auth/me', undefined, { authorization })).status).toBe(401);
    expect((await signIn('moved@example.com', 'long enough')).status).toBe(200);
    const resets = await db()
      .selectFrom('password_resets')
      .selectAll()
      .where('admin_id', '=', user.id)
      .execute();
    expect(resets[0]?.used_at).not.toBeNull();
    expect((await auditOf(user.id)).at(-1)).toMatchObject({
      action: 'update',
      program_id: program.id,
      before: { email: user.email, program_id: 0 },
      after: { email: 'moved@example.com', program_id: program.id },
    });
  });

  test('answers fifty changes at once that name a program: none takes a second connection', async () => {
    const program = await makeProgram(db());
    const call = await superadmin();
    const made = await Promise.all(
      Array.from({ length: 50 }, () => makeAdmin(db(), { permissions: ['events'] })),
    );
    const bound = ({ email }: { email: string }) => wish({ email, password: '', program_id: program.id });
    const answers = await Promise.all(made.map((admin) => call('PATCH', `user/${admin.id}`, bound(admin))));
    expect(statusesOf(answers)).toEqual(Array(50).fill(200));
    expect(answers.map(({ body }) => body.user.program_id)).toEqual(Array(50).fill(program.id));
  });

  test('sets a new password, and writes down that, not what', async () => {
    const call = await superadmin();
    const { user } = (await call('POST', 'user', wish())).body;
    const body = wish({ email: user.email, password: 'quite another' });
    expect((await call('PATCH', `user/${user.id}`, body)).status).toBe(200);
    expect((await app().call('POST', 'auth', { email: user.email, password: 'quite another' })).status).toBe(
      200,
    );
    const written = await auditOf(user.id);
    expect(written.at(-1)?.action).toBe('update_with_password');
    expect(JSON.stringify(written)).not.toMatch(/quite another|argon2/);
  });

  test('answers 409 with who and when where somebody was faster', async () => {
    const [first, second] = [await superadmin(), await superadmin()];
    const { user } = (await first('POST', 'user', wish())).body;
    const edit = (values: object) => wish({ password: undefined, updated_at: user.updated_at, ...values });
    const won = await first('PATCH', `user/${user.id}`, edit({ email: 'won@example.com' }));
    const lost = await second('PATCH', `user/${user.id}`, edit({ email: 'lost@example.com' }));
    expect(lost.status).toBe(409);
    expect(lost.body.conflict).toEqual({
      changed_by: (await row(first.admin_id))?.email,
      changed_at: won.body.user.updated_at,
    });
    expect((await row(user.id))?.email).toBe('won@example.com');
    const unchecked = edit({ email: 'unchecked@example.com', updated_at: undefined });
    expect((await second('PATCH', `user/${user.id}`, unchecked)).status).toBe(200);
  });

  test('lets one of several simultaneous saves of the same reading win', async () => {
    const call = await superadmin();
    const { user } = (await call('POST', 'user', wish())).body;
    const saves = Array.from({ length: 5 }, () =>
      call('PATCH', `user/${user.id}`, wish({ updated_at: user.updated_at })),
    );
    const statuses = statusesOf(await Promise.all(saves));
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  test('refuses to change one who holds more, and to give what the caller does not hold', async () => {
    const call = await app().as({ permissions: ['admins', 'events'] });
    const [equal, above] = [
      await makeAdmin(db(), { permissions: ['events'] }),
      await makeAdmin(db(), { permissions: ['events', 'money'] }),
    ];
    const status = async (id: number, permissions: string[]) =>
      (await call('PATCH', `user/${id}`, { user_data: { permissions } })).status;
    expect(await status(above.id, ['events'])).toBe(403);
    expect(await status(equal.id, ['money'])).toBe(403);
    expect(await status(call.admin_id, ['admins', 'money'])).toBe(403);
    expect((await row(above.id))?.updated_at).toBe(above.updated_at);
    expect(await status(equal.id, ['admins'])).toBe(200);
  });

  test('keeps a bound admin within its program', async () => {
    const [own, other] = [await makeProgram(db()), await makeProgram(db())];
    const call = await app().as({ permissions: ['programadmin'], program_id: own.id });
    const colleague = await makeAdmin(db(), { permissions: ['events'], program_id: own.id });
    const foreign = await makeAdmin(db(), { permissions: ['events'], program_id: other.id });
    const global = await makeAdmin(db(), { permissions: ['events'] });
    const status = async (id: number, program_id: number) =>
      (await call('PATCH', `user/${id}`, wish({ program_id }))).status;
    expect(await status(foreign.id, own.id)).toBe(404);
    expect(await status(global.id, own.id)).toBe(404);
    expect(await status(999_999, own.id)).toBe(404);
    expect(await status(colleague.id, other.id)).toBe(403);
    expect(await status(colleague.id, 0)).toBe(403);
    expect(await status(colleague.id, own.id)).toBe(200);
  });

  test('answers 400 for a taken email, a short password and a bound superadmin', async () => {
    const call = await superadmin();
    const [one, two] = [
      await makeAdmin(db(), { permissions: [] }),
      await makeAdmin(db(), { permissions: [] }),
    ];
    const program = await makeProgram(db());
    const path = async (values: object) => {
      const { status, body } = await call('PATCH', `user/${one.id}`, wish(values));
      return [status, body.errors?.[0]?.path];
    };
    expect(await path({ email: two.email })).toEqual([400, 'user_data.email']);
    expect(await path({ password: 'short' })).toEqual([400, 'user_data.password']);
    expect(await path({ program_id: program.id, permissions: ['superadmin'] })).toEqual([
      400,
      'user_data.program_id',
    ]);
    expect((await row(one.id))?.updated_at).toBe(one.updated_at);
  });
});

describe('DELETE user/{id}', () => {
  test('removes an admin and ends its sessions; the row stays', async () => {
    const call = await superadmin();
    const victim = await app().as({ permissions: ['events'] });
    expect((await victim('GET', 'auth/me')).status).toBe(200);
    expect((await call('DELETE', `user/${victim.admin_id}`)).body).toEqual({ id: victim.admin_id });
    expect((await victim('GET', 'auth/me')).status).toBe(401);
    expect((await row(victim.admin_id))?.deleted_at).not.toBeNull();
    const sessions = await db()
      .selectFrom('sessions')
      .select('ended_because')
      .where('admin_id', '=', victim.admin_id)
      .execute();
    expect(sessions).toEqual([{ ended_because: 'deleted' }]);
    expect((await auditOf(victim.admin_id)).at(-1)).toMatchObject({ action: 'delete', after: null });
    expect((await call('DELETE', `user/${victim.admin_id}`)).status).toBe(404);
  });

  test('refuses oneself, one who holds more, and a foreign row', async () => {
    const [own, other] = [await makeProgram(db()), await makeProgram(db())];
    const call = await app().as({ permissions: ['admins'], program_id: own.id });
    const above = await makeAdmin(db(), { permissions: ['money'], program_id: own.id });
    const foreign = await makeAdmin(db(), { permissions: [], program_id: other.id });
    expect((await call('DELETE', `user/${call.admin_id}`)).status).toBe(400);
    expect((await call('DELETE', `user/${above.id}`)).status).toBe(403);
    expect((await call('DELETE', `user/${foreign.id}`)).status).toBe(404);
    for (const id of [call.admin_id, above.id, foreign.id]) expect((await row(id))?.deleted_at).toBeNull();
  });
});

describe('a caller who loses its rights while passwords are hashed', () => {
  const takings = {
    removed: (call: Call, id: number) => call('DELETE', `user/${id}`),
    'left with fewer rights': async (call: Call, id: number) => {
      const { email, program_id } = (await row(id)) ?? {};
      return call('PATCH', `user/${id}`, wish({ email, program_id, password: '', permissions: ['admins'] }));
    },
  };
  const all = Object.keys(takings).flatMap((taking) =>
    (['a bound', 'a global'] as const).flatMap((kind) =>
      (['POST', 'PATCH'] as const).map((method) => ({ taking, kind, method })),
    ),
  );
  /** Each is a hash: on a busy machine fifty wait for longer than a request may. */
  const AT_ONCE = inDepth(20, 50);
  // Every third has both methods, both kinds and both takings.
  const cases = inDepth(
    all.filter((_one, index) => index % 3 === 0),
    all,
  );

  test.each(cases)('$kind one, $taking: no $method is committed after that', async (example) => {
    const { taking, kind, method } = example;
    const program_id = kind === 'a bound' ? (await makeProgram(db())).id : 0;
    const call = await app().as({ permissions: ['programadmin'], program_id });
    const boss = await superadmin();
    const colleagues = await Promise.all(
      Array.from({ length: AT_ONCE }, () => makeAdmin(db(), { permissions: ['events'], program_id })),
    );
    const written = async () => {
      const { rows } = await sql`
        select id from admins where updated_by = ${call.admin_id} and id <> ${call.admin_id}`.execute(db());
      return rows.length;
    };
    const sent = colleagues.map(({ id, email }) =>
      method === 'POST'
        ? call('POST', 'user', wish({ program_id }))
        : call('PATCH', `user/${id}`, wish({ email, program_id })),
    );
    await Promise.any(sent);
    const taken = await takings[taking as keyof typeof takings](boss, call.admin_id);
    const before = await written();
    const statuses = statusesOf(await Promise.all(sent));
    expect([taken.status, await written()]).toEqual([200, before]);
    expect(before).toBeLessThan(AT_ONCE);
    expect(statuses).toEqual([...Array(before).fill(200), ...Array(AT_ONCE - before).fill(401)]);
  });

  test('whose session alone was ended changes nobody any more', async () => {
    const call = await superadmin();
    const colleagues = await Promise.all(
      Array.from({ length: AT_ONCE }, () => makeAdmin(db(), { permissions: ['events'] })),
    );
    const sent = colleagues.map(({ id, email }) => call('PATCH', `user/${id}`, wish({ email })));
    await Promise.any(sent);
    await sql`update sessions set ended_at = provost_now() where admin_id = ${call.admin_id}`.execute(db());
    expect(statusesOf(await Promise.all(sent)).at(-1)).toBe(401);
  });
});

describe('the last superadmin', () => {
  async function lastTwo() {
    const two = [await superadmin(), await superadmin()] as const;
    await db()
      .updateTable('admins')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', 'not in', [two[0].admin_id, two[1].admin_id])
      .where('deleted_at', 'is', null)
      .execute();
    return two;
  }

  test('stays when the last two remove each other at the same moment', async () => {
    const [one, two] = await lastTwo();
    const answers = await Promise.all([
      one('DELETE', `user/${two.admin_id}`),
      two('DELETE', `user/${one.admin_id}`),
    ]);
    const statuses = statusesOf(answers);
    expect(statuses[0]).toBe(200);
    expect([400, 401]).toContain(statuses[1]);
    const left = [await row(one.admin_id), await row(two.admin_id)].filter((admin) => !admin?.deleted_at);
    expect(left).toHaveLength(1);
  });

  test('is the last also beside one who has not accepted the invitation', async () => {
    const [one, two] = await lastTwo();
    const { status } = await one('POST', 'user/invitation', {
      user_data: { email: `later-${one.admin_id}@example.com`, program_id: 0, permissions: ['superadmin'] },
    });
    expect(status).toBe(200);
    expect((await one('DELETE', `user/${two.admin_id}`)).status).toBe(200);
    const { email } = (await row(one.admin_id)) ?? {};
    const demoted = await one(
      'PATCH',
      `user/${one.admin_id}`,
      wish({ email, password: '', permissions: ['admins'] }),
    );
    expect([demoted.status, demoted.body.message]).toEqual([
      400,
      'This is the last superadmin. Add another superadmin first',
    ]);
  });

  test('cannot take its own rank, alone or at the same moment as the other', async () => {
    const [one, two] = await lastTwo();
    const demote = async (call: typeof one) => {
      const email = (await row(call.admin_id))?.email;
      return call('PATCH', `user/${call.admin_id}`, wish({ email, password: '', permissions: ['admins'] }));
    };
    const answers = await Promise.all([demote(one), demote(two)]);
    expect(statusesOf(answers)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.message).toContain('last superadmin');
  });
});
