/** Each count is that of the list at its link, for whoever asks. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '../../../core/access.ts';
import {
  makeClass,
  makeInstructor,
  makeProduct,
  makeProgram,
  makePurchase,
  makeSiteUser,
} from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makeCharge, makeRefund } from '../../../test/rows/charges.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { countedWork } from '../../../test/rows/counted-work.ts';
import { makeEvent } from '../../../test/rows/events.ts';
import { system } from '../../../test/system.ts';
import type { RefundState } from '../../transactions/refunds/rules.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import type { Attention } from '../contract.ts';

const app = useTestApp({ recalculationDelay: 300 });
const db = () => app().platform.database.everything;
let own: number;
let foreign: number;

async function fill(program: number): Promise<void> {
  const call = await app().as({ permissions: ['programadmin'], program_id: program });
  const instructor = await makeInstructor(db(), { program_id: program });
  const { id } = await makeClass(db(), { instructor_id: instructor.id, program_id: program });
  const update = { commission: [{ type: 1, commission: 10 }], update: true };
  for (const path of [`instructor-commission/${instructor.id}`, `program-commission/${program}`])
    expect((await call('POST', path, update)).status).toBe(200);
  await call('POST', `class-commission/${id}`, { commission: [{ type: 1, commission: 50 }], update: true });
  await setRows(db(), 'instructor', instructor.id, [{ type: 0, commission: 60 }]);
  for (let n = 0; n < 2; n++) {
    const charge_id = await recordCharge(system(db()), { class_id: id, amount: 999, currency: 'USD' });
    const request = {
      charge_id,
      scope_program_id: program,
      amount: 1,
      type: 'instructor',
      user_id: instructor.id,
    };
    const decided = { decision: 'rejected', decided_at: '2026-01-01T00:00:00Z', decided_by: call.admin_id };
    await db()
      .insertInto('refund_requests')
      .values([request, { ...request, ...(n === 0 && decided) }].slice(n))
      .execute();
  }
  await makeEvent(db(), { program_id: program });
  await outdate(id, program);
  await failRules(program);
  await failImport(program);
  await db()
    .insertInto('payout_adjustments')
    .values({
      user_id: (await makeInstructor(db(), { program_id: program })).id,
      scope_program_id: program,
      currency: 'USD',
      amount: -100,
      kind: 'refund',
      created_at: new Date(Date.now() - 91 * 86_400_000).toISOString(),
    })
    .execute();
  await failRefunds({ program_id: program, instructor_id: instructor.id, class_id: id });
  const address = {
    name: 'Ada',
    street: 'Elm 1',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    country_id: 'us',
  };
  for (const lilt_delivery of [JSON.stringify(address), ''])
    await makePurchase(db(), {
      user_id: (await makeSiteUser(db(), { program_id: program, lilt_delivery })).id,
    });
}

/** One failed, one failed and pauses, one is well. */
async function failRules(program_id: number): Promise<void> {
  const rule = {
    program_id,
    name: 'A rule',
    subject: 'News',
    from_name: 'Provost',
    from_email: 'news@example.com',
    template: 'community-highlights.html',
    type: 'community_highlights',
    items: JSON.stringify([{ field_name: 'user_type', condition: 'equals', value: 'S' }]),
  };
  const failed = { failed_at: new Date().toISOString(), failure: 'Its template is gone' };
  for (const how of [failed, { ...failed, active: 0 }, {}])
    await db()
      .insertInto('email_rules')
      .values({ ...rule, ...how })
      .execute();
}

/** A class in two languages, and a product in one: two texts, of two areas. */
async function outdate(class_id: number, program_id: number): Promise<void> {
  const made_from = JSON.stringify({ class_name: 'older', name: 'older' });
  for (const language_slug of ['de', 'fr'])
    await db()
      .insertInto('class_translations')
      .values({ class_id, language_slug, class_name: 'Kurs', made_from })
      .execute();
  const { id: product_id } = await makeProduct(db(), { program_id });
  await db()
    .insertInto('gift_product_translations')
    .values({ product_id, language_slug: 'de', name: 'Teekanne', made_from })
    .execute();
}

/** Fails one that was to write, and one that was only read; brings a third again, and waits too long with a fourth. */
async function failImport(program: number): Promise<void> {
  const values = {
    program_id: program,
    file_name: `people-${program}.csv`,
    bytes: 1,
    sha256: Buffer.alloc(32, program),
    encoding: 'utf-8',
    separator: ',',
    kind: 'users',
    headers: '["email"]',
    samples: '{}',
    mapping: '{"email":"email"}',
    import_send_email: false,
    import_update: true,
    import_create: true,
    import_class_enrol: false,
    dry_run: false,
    state: 'failed',
    reason: 'Away',
    finished_at: sql<string>`provost_now() - interval '1 day'`,
  };
  const again = { file_name: `again-${program}.csv`, sha256: Buffer.alloc(32, program + 100) };
  await db()
    .insertInto('imports')
    .values([
      values,
      { ...values, dry_run: true },
      { ...values, ...again },
      { ...values, ...again, sha256: Buffer.alloc(32, program + 200), state: 'done' },
      { ...values, finished_at: sql<string>`provost_now() - interval '31 days'` },
      // Of history one failed, and one of the same file as the users' did not: it brings nobody of them.
      {
        ...values,
        kind: 'coins',
        file_name: `history-${program}.csv`,
        sha256: Buffer.alloc(32, program + 50),
      },
      { ...values, kind: 'coins', state: 'done' },
      {
        ...values,
        kind: 'classes',
        file_name: `classes-${program}.csv`,
        sha256: Buffer.alloc(32, program + 60),
        mapping: '{"name":"class_name"}',
      },
    ])
    .execute();
}

/** One fails, three have no outcome after an hour, three within it; what failed is tried again with success, or forgotten. */
async function failRefunds(of: {
  program_id: number;
  instructor_id: number;
  class_id: number;
}): Promise<void> {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const refund = async (...states: { state: RefundState; failed_at?: string; created_at?: string }[]) => {
    const { id: charge_id } = await makeCharge(db(), of);
    for (const state of states) await makeRefund(db(), { charge_id, amount: 100, ...state });
  };
  await refund({ state: 'failed' });
  for (const state of ['requested', 'sending', 'unknown'] as const) {
    await refund({ state, created_at: hoursAgo(1.1) });
    await refund({ state, created_at: hoursAgo(0.9) });
  }
  await refund({ state: 'pending', created_at: hoursAgo(100) });
  await refund({ state: 'failed' }, { state: 'succeeded' });
  await refund({ state: 'failed', failed_at: hoursAgo(31 * 24) });
}

beforeAll(async () => {
  own = (await makeProgram(db())).id;
  foreign = (await makeProgram(db())).id;
  await fill(own);
  await fill(foreign);
  const lent = await makeEvent(db(), { program_id: foreign });
  await db().insertInto('event_programs').values({ event_id: lent.id, program_id: own }).execute();
  await makeEvent(db(), { program_id: own, end_at: new Date(Date.now() + 86_400_000).toISOString() });
  const superadmin = await app().as({ permissions: ['superadmin'] });
  await superadmin('POST', 'site-commission', { commission: 20, update: true });
  const batch = { kind: 'sales', created_by: superadmin.admin_id } as const;
  // The first of those that failed was begun again, the last not yet.
  for (const state of ['failed', 'proposed', 'failed'] as const)
    await db()
      .insertInto('payout_batches')
      .values({ ...batch, state })
      .execute();
});

type Row = Record<string, unknown>;

/** The list of a kind, since when a row of it waits, and what it is worth. */
const WORTH: [kind: string, list: string, rows: string, since: string | null, amount: string][] = [
  ['refund_requests', 'refunds?status=waiting', 'refunds', 'created_at', 'amount'],
  ['held_charges', 'held-charges', 'charges', 'created_at', 'amount'],
  ['payees_without_method', 'payouts?without_method=1', 'payouts', null, 'payout'],
];

test.each(WORTH)(
  'the oldest and the sums of %s are those of the list',
  async (kind, list, name, since, amount) => {
    for (const program_id of [0, own]) {
      const call = await app().as({ permissions: ['programadmin'], program_id });
      const rows: Row[] = (await call('GET', list)).body[name];
      const [item] = (await call('GET', `dashboard/attention?kind=${kind}`)).body.items;
      expect(item.count).toBe(rows.length);
      const moments = since === null ? [null] : rows.map((row) => String(row[since])).toSorted();
      expect(item.oldest).toBe(moments[0]);
      const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
        currency,
        amount: of.reduce((sum, row) => sum + Number(row[amount]), 0),
      }));
      expect(item.amounts.map(inCents)).toEqual(sums.map(inCents));
    }
  },
);

const inCents = ({ currency, amount }: { currency: unknown; amount: number }) => [
  currency,
  Math.round(amount * 100),
];

describe('GET dashboard/attention', () => {
  test.each<[who: string, permissions: Permission[], bound: boolean, expected: Record<string, number>]>([
    [
      'a superadmin everything',
      ['superadmin'],
      false,
      {
        refund_requests: 4,
        held_charges: 4,
        undrawn_events: 3,
        orders: 2,
        instructor_recalculations: 2,
        program_recalculations: 2,
        class_recalculations: 2,
        site_recalculations: 1,
        imports_failed: 2,
        class_imports_failed: 2,
        site_imports_failed: 2,
        refunds_failed: 8,
        refunds_to_return: 2,
        payouts_failed: 1,
        payouts_to_approve: 1,
        payees_without_method: 2,
        stuck_debts: 2,
        rules_failed: 2,
        translations_outdated: 4,
      },
    ],
    [
      'a program’s admin what is of the program, and events lent to it',
      ['programadmin'],
      true,
      {
        refund_requests: 2,
        held_charges: 2,
        undrawn_events: 2,
        orders: 1,
        instructor_recalculations: 1,
        program_recalculations: 1,
        class_recalculations: 1,
        imports_failed: 1,
        class_imports_failed: 1,
        site_imports_failed: 1,
        refunds_failed: 4,
        refunds_to_return: 1,
        payees_without_method: 1,
        stuck_debts: 1,
        rules_failed: 1,
        translations_outdated: 2,
      },
    ],
    [
      'a global admin of commissions neither events nor the site’s',
      ['commissions'],
      false,
      {
        held_charges: 4,
        instructor_recalculations: 2,
        program_recalculations: 2,
        class_recalculations: 2,
      },
    ],
    ['a program’s admin of events those alone', ['events'], true, { undrawn_events: 2 }],
    [
      'a global admin of money what waits of it',
      ['money'],
      false,
      {
        refunds_failed: 8,
        refunds_to_return: 2,
        refund_requests: 4,
        payouts_failed: 1,
        payouts_to_approve: 1,
        payees_without_method: 2,
        stuck_debts: 2,
      },
    ],
    [
      'a program’s admin of money its own',
      ['money'],
      true,
      {
        refunds_failed: 4,
        refunds_to_return: 1,
        refund_requests: 2,
        payees_without_method: 1,
        stuck_debts: 1,
      },
    ],
    ['a program’s admin of the store its orders', ['store'], true, { orders: 1, translations_outdated: 1 }],
    [
      'a global admin of the catalogue texts to translate',
      ['catalogue'],
      false,
      { class_imports_failed: 2, translations_outdated: 2 },
    ],
    ['a global admin of users failed imports alone', ['users'], false, { imports_failed: 2 }],
    ['a program’s admin of users its own', ['users'], true, { imports_failed: 1 }],
    ['whoever holds neither nothing', ['audit'], false, {}],
  ])('tells %s', async (_who, permissions, bound, expected) => {
    const call = await app().as({ permissions, program_id: bound ? own : 0 });
    expect(await countedWork(call)).toEqual(expected);
  });

  test('asked for one kind it tells that alone, of what the caller may see', async () => {
    const ask = async (permission: Permission, kind: string) =>
      (await (await app().as({ permissions: [permission] }))('GET', `dashboard/attention?kind=${kind}`)).body
        .items;
    expect(await ask('superadmin', 'stuck_debts')).toEqual([
      {
        kind: 'stuck_debts',
        count: 2,
        link: '/payouts?stuck_debt=1',
        oldest: expect.any(String) as string,
        amounts: [{ currency: 'USD', amount: -2 }],
      },
    ]);
    expect(await ask('events', 'stuck_debts')).toEqual([]);
  });

  test('nobody is told anything', async () => {
    expect((await app().call('GET', 'dashboard/attention')).status).toBe(401);
  });
});

test('what is to be returned is the sum of its refunds by hand, and a batch what it pays', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const itemOf = async (kind: string): Promise<Attention> =>
    (await call('GET', `dashboard/attention?kind=${kind}`)).body.items[0];
  const before = await itemOf('refunds_to_return');
  const { id: instructor_id } = await makeInstructor(db(), { program_id: own });
  const { id: class_id } = await makeClass(db(), { instructor_id, program_id: own });
  const { id: charge_id } = await makeCharge(db(), { class_id, instructor_id, program_id: own });
  for (const amount of [150, 250])
    await makeRefund(db(), { charge_id, amount, state: 'succeeded', provider: 'manual' });
  const after = await itemOf('refunds_to_return');
  const dollars = ({ amounts }: Attention) => amounts.find(({ currency }) => currency === 'USD')?.amount ?? 0;
  expect([after.count - before.count, Math.round((dollars(after) - dollars(before)) * 100)]).toEqual([
    1, 400,
  ]);
  expect(await itemOf('payouts_to_approve')).toMatchObject({ count: 1, amounts: [] });
});
