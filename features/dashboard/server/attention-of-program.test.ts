/** Of the program that is asked for each count is that of the list at its link, which names the program. */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
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
import { countedWork } from '../../../test/rows/counted-work.ts';
import { makeEvent } from '../../../test/rows/events.ts';
import { makeImport } from '../../../test/rows/imports.ts';
import { makeUnmatchedPayment } from '../../../test/rows/unmatched-payments.ts';
import { type Attention, type AttentionKind, OF_ALL_PROGRAMS } from '../contract.ts';

const app = useTestApp({ recalculationDelay: 300 });
const db = () => app().platform.database.everything;
const programs: { id: number; class_id: number; instructor_id: number }[] = [];

beforeAll(async () => {
  for (let n = 0; n < 3; n++) {
    const { id } = await makeProgram(db());
    const instructor_id = (await makeInstructor(db(), { program_id: id })).id;
    programs.push({
      id,
      instructor_id,
      class_id: (await makeClass(db(), { instructor_id, program_id: id })).id,
    });
  }
});

type Place = (typeof programs)[number];
type Makes = (at: Place, beside: Place) => Promise<unknown>;

const chargeOf = ({ id, ...of }: Place) => makeCharge(db(), { ...of, program_id: id });

/** Work of a program that can be made twice. */
const MAKES: Record<string, { kind: AttentionKind; make: Makes }> = {
  event: { kind: 'undrawn_events', make: ({ id }) => makeEvent(db(), { program_id: id }) },
  'event lent to another': {
    kind: 'undrawn_events',
    async make({ id }, beside) {
      const event = await makeEvent(db(), { program_id: id });
      if (id !== beside.id)
        await db()
          .insertInto('event_programs')
          .values({ event_id: event.id, program_id: beside.id })
          .execute();
    },
  },
  order: {
    kind: 'orders',
    async make({ id }) {
      const address = {
        name: 'Ada',
        street: 'Elm 1',
        city: 'Rome',
        state: 'IL',
        zip: '62701',
        country_id: 'us',
      };
      const user = await makeSiteUser(db(), { program_id: id, lilt_delivery: JSON.stringify(address) });
      await makePurchase(db(), { user_id: user.id });
    },
  },
  request: {
    kind: 'refund_requests',
    async make(at) {
      const { id: charge_id } = await chargeOf(at);
      await db()
        .insertInto('refund_requests')
        .values({
          charge_id,
          scope_program_id: at.id,
          amount: 1,
          type: 'instructor',
          user_id: at.instructor_id,
        })
        .execute();
    },
  },
  'refund by hand': {
    kind: 'refunds_to_return',
    async make(at) {
      const { id: charge_id } = await chargeOf(at);
      await makeRefund(db(), { charge_id, amount: 100, state: 'succeeded', provider: 'manual' });
    },
  },
  'failed refund': {
    kind: 'refunds_failed',
    async make(at) {
      const { id: charge_id } = await chargeOf(at);
      await makeRefund(db(), { charge_id, amount: 100, state: 'failed' });
    },
  },
  payment: { kind: 'unmatched_payments', make: ({ id }) => makeUnmatchedPayment(db(), { program_id: id }) },
  import: {
    kind: 'imports_failed',
    make: ({ id }) =>
      makeImport(db(), {
        kind: 'users',
        mapping: { email: 'email' },
        dry_run: false,
        program_id: id,
        state: 'failed',
        finished_at: new Date().toISOString(),
      }),
  },
  text: {
    kind: 'translations_outdated',
    async make({ id }) {
      const { id: product_id } = await makeProduct(db(), { program_id: id });
      const made_from = JSON.stringify({ name: 'older' });
      await db()
        .insertInto('gift_product_translations')
        .values({ product_id, language_slug: 'de', name: 'Teekanne', made_from })
        .execute();
    },
  },
};

const ONE_OF_EACH = Object.keys(MAKES).map((of) => ({ of, at: 0, beside: 1 }));

const works = fc.array(
  fc.record({ of: fc.constantFrom(...Object.keys(MAKES)), at: fc.nat(2), beside: fc.nat(2) }),
  { minLength: 1, maxLength: 8 },
);

test('whatever waits wherever, each count is that of its list', async () => {
  const whole = await app().as({ permissions: ['superadmin'] });
  await fc.assert(
    fc.asyncProperty(works, async (some) => {
      const before = await countsOf();
      for (const { of, at, beside } of some) await MAKES[of]?.make(place(at), place(beside));
      const after = await countsOf();
      for (const [index, { id }] of programs.entries()) {
        const expected = new Map<string, number>();
        const more = (kind: string) => expected.set(kind, (expected.get(kind) ?? 0) + 1);
        for (const { of, at, beside } of some) {
          const { kind } = MAKES[of] ?? {};
          if (kind === undefined) continue;
          if (at === index) more(kind);
          else if (of === 'event lent to another' && beside === index) more(kind);
        }
        for (const { kind } of Object.values(MAKES))
          expect([kind, (after[index]?.[kind] ?? 0) - (before[index]?.[kind] ?? 0)]).toEqual([
            kind,
            expected.get(kind) ?? 0,
          ]);
        const bound = await app().as({ permissions: ['programadmin'], program_id: id });
        // Whatever program a bound admin names, they are told of their own.
        expect(await countedWork(bound, place(index + 1).id)).toEqual(await countedWork(bound));
      }
    }),
    { numRuns: inDepth(4, 60), examples: [[ONE_OF_EACH]], seed: 20_261_126, endOnFailure: true },
  );

  async function countsOf() {
    const counts: Record<string, number>[] = [];
    for (const { id } of programs) counts.push(await countedWork(whole, id));
    return counts;
  }
});

const place = (index: number): Place => programs[index % programs.length] ?? expect.fail('no program');

test('of an unknown program nothing waits, and what has no program is told of as ever', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  await db()
    .insertInto('payout_batches')
    .values({ kind: 'sales', state: 'proposed', created_by: call.admin_id })
    .execute();
  const { items } = (await call('GET', 'dashboard/attention?program_id=999999')).body as {
    items: Attention[];
  };
  expect(items.map(({ kind }) => kind)).toContain('payouts_to_approve');
  for (const { kind, link } of items)
    expect([kind, OF_ALL_PROGRAMS.includes(kind), link.includes('999999')]).toEqual([kind, true, false]);
});

test.each(['dashboard', 'dashboard/attention', 'dashboard/lately', 'dashboard/charts'])(
  '%s of a program tells global staff what its own staff is told',
  async (path) => {
    const whole = await app().as({ permissions: ['superadmin'] });
    for (const { id } of programs) {
      const bound = await app().as({ permissions: ['programadmin'], program_id: id });
      await makeEvent(db(), { program_id: id });
      await chargeOf(place(programs.findIndex((one) => one.id === id)));
      const answer = await whole('GET', `${path}?program_id=${id}`);
      expect(answer.status).toBe(200);
      const own = await bound('GET', path);
      expect(inCommon(answer.body)).toEqual(inCommon(own.body));
      // A foreign program is not theirs to ask for.
      const foreign = place(programs.findIndex((one) => one.id === id) + 1).id;
      expect((await bound('GET', `${path}?program_id=${foreign}`)).body).toEqual(own.body);
    }
    expect((await whole('GET', `${path}?program_id=no`)).status).toBe(400);
  },
);

/** What both are told: without what has no program, the links' program, and whether the caller's own has affiliates. */
function inCommon({ items, affiliate: _affiliate, ...rest }: Record<string, unknown>) {
  if (!Array.isArray(items)) return { ...rest, items };
  const some = (items as Attention[]).filter(({ kind }) => !OF_ALL_PROGRAMS.includes(kind));
  return { ...rest, items: some.map((item) => ({ ...item, link: item.link?.split(/[?&]program_id/)[0] })) };
}
