/** Second approvals: given by accounts alone that nobody else has made or changed within seven days. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { SOMEBODY_ELSE, TOO_NEW } from '../../../core/second-approver.ts';
import { transact } from '../../../server/context.ts';
import { inDepth } from '../../../test/deep.ts';
import { ADMIN_PASSWORD, makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeBatch, makePayee } from '../../../test/rows/batches.ts';
import { refundRequestsIn } from '../../../test/rows/refund-requests.ts';
import { system } from '../../../test/system.ts';
import { openHolder } from '../../../test/waiting.ts';
import { digestOf } from '../../auth/server/refresh-tokens.ts';
import { requestRefund } from '../../transactions/requests/server/refund-requests-made.ts';

type Staff = Call & { admin_id: number };

const app = useTestApp();
const { db, sell, wished, decide } = refundRequestsIn(app);
const HOUR = 3_600_000;
const WEEK_HOURS = 7 * 24;
const PASSWORD = 'made by a colleague';

let boss: Staff;

beforeAll(async () => {
  boss = await app().as({ permissions: ['superadmin'] });
});

/** A connection as a role of the database: its owner's, whom no wall binds, unless another is named. */
async function query(text: string, values: unknown[] = [], connectionString = app().ownerUrl) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Time goes by for the accounts. */
const pass = (hours: number) =>
  query(
    `update admins set access_changed_at = access_changed_at - make_interval(hours => $1),
      email_changed_at = email_changed_at - make_interval(hours => $1)`,
    [hours],
  );

async function make(by: Call): Promise<Staff> {
  const email = `${randomUUID()}@example.com`;
  const user_data = { email, password: PASSWORD, permissions: ['superadmin'], program_id: 0 };
  const { status, body } = await by('POST', 'user', { user_data });
  expect(status).toBe(200);
  return app().signedIn(body.user.id);
}

const change = (by: Call, id: number, user_data: object) => by('PATCH', `user/${id}`, { user_data });

async function changed200(by: Call, id: number, user_data: object): Promise<void> {
  expect((await change(by, id, user_data)).status).toBe(200);
}

const freshEmail = () => `${randomUUID()}@example.com`;

/** As if a link had been mailed and followed. */
async function recover(id: number): Promise<void> {
  const token = randomUUID();
  const link = {
    token_hash: digestOf(token),
    admin_id: id,
    expires_at: new Date(Date.now() + HOUR).toISOString(),
  };
  await db().insertInto('password_resets').values(link).execute();
  expect((await app().call('POST', 'change-password', { token, password: PASSWORD })).status).toBe(200);
}

/** A loosened rule of money that waits for a second approval. */
async function loosened(by = boss): Promise<number> {
  await query(`update money_setting_changes set decision = 'rejected', decided_at = now(), decided_by = admin_id
    where decision is null`);
  await by('PATCH', 'money-settings', { hold_days: 5 });
  return (await by('PATCH', 'money-settings', { hold_days: 0 })).body.pending.id;
}

/** What waits for a second approval, of each kind, asked for by the boss unless another is named. */
async function waiting(by = boss) {
  const asker = by.admin_id;
  const payee = await makePayee(db(), { program_id: (await makeProgram(db())).id });
  return {
    money_setting_changes: await loosened(by),
    refund_requests: await askRefund(asker),
    payout_batches: (await makeBatch(db(), [payee.id], { approval: true, admin_id: asker })).id,
  };
}

async function askRefund(admin_id: number): Promise<number> {
  const wish = wished(await sell(), { type: 'admin', user_id: undefined });
  return transact(system(db(), { admin_id }), async (tx) => (await requestRefund(tx, wish)).id);
}

async function approvals(call: Call, ids: Awaited<ReturnType<typeof waiting>>) {
  const answers = [
    await call('POST', `money-settings/${ids.money_setting_changes}/approve`),
    await decide(call, ids.refund_requests, 'refund'),
    await call('POST', `payout-batch/${ids.payout_batches}/approve`),
  ];
  return answers.map(({ status, body }) => (status === 200 ? 200 : [status, body.message]));
}
const REFUSED = [403, TOO_NEW];

/** What the three screens are told of the same before anybody presses: whether it is one's own, and the account too new. */
async function offered(call: Call, ids: Awaited<ReturnType<typeof waiting>>) {
  const { body: settings } = await call('GET', 'money-settings');
  const { body: refunds } = await call('GET', 'refunds?status=waiting');
  const { body: batches } = await call('GET', `payout-batches?id=${ids.payout_batches}`);
  const request = refunds.refunds.find(({ id }: { id: number }) => id === ids.refund_requests);
  return [settings.pending, request, batches.batches[0]].map(({ own, too_new }) => ({ own, too_new }));
}
const thrice = <Value>(value: Value) => [value, value, value];

test('an approval is offered to whom it is not refused, on each of the three screens', async () => {
  const ids = await waiting();
  const puppet = await make(boss);
  const changed = await app().as({ permissions: ['superadmin'] });
  await changed200(boss, changed.admin_id, { password: 'chosen by another' });
  expect(await offered(puppet, ids)).toEqual(thrice({ own: 0, too_new: 1 }));
  expect(await offered(await app().signedIn(changed.admin_id), ids)).toEqual(thrice({ own: 0, too_new: 1 }));
  expect(await offered(boss, ids)).toEqual(thrice({ own: 1, too_new: 0 }));
  const settled = await app().as({ permissions: ['superadmin'] });
  expect(await offered(settled, ids)).toEqual(thrice({ own: 0, too_new: 0 }));
  // What an account could not approve since it was asked for, it may be asked for anew once the week is over.
  await pass(WEEK_HOURS);
  expect(await offered(await app().signedIn(puppet.admin_id), await waiting())).toEqual(
    thrice({ own: 0, too_new: 0 }),
  );
  // A student's request is no second approval.
  const wish = wished(await sell());
  const { id } = await transact(system(db()), (tx) => requestRefund(tx, wish));
  const { body } = await (await make(boss))('GET', 'refunds?status=waiting');
  expect(body.refunds.find((one: { id: number }) => one.id === id)).toMatchObject({ own: 0, too_new: 0 });
});

describe('nobody approves', () => {
  test('with an account that others have made, however long the chain', async () => {
    const ids = await waiting();
    const first = await make(boss);
    const second = await make(first);
    const third = await make(second);
    for (const puppet of [first, second, third])
      expect(await approvals(puppet, ids)).toEqual([REFUSED, REFUSED, REFUSED]);
    expect(await approvals(boss, ids)).toEqual(Array.from({ length: 3 }, () => [403, SOMEBODY_ELSE]));
    const settled = await app().as({ permissions: ['superadmin'] });
    expect(await approvals(settled, ids)).toEqual([200, 200, 200]);
  });

  test.each([
    ['password', () => ({ password: 'chosen by another' })],
    ['email', () => ({ email: freshEmail() })],
    ['rights', () => ({ permissions: ['superadmin', 'audit'] })],
  ])('once anybody has changed the %s of the account, whoever asked', async (_, changed) => {
    const ids = await waiting();
    const [colleague, third] = [
      await app().as({ permissions: ['superadmin'] }),
      await app().as({ permissions: ['superadmin'] }),
    ];
    expect((await change(third, colleague.admin_id, changed())).status).toBe(200);
    expect(await approvals(await app().signedIn(colleague.admin_id), ids)).toEqual([
      REFUSED,
      REFUSED,
      REFUSED,
    ]);
    await pass(WEEK_HOURS);
    const since = await waiting();
    expect(await approvals(await app().signedIn(colleague.admin_id), since)).toEqual([200, 200, 200]);
  });

  test('once another has reset the factor of the account', async () => {
    const ids = await waiting();
    const colleague = await app().as({ permissions: ['superadmin'] });
    await db()
      .insertInto('one_time_codes')
      .values({ admin_id: colleague.admin_id, pending: false, sealed: Buffer.from('of a device') })
      .execute();
    const third = await app().as({ permissions: ['superadmin'] });
    const reset = await third('POST', `user/${colleague.admin_id}/second-factor/reset`, {
      password: ADMIN_PASSWORD,
    });
    expect(reset.status).toBe(200);
    const again = await app().signedIn(colleague.admin_id);
    expect(await approvals(again, ids)).toEqual([REFUSED, REFUSED, REFUSED]);
    await pass(WEEK_HOURS);
    expect(await approvals(again, await waiting())).toEqual([200, 200, 200]);
  });

  test('what an account has asked for that they have made, themselves or by another, within the week', async () => {
    const settled = await app().as({ permissions: ['superadmin'] });
    const puppet = await make(settled);
    const second = await make(puppet);
    for (const asker of [puppet, second]) {
      const ids = await waiting(asker);
      expect(await offered(settled, ids)).toEqual(thrice({ own: 0, too_new: 1 }));
      expect(await approvals(settled, ids)).toEqual([REFUSED, REFUSED, REFUSED]);
      const other = await app().as({ permissions: ['superadmin'] });
      expect(await approvals(other, ids)).toEqual([200, 200, 200]);
    }
    await query(`update audit_entries set at = at - interval '169 hours' where entity = 'admin'`);
    expect(await approvals(settled, await waiting(puppet))).toEqual([200, 200, 200]);
  });

  test('payout details of which an earlier change is of an account that they have made', async () => {
    const settled = await app().as({ permissions: ['superadmin'] });
    const puppet = await make(settled);
    const { user_id } = await makePayee(db(), { program_id: (await makeProgram(db())).id });
    const change = (changed_by: number | null) => ({
      user_id,
      kind: 'details',
      changed_by,
      needs_approval: true,
    });
    await db()
      .insertInto('payee_changes')
      .values([change(puppet.admin_id), change(boss.admin_id), change(null)])
      .execute();
    const path = `user/${user_id}/payment-settings/approval`;
    const { body: seen } = await settled('GET', path);
    expect(seen.waits).toMatchObject({ own: 0, too_new: 1 });
    const approve = async (by: Call) => {
      const { status, body } = await by('POST', path, { up_to: seen.waits.up_to });
      return status === 200 ? 200 : [status, body.message];
    };
    expect(await approve(settled)).toEqual(REFUSED);
    expect(await approve(await app().as({ permissions: ['superadmin'] }))).toBe(200);
  });

  test('what a student asks for, of whose login they have made the account', async () => {
    const settled = await app().as({ permissions: ['superadmin'] });
    const puppet = await make(settled);
    const wish = wished(await sell());
    const { id } = await transact(system(db()), (tx) => requestRefund(tx, wish));
    // As the login leaves it, which the trigger takes from no request of its own.
    await query(`alter table refund_requests disable trigger user`);
    await query(`update refund_requests set asked_through = array[$1::integer] where id = $2`, [
      puppet.admin_id,
      id,
    ]);
    await query(`alter table refund_requests enable trigger user`);
    const { body } = await settled('GET', 'refunds?status=waiting');
    expect(body.refunds.find((one: { id: number }) => one.id === id)).toMatchObject({ own: 0, too_new: 1 });
    const { status, body: refused } = await decide(settled, id, 'refund');
    expect([status, refused.message]).toEqual(REFUSED);
    expect((await decide(await app().as({ permissions: ['superadmin'] }), id, 'refund')).status).toBe(200);
  });

  test('while the change was on its way', async () => {
    const ids = await waiting();
    const colleague = await app().as({ permissions: ['superadmin'] });
    await using holder = await openHolder(app().ownerUrl);
    await holder.client.query('update admins set password_hash = $1 where id = $2', [
      'taken over',
      colleague.admin_id,
    ]);
    const answers = approvals(colleague, ids);
    await holder.untilWaiting(1);
    await holder.client.query('commit');
    expect(await answers).toEqual([REFUSED, REFUSED, REFUSED]);
  });
});

test('a rejection or a cancel is anybody’s', async () => {
  const ids = await waiting();
  const puppet = await make(boss);
  const answers = [
    await puppet('POST', `money-settings/${ids.money_setting_changes}/reject`),
    await decide(puppet, ids.refund_requests, 'reject'),
    await puppet('POST', `payout-batch/${ids.payout_batches}/cancel`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

describe('seven days', () => {
  test('are 168 hours to the millisecond, also where the clock is put back, and begin no earlier than the asking', async () => {
    const rows = await Promise.all(
      [
        ['2026-10-24T10:00:00.000Z', '2026-10-31T10:00:00.000Z', '2026-10-31T10:00:00.000Z'],
        ['2026-10-24T10:00:00.001Z', '2026-10-31T10:00:00.000Z', '2026-10-31T10:00:00.000Z'],
        ['2026-10-24T10:00:00.000Z', '2026-10-24T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
        ['2026-10-24T10:00:00.001Z', '2026-10-24T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
        ['2026-10-24T10:00:00.000Z', null, '2026-10-31T10:00:00.000Z'],
        [null, null, '2026-10-31T10:00:00.000Z'],
      ].map(async ([changed = null, asked = null, moment = '']) => {
        const [row] = await query(
          `with berlin as (select set_config('timezone', 'Europe/Berlin', false))
          select is_settled($1, $2, $3) as settled from berlin`,
          [changed, asked, moment],
        );
        return row.settled;
      }),
    );
    expect(rows).toEqual([true, false, true, false, true, true]);
  });

  /** What others do to an account, what its owner does, and hours that go by. */
  const step = fc.constantFrom(
    'password',
    'email',
    'rights',
    'own password',
    'recovery',
    ...[1, 24, 100, 167, WEEK_HOURS].map((hours) => ({ hours })),
  );

  test('count from the last change by others, in whatever order things happen', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 6 }), async (made, steps) => {
        const id = (made ? await make(boss) : await app().as({ permissions: ['superadmin'] })).admin_id;
        let password = made ? PASSWORD : '';
        /** Hours since; null: as the installation made it. */
        let changed = made ? 0 : (null as number | null);
        let mailbox = changed;
        let more = false;
        for (const one of steps) {
          if (typeof one === 'object') {
            await pass(one.hours);
            changed = changed === null ? null : changed + one.hours;
            mailbox = mailbox === null ? null : mailbox + one.hours;
          } else if (one === 'own password') {
            // Nobody has given the account its first one.
            if (password === '') continue;
            const own = await app().signedIn(id);
            const next = password === PASSWORD ? 'of their own choice' : PASSWORD;
            await changed200(own, id, { password: next, current_password: password });
            password = next;
          } else if (one === 'recovery') {
            await recover(id);
            password = PASSWORD;
            if (mailbox !== null && mailbox < WEEK_HOURS) changed = 0;
          } else {
            if (one === 'rights') more = !more;
            const wishes: Record<string, object> = {
              password: { password: 'chosen by another' },
              email: { email: freshEmail() },
              rights: { permissions: more ? ['superadmin', 'audit'] : ['superadmin'] },
            };
            await changed200(boss, id, wishes[one] ?? {});
            if (one === 'password') password = 'chosen by another';
            if (one === 'email') mailbox = 0;
            changed = 0;
          }
        }
        const asked = await loosened();
        const answer = await (await app().signedIn(id))('POST', `money-settings/${asked}/approve`);
        expect(answer.status).toBe(changed === null || changed >= WEEK_HOURS ? 200 : 403);
      }),
      { numRuns: inDepth(12, 150) },
    );
  });
});

describe('given SQL as the role of the server', () => {
  const asServer = (text: string, values: unknown[] = []) =>
    query(text, values, app().urls.global).then(
      () => 'done',
      ({ code, constraint }) => constraint ?? code,
    );

  test('no account is older than it is, nor one of the beginning', async () => {
    const { admin_id } = await make(boss);
    expect(await asServer('update admins set access_changed_at = null where id = $1', [admin_id])).toBe(
      '42501',
    );
    expect(await asServer('update admins set email_changed_at = null where id = $1', [admin_id])).toBe(
      '42501',
    );
    expect(
      await asServer(
        `insert into admins (email, password_hash, permissions, access_changed_at)
        values ('old@example.com', '!', '{superadmin}', null)`,
      ),
    ).toBe('42501');
    await query('insert into installation default values on conflict do nothing');
    expect(await asServer('select found_installation()')).toBe('done');
    expect(await asServer('delete from installation')).toBe('42501');
    const [row] = await query('select access_changed_at from admins where id = $1', [admin_id]);
    expect(row.access_changed_at).not.toBeNull();
  });

  test('an account that others have changed approves nothing', async () => {
    const ids = await waiting();
    const { admin_id } = await app().as({ permissions: ['superadmin'] });
    expect(
      await asServer('update admins set password_hash = $1, updated_by = id where id = $2', [
        'taken over',
        admin_id,
      ]),
    ).toBe('done');
    const decision = `decision = 'approved', decided_at = provost_now(), decided_by = $1`;
    for (const [table, set] of [
      ['money_setting_changes', decision],
      ['refund_requests', `${decision}, refund_id = (select max(id) from refunds)`],
      ['payout_batches', `state = 'made', decided_at = provost_now(), decided_by = $1`],
    ] as const)
      expect(await asServer(`update ${table} set ${set} where id = $2`, [admin_id, ids[table]]), table).toBe(
        `${table}_settled_approver`,
      );
    const { user_id } = await makePayee(db(), { program_id: (await makeProgram(db())).id });
    await db()
      .insertInto('payee_changes')
      .values({ user_id, kind: 'details', changed_by: boss.admin_id, needs_approval: true })
      .execute();
    const approved =
      'update payee_changes set approved_by = $1, approved_at = provost_now() where user_id = $2 and needs_approval';
    expect(await asServer(approved, [admin_id, user_id])).toBe('payee_changes_settled_approver');
    const settled = await app().as({ permissions: ['superadmin'] });
    expect(await asServer(approved, [settled.admin_id, user_id])).toBe('done');
  });
});
