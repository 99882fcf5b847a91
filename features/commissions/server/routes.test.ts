/** The instructor commission calls over HTTP: what they do, what they refuse, whose rows they leave alone. */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import { runRecalculation } from './recalculation/recalculation-runs.ts';

const app = useTestApp({ recalculationDelay: 300 });
const db = () => app().platform.database.everything;

let program: number;
let instructor: number;
let referrer: number;
let superadmin: Call & { admin_id: number };
let programadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let stranger: Call & { admin_id: number };

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  const other = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: program, first_name: 'Ada', last_name: 'Lovelace' }))
    .id;
  referrer = (await makeSiteUser(db(), { program_id: program })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  programadmin = await app().as({ permissions: ['programadmin'], program_id: program });
  bound = await app().as({ permissions: ['commissions'], program_id: program });
  stranger = await app().as({ permissions: ['commissions'], program_id: other });
});

const path = () => `instructor-commission/${instructor}`;
const rowsOf = async (call: Call = superadmin) => (await call('GET', path())).body.instructor.commissions;
const short = (rows: { type: number; commission: number }[]) =>
  rows.map(({ type, commission }) => [type, commission]);

describe('GET instructors', () => {
  test('200: filters by name and program, and keeps a bound admin to its own', async () => {
    const { body } = await superadmin('GET', `instructors?name=lovelace&program_id=${program}`);
    expect(body).toMatchObject({
      count: 1,
      instructors: [{ id: instructor, last_name: 'Lovelace', commissions: [] }],
    });
    const own = await stranger('GET', `instructors?program_id=${program}`);
    expect(own.body).toEqual({ instructors: [], count: 0 });
    const past = await superadmin('GET', `instructors?page=9999&program_id=${program}`);
    expect(past.body).toEqual({ instructors: [], count: 1 });
  });

  test('400 for a page below 1', async () => {
    expect((await superadmin('GET', 'instructors?page=0')).status).toBe(400);
  });
});

describe('POST instructor-commission', () => {
  test('200: replaces the rows, derives the instructor, audits it', async () => {
    const commission = [
      { type: 0, commission: 30 },
      {
        type: 3,
        commission: 12.5,
        referrer_id: referrer,
        code: 'SPRING',
        discount: 20,
        discount_type: 'percent',
      },
      { type: 4, commission: 1 },
    ];
    const { status, body } = await superadmin('POST', path(), { commission });
    expect(status).toBe(200);
    expect(short(body.group.commissions)).toEqual([
      [0, 30],
      [3, 12.5],
      [4, 70],
    ]);
    expect(body.group.recalculation).toBeNull();
    const entry = await db()
      .selectFrom('audit_entries')
      .select(['admin_id', 'program_id', 'after'])
      .where('entity', '=', 'instructor_commission')
      .where('entity_id', '=', String(instructor))
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ admin_id: superadmin.admin_id, program_id: program });
    expect(
      short((entry.after as { commissions: { type: number; commission: number }[] }).commissions),
    ).toEqual([
      [0, 30],
      [3, 12.5],
      [4, 70],
    ]);
  });

  test('200: the same rows again change nothing, not even their ids', async () => {
    const first = await superadmin('POST', path(), { commission: [{ type: 0, commission: 30 }] });
    const again = await superadmin('POST', path(), { commission: first.body.group.commissions });
    expect(again.body).toEqual(first.body);
  });

  test('200: rows of a type that the caller may not edit stay, whatever the body says of them', async () => {
    await superadmin('POST', path(), { commission: [{ type: 0, commission: 30 }] });
    const { body } = await programadmin('POST', path(), {
      commission: [
        { type: 0, commission: 1 },
        { type: 1, commission: 10 },
      ],
    });
    expect(short(body.group.commissions)).toEqual([
      [0, 30],
      [1, 10],
      [4, 60],
    ]);
    const emptied = await programadmin('POST', path(), { commission: [] });
    expect(short(emptied.body.group.commissions)).toEqual([
      [0, 30],
      [4, 70],
    ]);
  });

  test.each([
    [
      'the sum above 100',
      [
        { type: 0, commission: 60 },
        { type: 1, commission: 44.5 },
      ],
      'over by 4.5',
    ],
    [
      'a code above the remainder',
      [
        { type: 0, commission: 60 },
        { type: 3, commission: 45, code: 'A', referrer_id: 0 },
      ],
      'exceeds the instructor',
    ],
    [
      'two platform rows',
      [
        { type: 0, commission: 1 },
        { type: 0, commission: 2 },
      ],
      'is set twice',
    ],
    ['three decimals', [{ type: 0, commission: 1.005 }], 'two decimals'],
    ['above 100', [{ type: 0, commission: 101 }], 'commission.0.commission'],
    ['a referral without a user', [{ type: 2, commission: 1 }], 'Choose a user'],
    ['a user who is not there', [{ type: 2, commission: 1, referrer_id: 2_000_000_000 }], 'no such user'],
    ['a code without a code', [{ type: 3, commission: 1, referrer_id: 0, code: ' ' }], 'Enter a code'],
    [
      'a code twice',
      [
        { type: 3, commission: 1, referrer_id: 0, code: 'X' },
        { type: 3, commission: 1, referrer_id: 0, code: 'x ' },
      ],
      'is set twice',
    ],
    [
      'a percentage above 100 as discount',
      [{ type: 3, commission: 1, referrer_id: 0, code: 'X', discount: 101, discount_type: 'percent' }],
      'between 0 and 100',
    ],
    ['an unknown field', [{ type: 0, commission: 1, surprise: true }], 'surprise'],
    ['an unknown type', [{ type: 5, commission: 1 }], 'commission.0.type'],
  ])('400: %s, and nothing is written', async (_, commission, message) => {
    const body = {
      commission: commission.map((row) =>
        'referrer_id' in row && row.referrer_id === 0 ? { ...row, referrer_id: referrer } : row,
      ),
    };
    const answer = await superadmin('POST', path(), body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(message);
    expect(await rowsOf()).toEqual([]);
  });

  test('400: a code that another instructor of the program has; 200 in another program', async () => {
    const rival = await makeInstructor(db(), { program_id: program });
    const code = [{ type: 3, commission: 5, referrer_id: referrer, code: 'TWICE' }];
    expect((await superadmin('POST', `instructor-commission/${rival.id}`, { commission: code })).status).toBe(
      200,
    );
    const refused = await superadmin('POST', path(), { commission: code });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'commission.0.code' }] } });
    const elsewhere = await makeInstructor(db(), { program_id: (await makeProgram(db())).id });
    expect(
      (await superadmin('POST', `instructor-commission/${elsewhere.id}`, { commission: code })).status,
    ).toBe(200);
  });

  test('400: a bound admin cannot name a user of another program, nor tell it from one who is not there', async () => {
    const elsewhere = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id });
    for (const referrer_id of [elsewhere.id, 2_000_000_000]) {
      const commission = [{ type: 2, commission: 5, referrer_id }];
      const { status, body } = await bound('POST', path(), { commission });
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'commission.0.referrer_id', message: 'There is no such user' }],
      ]);
    }
  });

  test('400: a program row on an instructor without a program', async () => {
    const alone = await makeInstructor(db(), { program_id: null });
    const answer = await superadmin('POST', `instructor-commission/${alone.id}`, {
      commission: [{ type: 1, commission: 5 }],
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Instructor programID is not set' } });
  });

  test('404: an instructor of another program, or none', async () => {
    for (const id of [instructor, 2_000_000_000]) {
      const answer = await stranger('POST', `instructor-commission/${id}`, {
        commission: [{ type: 2, commission: 5, referrer_id: referrer }],
      });
      expect(answer.status).toBe(404);
    }
    expect(await rowsOf()).toEqual([]);
  });

  test('409: the second of two who read the same, with the name of the first', async () => {
    const { updated_at } = (await superadmin('GET', path())).body.instructor;
    const rival = await app().as({ permissions: ['superadmin'], email: `first-${instructor}@example.com` });
    const first = await rival('POST', path(), { commission: [{ type: 0, commission: 10 }], updated_at });
    expect(first.status).toBe(200);
    const second = await superadmin('POST', path(), {
      commission: [{ type: 0, commission: 20 }],
      updated_at,
    });
    expect(second).toMatchObject({
      status: 409,
      body: {
        conflict: { changed_by: `first-${instructor}@example.com`, changed_at: first.body.group.updated_at },
      },
    });
    expect(short(await rowsOf())[0]).toEqual([0, 10]);
  });

  test('the same Idempotency-Key answers the first result again; another body with it is a 400', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = { referral: referrer, commission: 5 };
    const calls = await Promise.all(
      [1, 2, 3].map(() => superadmin('POST', `instructor-referral/${instructor}`, body, key)),
    );
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(calls.map((call) => JSON.stringify(call.body))).size).toBe(1);
    expect(short(await rowsOf())).toEqual([
      [2, 5],
      [4, 95],
    ]);
    const other = await superadmin(
      'POST',
      `instructor-referral/${instructor}`,
      { ...body, commission: 6 },
      key,
    );
    expect(other.status).toBe(400);
  });
});

describe('POST instructor-referral', () => {
  test('200: adds a referral, and with a code a code row', async () => {
    await bound('POST', `instructor-referral/${instructor}`, { referral: referrer, commission: 5 });
    const { body } = await bound('POST', `instructor-referral/${instructor}`, {
      referral: referrer,
      commission: 12.5,
      code: 'SPRING',
      discount: 20,
      discount_type: 'percent',
    });
    expect(body.group.commissions).toMatchObject([
      { type: 2, commission: 5, referrer_id: referrer },
      { type: 3, commission: 12.5, code: 'SPRING', discount: 20, discount_type: 'percent' },
      { type: 4, commission: 95 },
    ]);
  });

  test('400: a second referral of a user, who is named; a discount without a code; each at its field', async () => {
    const refer = `instructor-referral/${instructor}`;
    await db()
      .updateTable('site_users')
      .set({ first_name: 'Grace', last_name: 'Hopper' })
      .where('id', '=', referrer)
      .execute();
    const discounted = { referral: referrer, commission: 5, discount: 10, discount_type: 'percent' };
    expect(await bound('POST', refer, discounted)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'discount', message: 'Enter a code to set a discount' }] },
    });
    await bound('POST', refer, { referral: referrer, commission: 5 });
    const message = `Grace Hopper (#${referrer}) already has a referral here. Change that one instead.`;
    const again = await bound('POST', refer, { referral: referrer, commission: 1 });
    expect(again).toMatchObject({ status: 400, body: { message, errors: [{ path: 'referral', message }] } });
    const row = { type: 2, commission: 1, referrer_id: referrer };
    expect(await bound('POST', path(), { commission: [row, row] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'commission.1.referrer_id', message }] },
    });
    expect(short(await rowsOf())).toEqual([
      [2, 5],
      [4, 95],
    ]);
  });

  test('400 above the remainder, 404 for a foreign instructor', async () => {
    const over = await bound('POST', `instructor-referral/${instructor}`, {
      referral: referrer,
      commission: 100.5,
    });
    expect(over.status).toBe(400);
    const foreign = await stranger('POST', `instructor-referral/${instructor}`, {
      referral: referrer,
      commission: 1,
    });
    expect(foreign.status).toBe(404);
  });
});

describe('DELETE instructor-commission', () => {
  test('200: takes the row away and derives the instructor anew; then 404', async () => {
    const { body } = await superadmin('POST', path(), {
      commission: [
        { type: 0, commission: 30 },
        { type: 1, commission: 10 },
      ],
    });
    const [, programRow] = body.group.commissions;
    const removed = await programadmin('DELETE', `instructor-commission/${programRow.id}`);
    expect(short(removed.body.group.commissions)).toEqual([
      [0, 30],
      [4, 70],
    ]);
    expect((await bound('DELETE', `instructor-commission/${programRow.id}`)).status).toBe(404);
  });

  test('403 for a row of a type that is not theirs, 404 for a foreign one', async () => {
    const { body } = await superadmin('POST', path(), { commission: [{ type: 0, commission: 30 }] });
    const [row] = body.group.commissions;
    expect((await bound('DELETE', `instructor-commission/${row.id}`)).status).toBe(403);
    expect((await stranger('DELETE', `instructor-commission/${row.id}`)).status).toBe(404);
    expect(short(await rowsOf())).toEqual([
      [0, 30],
      [4, 70],
    ]);
  });
});

describe('save and update', () => {
  async function sales() {
    const { id: class_id } = await makeClass(db(), { instructor_id: instructor, program_id: program });
    await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 20 }]);
    for (const amount of [4999, 3333, 1])
      await recordCharge(system(db()), { class_id, amount, currency: 'USD' });
    await recordCharge(system(db()), { class_id, amount: 1200, currency: 'JPY' });
    return class_id;
  }
  const total = async (type: number, currency: string) => {
    const { sum } = await db()
      .selectFrom('charge_lines as l')
      .innerJoin('charges as c', 'c.id', 'l.charge_id')
      .select((eb) => eb.fn.sum<number>('l.amount').as('sum'))
      .where('c.instructor_id', '=', instructor)
      .where('l.type', '=', type)
      .where('c.currency', '=', currency)
      .executeTakeFirstOrThrow();
    return Number(sum ?? 0);
  };
  const commission = () => [
    { type: 0, commission: 30 },
    { type: 2, commission: 5, referrer_id: referrer },
  ];

  test('the preview changes nothing and says what the run then does', async () => {
    await sales();
    const rows = await rowsOf();
    const preview = await superadmin('POST', `${path()}/preview`, { commission: commission() });
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({ delay: 300, charges: 4, held: 0, persons: 3 });
    expect(await rowsOf()).toEqual(rows);

    const before = { usd: await total(4, 'USD'), jpy: await total(4, 'JPY') };
    const saved = await superadmin('POST', path(), { commission: commission(), update: true });
    expect(saved.body.group.recalculation).toMatchObject({ requested_by: expect.stringContaining('@') });
    expect(await total(4, 'USD')).toBe(before.usd);
    await runNow(saved.body.group.recalculation.id);
    const ofInstructor = (currency: string) =>
      preview.body.moves.find(
        (move: { type: number; currency: string }) => move.type === 4 && move.currency === currency,
      );
    expect(ofInstructor('USD')).toMatchObject({
      before: before.usd / 100,
      after: (await total(4, 'USD')) / 100,
    });
    expect(ofInstructor('JPY')).toMatchObject({ before: before.jpy, after: await total(4, 'JPY') });
  });

  test('two saves within the delay wait as one, later than the first; a cancelled one does not run', async () => {
    await sales();
    const first = await superadmin('POST', path(), { commission: commission(), update: true });
    const second = await superadmin('POST', path(), {
      commission: [{ type: 0, commission: 40 }],
      update: true,
    });
    const waiting = second.body.group.recalculation;
    expect(waiting.id).toBe(first.body.group.recalculation.id);
    expect(Date.parse(waiting.run_at)).toBeGreaterThan(Date.parse(first.body.group.recalculation.run_at));
    const seen = await superadmin('GET', `recalculation/${waiting.id}`);
    expect(seen.body).toMatchObject({ recalculation: { status: 'waiting' }, preview: { charges: 4 } });
    expect((await stranger('GET', `recalculation/${waiting.id}`)).status).toBe(404);
    expect((await bound('DELETE', `recalculation/${waiting.id}`)).status).toBe(403);
    expect((await superadmin('DELETE', `recalculation/${waiting.id}`)).body.recalculation.status).toBe(
      'cancelled',
    );
    expect((await superadmin('DELETE', `recalculation/${waiting.id}`)).status).toBe(400);
    const before = await total(0, 'USD');
    await runNow(waiting.id);
    expect(await total(0, 'USD')).toBe(before);
  });

  test('a plain save moves no earlier charge', async () => {
    await sales();
    const before = await total(4, 'USD');
    await superadmin('POST', path(), { commission: commission() });
    expect(await total(4, 'USD')).toBe(before);
  });

  async function runNow(id: number) {
    await db()
      .updateTable('recalculations')
      .set({ run_at: new Date(0).toISOString() })
      .where('id', '=', id)
      .execute();
    await runRecalculation(app().platform, id);
  }
});
