/** Requests for refunds: who decides, once, what is left; and what the database itself refuses. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '../../../../core/access.ts';
import { SOMEBODY_ELSE } from '../../../../core/second-approver.ts';
import { transact } from '../../../../server/context.ts';
import { NO_SCOPE, scopeKey, signedScope } from '../../../../server/db/scope.ts';
import { makeProgram } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeImport } from '../../../../test/rows/imports.ts';
import { refundRequestsIn } from '../../../../test/rows/refund-requests.ts';
import { system } from '../../../../test/system.ts';
import { until } from '../../../../test/until.ts';
import { openHolder } from '../../../../test/waiting.ts';
import { refundCharge } from '../../refunds/server/refunds.ts';
import { reserveRefund } from '../../refunds/server/reserve.ts';
import { waitingRequests } from './refund-requests.ts';

type Staff = Call & { admin_id: number };

const app = useTestApp();
const { db, sell, sellBundle, ask, askAs, staff, decide, read, chargeRow, refundsOf } = refundRequestsIn(app);

describe('POST refund/{id}/refund, /reject', () => {
  test('each kind of admin decides what they see, and nothing else', async () => {
    const kinds: [Permission[], bound: boolean, may: boolean][] = [
      [['superadmin'], false, true],
      [['programadmin'], false, true],
      [['programadmin'], true, true],
      [['money'], false, true],
      [['money'], true, true],
      [['commissions', 'store', 'users', 'catalogue'], false, false],
      [['commissions', 'store', 'users', 'catalogue'], true, false],
    ];
    const elsewhere = await makeProgram(db());
    for (const [permissions, bound, may] of kinds) {
      for (const verb of ['refund', 'reject'] as const) {
        const sold = await sell();
        const { id } = await ask(sold);
        // A superadmin is bound to no program.
        const foreign = permissions[0] === 'superadmin' ? [] : [await staff(permissions, elsewhere.id)];
        const refused = await Promise.all(foreign.map((call) => decide(call, id, verb)));
        expect(statusesOf(refused)).toEqual(foreign.map(() => (may ? 404 : 403)));
        const call = await staff(permissions, bound ? sold.program_id : 0);
        const { status, body } = await decide(call, id, verb);
        expect(status, `${permissions.join()}, bound: ${bound}`).toBe(may ? 200 : 403);
        expect(body.refund?.status).toBe(may ? { refund: 'approved', reject: 'rejected' }[verb] : undefined);
        expect(await refundsOf(sold.id)).toHaveLength(may && verb === 'refund' ? 1 : 0);
      }
    }
  });

  test('what was paid through Stripe is refunded by nobody where Stripe is not set up', async () => {
    const call = await staff();
    const sold = await sell();
    const { id } = await ask(sold);
    const paid = { provider: 'stripe', provider_charge: `ch_${sold.id}` };
    await db().updateTable('charges').set(paid).where('id', '=', sold.id).execute();
    const words = 'This transaction was paid through Stripe. Stripe is not set up here: refund it in Stripe';
    for (const { status, body } of [
      await call('POST', `charge/${sold.id}/refund`, { amount: 1 }),
      await decide(call, id, 'refund'),
    ])
      expect([status, body.message]).toEqual([400, words]);
    expect(await refundsOf(sold.id)).toEqual([]);
    expect(await chargeRow(sold.id)).toMatchObject({ reserved: 0 });
    const { config } = app().platform;
    Object.assign(config, { stripeSecretKey: 'sk_test_none' });
    expect((await call('POST', `charge/${sold.id}/refund`, { amount: 1 })).status).toBe(200);
    delete config.stripeSecretKey;
    expect((await decide(call, id, 'reject')).status).toBe(200);
  });

  test('who asked decides nothing of it, neither here nor in the database; somebody else does', async () => {
    const [asker, other] = [await staff(), await staff()];
    const sold = await sell();
    const { id } = await askAs(asker.admin_id, sold);
    for (const verb of ['refund', 'reject'] as const) {
      const { status, body } = await decide(asker, id, verb);
      expect([status, body.message]).toEqual([403, SOMEBODY_ELSE]);
    }
    const behindUs = db()
      .updateTable('refund_requests')
      .set({ decision: 'rejected', decided_at: '2026-01-01', decided_by: asker.admin_id })
      .where('id', '=', id);
    await expect(behindUs.execute()).rejects.toMatchObject({ constraint: 'refund_requests_somebody_else' });
    expect((await decide(other, id, 'refund')).status).toBe(200);
    expect(await refundsOf(sold.id)).toMatchObject([{ amount: 1000, reason: 'No time' }]);
  });

  test('who has logged in as the student within a day decides nothing of what the student asks', async () => {
    const sold = await sell();
    const superadmins = await Promise.all(Array.from({ length: 3 }, () => staff(['superadmin'])));
    const [inTheirName, longAgo, never] = superadmins as [Staff, Staff, Staff];
    const opened = await inTheirName('POST', `user/${sold.student_id}/login`);
    const token = new URL(opened.body.url).hash.slice(1);
    const { program_tag } = await db()
      .selectFrom('programs')
      .select('program_tag')
      .where('id', '=', sold.program_id)
      .executeTakeFirstOrThrow();
    const exchanged = await app().call('POST', '/api/site/login-as', { token, program_tag });
    expect(exchanged.status).toBe(200);
    await sql`insert into site_logins (token_hash, user_id, program_id, admin_id, created_at, expires_at, exchanged_at, session_expires_at)
      select sha256('old'), user_id, program_id, ${longAgo.admin_id}, t, t + interval '1 minute', t + interval '1 second', t + interval '1 hour'
      from site_logins l, (select now() - interval '2 days' as t) t where l.admin_id = ${inTheirName.admin_id}`.execute(
      db(),
    );
    await never('POST', `user/${sold.student_id}/login`);
    for (const by of [longAgo, never]) {
      const { id } = await ask(sold);
      expect(await read(inTheirName, id)).toMatchObject({ own: 1 });
      for (const verb of ['refund', 'reject'] as const) {
        const { status, body } = await decide(inTheirName, id, verb);
        expect([status, body.message]).toEqual([403, SOMEBODY_ELSE]);
      }
      const forget = sql`update refund_requests set asked_through = '{}' where id = ${id}`;
      await forget.execute(db());
      const behindUs = sql`update refund_requests set decision = 'rejected', decided_at = now(),
        decided_by = ${inTheirName.admin_id} where id = ${id}`;
      await expect(behindUs.execute(db())).rejects.toMatchObject({
        constraint: 'refund_requests_nobody_through',
      });
      expect(await read(by, id)).toMatchObject({ own: 0 });
      expect((await decide(by, id, 'refund')).status).toBe(200);
    }
  });

  test('who has set the password or email of the student within seven days decides nothing of what the student asks', async () => {
    const sold = await sell();
    const [byPassword, byEmail, byImport, longAgo, another] = (await Promise.all(
      Array.from({ length: 5 }, () => staff(['superadmin'])),
    )) as [Staff, Staff, Staff, Staff, Staff];
    const save = async (by: Staff, user_data: object) =>
      expect((await by('PATCH', `site-user/${sold.student_id}`, { user_data })).status).toBe(200);
    await save(longAgo, { password: 'of last week' });
    const owner = new pg.Client(app().ownerUrl);
    await owner.connect();
    await owner.query(`update audit_entries set at = at - interval '169 hours' where admin_id = $1`, [
      longAgo.admin_id,
    ]);
    await owner.end();
    await save(another, { experience: 'Years of it' });
    await save(byPassword, { password: 'known to staff' });
    await save(byEmail, { email: `mine-${sold.student_id}@example.com` });
    for (const [by, mapping] of [
      [byImport, { Mail: 'email', Secret: 'password' }],
      [another, { Mail: 'email', Name: 'first_name' }],
    ] as const) {
      const import_id = await makeImport(db(), { kind: 'users', mapping, admin_id: by.admin_id });
      const row = { import_id, line: 2, outcome: 'updated', user_id: sold.student_id, before: '{}' };
      await db().insertInto('user_import_rows').values(row).execute();
    }
    const { id } = await ask(sold);
    for (const by of [byPassword, byEmail, byImport]) {
      expect(await read(by, id)).toMatchObject({ own: 1 });
      for (const verb of ['refund', 'reject'] as const) {
        const { status, body } = await decide(by, id, verb);
        expect([status, body.message]).toEqual([403, SOMEBODY_ELSE]);
      }
    }
    expect(await read(another, id)).toMatchObject({ own: 0 });
    expect((await decide(another, id, 'refund')).status).toBe(200);
    expect((await decide(longAgo, (await ask(sold)).id, 'refund')).status).toBe(200);
  });

  test('who has made a key of the site within seven days decides nothing of what its users ask', async () => {
    const sold = await sell();
    const [maker, reader, longAgo, ended] = (await Promise.all(
      Array.from({ length: 4 }, () => staff(['superadmin'])),
    )) as [Staff, Staff, Staff, Staff];
    const { program_id } = await db()
      .selectFrom('site_users')
      .select('program_id')
      .where('id', '=', sold.student_id)
      .executeTakeFirstOrThrow();
    const make = async (by: Staff, right: string) => {
      const body = { name: 'Shop', rights: [right] };
      expect((await by('POST', `program/${program_id}/site-keys`, body)).status).toBe(200);
    };
    await make(maker, 'write');
    await make(reader, 'read');
    await make(longAgo, 'write');
    await make(ended, 'write');
    const owner = new pg.Client(app().ownerUrl);
    await owner.connect();
    const set = (what: string, by: Staff) =>
      owner.query(`update site_keys set ${what} where created_by = $1`, [by.admin_id]);
    await set(`created_at = created_at - interval '169 hours'`, longAgo);
    await set('ends_at = provost_now()', ended);
    await owner.end();
    const { id } = await ask(sold);
    expect(await read(maker, id)).toMatchObject({ own: 1 });
    const { status, body } = await decide(maker, id, 'refund');
    expect([status, body.message]).toEqual([403, SOMEBODY_ELSE]);
    for (const by of [reader, longAgo, ended]) expect(await read(by, id)).toMatchObject({ own: 0 });
    expect((await decide(reader, id, 'refund')).status).toBe(200);
  });

  test('decided once: the next is told who did, and when; the same key answers the same', async () => {
    const email = 'second@example.com';
    const [first, second] = [await staff(), await app().as({ permissions: ['money'], email })];
    const sold = await sell();
    const { id } = await ask(sold);
    const key = { 'idempotency-key': `approve ${id}` };
    const answers = [await decide(second, id, 'refund', key), await decide(second, id, 'refund', key)];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    for (const [call, verb] of [
      [first, 'refund'],
      [first, 'reject'],
      [second, 'reject'],
    ] as const) {
      const { status, body } = await decide(call, id, verb);
      expect([status, body.message]).toEqual([409, `${email} has already approved this`]);
      expect(body.conflict).toEqual({
        changed_by: email,
        changed_at: answers[0]?.body.refund.decided_at,
      });
    }
    expect(await refundsOf(sold.id)).toHaveLength(1);
    const again = db()
      .updateTable('refund_requests')
      .set({ decision: 'rejected', refund_id: null })
      .where('id', '=', id);
    await expect(again.execute()).rejects.toMatchObject({
      constraint: 'refund_requests_once',
    });
  });

  test('who waited for the decision is told who made it, also where the name is theirs to see by it alone', async () => {
    const sold = await sell();
    const { id } = await ask(sold);
    const email = `first-${id}@example.com`;
    const first = await app().as({ permissions: ['money'], email });
    const waits = await staff(['money'], sold.program_id);
    // Both wait for the request, one behind the other, and have begun to read before either has decided.
    const holder = new pg.Client(app().urls.global);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from refund_requests where id = $1 for update', [id]);
    const won = decide(first, id, 'reject');
    await waitsFor(1);
    const lost = decide(waits, id, 'refund');
    await waitsFor(2);
    await holder.query('commit');
    await holder.end();
    expect((await won).status).toBe(200);
    const { status, body } = await lost;
    expect([status, body.message, body.conflict.changed_by]).toEqual([
      409,
      `${email} has already rejected this`,
      email,
    ]);
  });

  test('above what is left it says so, and can only be rejected; of a bundle’s class as well', async () => {
    const call = await staff();
    const [sold, bundle] = [await sell(), await sellBundle()];
    const [whole, part] = [
      await ask(sold, { amount: 4999 }),
      await ask(bundle, { class_id: bundle.inside[1], amount: 1000 }),
    ];
    await refundCharge(system(db()), { charge_id: sold.id, amount: 3799 });
    await transact(system(db()), (tx) =>
      reserveRefund(tx, {
        charge_id: bundle.id,
        class_id: bundle.inside[1],
        amount: 1,
        cancel_registration: false,
        reason: '',
      }),
    );
    for (const [{ id }, left] of [
      [whole, 12],
      [part, 9.99],
    ] as const) {
      expect(await read(call, id)).toMatchObject({ status: null, refund_available: left });
      const { status, body } = await decide(call, id, 'refund');
      expect([status, body.errors[0].path]).toEqual([400, 'amount']);
      expect(body.message).toBe(
        `Only USD ${left.toFixed(2)} is left to refund, so this can only be rejected`,
      );
      expect((await decide(call, id, 'reject')).status).toBe(200);
    }
    const fits = await ask(bundle, { class_id: bundle.inside[0], amount: 3000, cancel_registration: true });
    expect((await decide(call, fits.id, 'refund')).body.refund).toMatchObject({
      status: 'approved',
      refund_available: 0,
    });
    expect((await refundsOf(bundle.id)).at(-1)).toMatchObject({ amount: 3000, class_id: bundle.inside[0] });
  });

  test('fifty decisions of one request at once: one effect', async () => {
    const sold = await sell();
    const { id } = await ask(sold);
    const callers = await Promise.all([staff(), staff(['money'], sold.program_id), staff(['superadmin'])]);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        decide(callers[n % 3] as Call, id, n % 4 === 0 ? 'reject' : 'refund'),
      ),
    );
    expect(statusesOf(all)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const by = all.find(({ status }) => status === 200)?.body.refund.decided_by;
    const told = all.filter(({ status }) => status === 409).map(({ body }) => body.conflict?.changed_by);
    expect(new Set(told)).toEqual(new Set([by]));
    const { status } = await read(callers[0], id);
    expect(await refundsOf(sold.id)).toHaveLength(status === 'approved' ? 1 : 0);
    expect(await chargeRow(sold.id)).toEqual({ refunded: 0, reserved: status === 'approved' ? 1000 : 0 });
    const log = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'refund_request')
      .where('entity_id', '=', String(id))
      .where('action', '!=', 'create')
      .execute();
    expect(log).toHaveLength(1);
  });

  test('fifty requests of one charge approved at once: as many as fit', async () => {
    const sold = await sell();
    const call = await staff();
    const requests: number[] = [];
    for (let n = 0; n < 50; n++) requests.push((await ask(sold, { amount: 700 })).id);
    const all = await Promise.all(requests.map((id) => decide(call, id, 'refund')));
    expect(statusesOf(all)).toEqual([
      ...Array.from({ length: 7 }, () => 200),
      ...Array.from({ length: 43 }, () => 400),
    ]);
    expect(await chargeRow(sold.id)).toEqual({ refunded: 0, reserved: 4900 });
    expect((await waitingRequests(system(db(), { program_id: sold.program_id }))).count).toBe(43);
  });

  test('whoever has been demoted or deleted while the call waited decides nothing', async () => {
    const sold = await sell();
    const { id } = await ask(sold);
    for (const gone of ['deleted_at = now()', "permissions = '{store}'"]) {
      const call = await staff(['money'], sold.program_id);
      await using holder = await openHolder(app().ownerUrl);
      await holder.client.query(`update admins set ${gone} where id = $1`, [call.admin_id]);
      const calls = [decide(call, id, 'refund'), decide(call, id, 'reject')];
      await holder.untilWaiting(2);
      await holder.client.query('commit');
      expect(statusesOf(await Promise.all(calls))).toEqual([401, 401]);
    }
    expect((await read(await staff(), id)).status).toBeNull();
  });
});

test('the database lets a program ask and decide in its own name only, and move nothing by it', async () => {
  const [own, foreign] = [await sell(), await sell()];
  const [mine, theirs] = [await ask(own), await ask(foreign)];
  const { admin_id } = await staff(['money'], own.program_id);
  const scoped = app().platform.database.forProgram(own.program_id);
  const visible = await scoped.selectFrom('refund_requests').select('id').execute();
  expect(visible).toEqual([{ id: mine.id }]);
  const values = { amount: 1, type: 'admin', admin_id, scope_program_id: own.program_id };
  const refused = [
    // Of another program's charge, or as if it were another program's.
    scoped.insertInto('refund_requests').values({ ...values, charge_id: foreign.id }),
    scoped
      .insertInto('refund_requests')
      .values({ ...values, charge_id: own.id, scope_program_id: foreign.program_id }),
    scoped.updateTable('refund_requests').set({ amount: 1 }).where('id', '=', mine.id),
    scoped.updateTable('refund_requests').set({ admin_id: null }).where('id', '=', mine.id),
    scoped.deleteFrom('refund_requests').where('id', '=', mine.id),
  ];
  for (const query of refused) await expect(query.execute()).rejects.toMatchObject({ code: '42501' });
  const decided = { decision: 'rejected', decided_at: '2026-01-01', decided_by: admin_id };
  const none = await scoped
    .updateTable('refund_requests')
    .set(decided)
    .where('id', '=', theirs.id)
    .executeTakeFirst();
  expect(none.numUpdatedRows).toBe(0n);
});

describe('above the limit of a second approver', () => {
  const limit = (above: object) =>
    sql`update settings set value = jsonb_set(value, '{rules,refund_approval_above}', ${JSON.stringify(above)}::jsonb)
      where name = 'money'`.execute(db());
  beforeAll(() => limit({ USD: 3000 }));
  afterAll(() => limit({}));

  test('halves that are asked for at once are as much as the whole', async () => {
    const sold = await sell();
    const call = await staff(['money'], sold.program_id);
    const asked = await Promise.all(
      Array.from({ length: 4 }, () =>
        call('POST', `charge/${sold.id}/refund`, { amount: 12, cancel_registration: false }),
      ),
    );
    expect(statusesOf(asked)).toEqual([200, 200, 200, 200]);
    expect(asked.filter(({ body }) => body.request === null)).toHaveLength(2);
    expect(await chargeRow(sold.id)).toMatchObject({ reserved: 2400 });
  });

  test('a statement of a program’s session gives nothing back that one alone has asked for', async () => {
    const { program_id } = await sell();
    const [one, other] = [await staff(['money'], program_id), await staff(['money'], program_id)];
    const scoped = app().platform.database.forProgram(program_id, one.admin_id);
    const asAdmin = (admin_id: number) => signedScope(scopeKey(app().urls.scoped), { program_id, admin_id });
    /** Reserves by SQL, with a request that names `asks` and, where anybody has, who approved it. */
    const reserve = async (
      amount: number,
      request?: { amount: number; decided_by: number; type?: string },
    ) => {
      const sold = await sell({}, program_id);
      return tellsOf(
        scoped.transaction().execute(async (trx) => {
          await sql`update charges set reserved = reserved + ${amount} where id = ${sold.id}`.execute(trx);
          const { rows } = await sql<{ id: number }>`
            insert into refunds (charge_id, scope_program_id, amount, cancel_registration, reason, origin, provider, created_by)
            values (${sold.id}, ${program_id}, ${amount}, false, '', 'here', 'manual', ${one.admin_id}) returning id`.execute(
            trx,
          );
          if (request) {
            const { type = 'admin' } = request;
            const asking = type === 'admin' ? one.admin_id : null;
            const student = type === 'admin' ? null : sold.student_id;
            const { rows: asked } = await sql<{ id: number }>`
              insert into refund_requests (charge_id, scope_program_id, amount, type, admin_id, user_id)
              values (${sold.id}, ${program_id}, ${request.amount}, ${type}, ${asking}, ${student}) returning id`.execute(
              trx,
            );
            await sql`select set_config('provost.scope', ${asAdmin(request.decided_by)}, true)`.execute(trx);
            await sql`update refund_requests set decision = 'approved', decided_at = provost_now(),
              decided_by = ${request.decided_by}, refund_id = ${rows[0]?.id} where id = ${asked[0]?.id}`.execute(
              trx,
            );
          }
          // By the time it is looked at, the transaction works for nobody.
          await sql`select set_config('provost.scope', ${NO_SCOPE}, true)`.execute(trx);
        }),
      );
    };
    expect(await reserve(3000)).toBe('done');
    expect(await reserve(3001)).toBe('refunds_second_pair');
    const decided_by = other.admin_id;
    expect(await reserve(3001, { amount: 1, decided_by })).toBe('refunds_second_pair');
    expect(await reserve(3001, { amount: 3001, decided_by: one.admin_id })).toBe(
      'refund_requests_somebody_else',
    );
    expect(await reserve(3001, { amount: 3001, decided_by, type: 'student' })).toBe('42501');
    expect(await reserve(3001, { amount: 3001, decided_by })).toBe('done');
  });
});

/** What the database says to it: the constraint that refuses it, or its code. */
async function tellsOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}

/** Until so many of the database's sessions wait for a row; asked as its owner, who sees what each role waits for. */
async function waitsFor(sessions: number): Promise<void> {
  const client = new pg.Client({ connectionString: app().ownerUrl });
  await client.connect();
  const waiting = async () => {
    const { rows } = await client.query(`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%refund_requests%'`);
    return rows[0].waiting;
  };
  await until(async () => expect(await waiting()).toBe(sessions));
  await client.end();
}
