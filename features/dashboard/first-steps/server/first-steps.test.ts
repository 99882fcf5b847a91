/** The first steps of an installation: from empty to at work, by right, hidden, and none in the demo. */
import { describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';

const stepsOf = async (call: Call) => {
  const { status, body } = await call('GET', 'first-steps');
  expect(status).toBe(200);
  return body.steps.map(
    ({ kind, done }: { kind: string; done: boolean }) => `${kind} ${done ? 'done' : 'to do'}`,
  );
};

describe('an empty installation', () => {
  const app = useTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
  const db = () => app().platform.database.everything;

  test('goes from its first admin to work; what each may not do is not theirs to see', async () => {
    const boss = await app().as({ permissions: ['superadmin'] });
    const all = (...done: string[]) =>
      ['program', 'email', 'colleague', 'payments', 'users', 'class'].map(
        (kind) => `${kind} ${done.includes(kind) ? 'done' : 'to do'}`,
      );
    expect(await stepsOf(boss)).toEqual(all('email'));

    const helper = await app().as({ permissions: ['users', 'admins'] });
    expect(await stepsOf(boss)).toEqual(all('email', 'colleague'));
    expect(await stepsOf(helper)).toEqual(['colleague done', 'users to do']);
    expect(await stepsOf(await app().as({ permissions: ['audit'] }))).toEqual([]);

    const { id: program_id } = await makeProgram(db());
    expect(await stepsOf(boss)).toEqual(all('email', 'colleague', 'program'));
    const bound = await app().as({ permissions: ['programadmin'], program_id });
    expect(await stepsOf(bound)).toEqual([]);

    const { id: instructor_id } = await makeInstructor(db(), { program_id });
    expect(await stepsOf(boss)).toEqual(all('email', 'colleague', 'program', 'users'));
    expect(await stepsOf(helper)).toEqual([]);

    // Hidden by one, and shown again by an undo; nobody else's are.
    expect((await boss('POST', 'first-steps/hide', { hidden: 1 })).status).toBe(200);
    expect(await stepsOf(boss)).toEqual([]);
    expect(await stepsOf(await app().as({ permissions: ['superadmin'] }))).not.toEqual([]);
    await boss('POST', 'first-steps/hide', { hidden: 0 });
    expect(await stepsOf(boss)).not.toEqual([]);
    // Hiding them is no change of the account: whoever approves still may.
    const { rows } = await db()
      .selectFrom('admins')
      .select('access_changed_at')
      .where('id', '=', boss.admin_id)
      .execute()
      .then((rows) => ({ rows }));
    expect(rows).toEqual([{ access_changed_at: null }]);

    await makeClass(db(), { instructor_id, program_id });
    expect(await stepsOf(boss)).toEqual([]);
  });
});

describe('the demo', () => {
  const app = useTestApp({}, { demo: true });

  test('shows none to anybody', async () => {
    const admins = await app().platform.database.everything.selectFrom('admins').select('id').execute();
    for (const { id } of admins) expect(await stepsOf(await app().signedIn(id)), String(id)).toEqual([]);
  });
});
