/** Random histories beside recalculations in slices end in the lines of the same history with each of them in one transaction. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '../../../../core/must.ts';
import { inDepth } from '../../../../test/deep.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import {
  chargesOf,
  makeTwin,
  type Office,
  ownerOf,
  payLine,
  type RunGroup,
  sell,
} from '../../../../test/rows/twin-offices.ts';
import { platformOn, system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { refundCharge } from '../../../transactions/refunds/server/refunds.ts';
import { splitCharges } from '../split.ts';
import { takeStep } from './recalculation-runs.ts';

const database = useDatabase();
const db = () => database().everything;
const platform = () => platformOn(database(), { recalculationSliceCharges: 2 });

const part = fc.integer({ min: 0, max: 30 });
const group = { level: fc.constantFrom('program', 'instructor', 'class'), owner: fc.nat(2) } as const;
const save = fc.record({
  do: fc.constant('save'),
  ...group,
  platform: part,
  program: part,
  referrers: fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 2 }),
  code: fc.option(fc.integer({ min: 1, max: 20 })),
});
const sale = fc.record({
  do: fc.constant('sale'),
  class: fc.nat(2),
  amount: fc.integer({ min: 1, max: 20_000 }),
  code: fc.boolean(),
});
const pay = fc.record({ do: fc.constant('pay'), charge: fc.nat(30), line: fc.nat(4) });
const refund = fc.record({
  do: fc.constant('refund'),
  charge: fc.nat(30),
  part: fc.integer({ min: 1, max: 100 }),
});
const run = fc.record({ do: fc.constant('run'), ...group });
const slice = fc.record({ do: fc.constant('slice'), run: fc.nat(5) });

const history = fc.record({
  sales: fc.array(sale, { minLength: 5, maxLength: 12 }),
  first: save,
  begin: run,
  meanwhile: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: slice },
      { weight: 3, arbitrary: pay },
      { weight: 3, arbitrary: refund },
      { weight: 3, arbitrary: save },
      { weight: 2, arbitrary: sale },
      { weight: 2, arbitrary: run },
    ),
    { minLength: 8, maxLength: 30 },
  ),
});

type Save = typeof save extends fc.Arbitrary<infer S> ? S : never;
type Sale = typeof sale extends fc.Arbitrary<infer S> ? S : never;
type OnCharge =
  | (typeof pay extends fc.Arbitrary<infer P> ? P : never)
  | (typeof refund extends fc.Arbitrary<infer R> ? R : never);
/** What has happened, in an order in which each recalculation is one moment. */
type Happened = Save | Sale | OnCharge | { do: 'run'; group: RunGroup; number: number };

const HISTORIES = inDepth(12, 500);
/** What has met a charge that a run was still to come to, and runs that began while another went on. */
const met = { before: 0, after: 0, overlapping: 0, slices: 0 };

test(`${HISTORIES} random histories in slices end as in one transaction`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ sales, first, begin, meanwhile }) => {
      const [sliced, whole] = [await makeTwin(db()), await makeTwin(db())];
      const happened = await playInSlices(sliced, [...sales, first, begin, ...meanwhile]);
      for (const one of happened) await playWhole(whole, one);
      expect(await chargesOf(db(), sliced)).toEqual(await chargesOf(db(), whole));
    }),
    { numRuns: HISTORIES, seed: inDepth(20_261_127, Date.now()), endOnFailure: true },
  );
  for (const [what, times] of Object.entries(met))
    expect([what, times > HISTORIES / 10]).toEqual([what, true]);
});

type Step =
  | Save
  | Sale
  | OnCharge
  | (typeof run extends fc.Arbitrary<infer R> ? R : never)
  | { do: 'slice'; run: number };
type Begun = { id: number; group: RunGroup; charges: number };

async function playInSlices(office: Office, steps: readonly Step[]): Promise<Happened[]> {
  const happened: Happened[] = [];
  const begun: Begun[] = [];
  for (const one of steps) {
    if (one.do === 'slice') {
      const going = await goingOn(begun);
      const next = going[one.run % Math.max(going.length, 1)];
      if (next) {
        met.slices += 1;
        await step(next.id);
      }
    } else if (one.do === 'run') {
      if ((await goingOn(begun)).length > 0) met.overlapping += 1;
      const asked = { level: one.level, owner: one.owner };
      const id = await ask(office, asked);
      happened.push({ do: 'run', group: asked, number: begun.length });
      begun.push({ id, group: asked, charges: office.charges.length });
      await step(id);
    } else if (one.do === 'pay' || one.do === 'refund') {
      // The same charge wherever it stands among the sales.
      const on = { ...one, charge: one.charge % office.charges.length };
      const place = await firstToCome(office, begun, on.charge);
      const next = happened.findIndex((other) => other.do === 'run' && other.number === place);
      happened.splice(next < 0 ? happened.length : next, 0, on);
      if (begun.length > 0) met[next < 0 ? 'after' : 'before'] += 1;
      await play(office, on);
    } else {
      happened.push(one);
      await play(office, one);
    }
  }
  for (let going = await goingOn(begun); going.length > 0; going = await goingOn(begun))
    for (const { id } of going) await step(id);
  return happened;
}

async function playWhole(office: Office, one: Happened): Promise<void> {
  if (one.do !== 'run') return play(office, one);
  const { level, owner } = one.group;
  await db()
    .transaction()
    .execute((trx) => splitCharges(trx, { level, owner_id: ownerOf(office, level, owner) }));
}

/** As by a process that knows nothing of the steps before. */
async function step(id: number): Promise<void> {
  await takeStep(platform(), id, { held: 'wait', windows: new Map() });
}

async function ask(office: Office, { level, owner }: RunGroup): Promise<number> {
  const { id } = await db()
    .insertInto('recalculations')
    .values({
      level: { program: 1, instructor: 2, class: 3 }[level],
      owner_id: ownerOf(office, level, owner),
      run_at: new Date(Date.now() - 1000).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function goingOn(begun: readonly Begun[]) {
  const ids = begun.map(({ id }) => id);
  const rows = await db()
    .selectFrom('recalculations')
    .select(['id', 'reached'])
    .where('id', 'in', [0, ...ids])
    .where('status', '=', 'running')
    .orderBy('id')
    .execute();
  return rows;
}

/** The number of the first run that is still to come to the charge; what comes after it has come to it as well. */
async function firstToCome(
  office: Office,
  begun: readonly Begun[],
  index: number,
): Promise<number | undefined> {
  const charge = must(office.charges[index], 'charge');
  const going = new Map((await goingOn(begun)).map(({ id, reached }) => [id, reached]));
  const covers = ({ group, charges }: Begun) => index < charges && isOf(office, group, charge);
  const last = begun.findLastIndex((one) => covers(one) && (going.get(one.id) ?? charge.id) >= charge.id);
  const next = begun.findIndex((one, number) => number > last && covers(one));
  return next < 0 ? undefined : next;
}

function isOf(office: Office, { level, owner }: RunGroup, { class: of }: { class: number }): boolean {
  if (level === 'program') return true;
  if (level === 'class') return owner === of;
  return ownerOf(office, 'instructor', owner) === must(office.instructors[of === 2 ? 1 : 0], 'instructor');
}

async function play(office: Office, one: Save | Sale | OnCharge): Promise<void> {
  if (one.do === 'sale') return sell(db(), office, one);
  if (one.do === 'save') return saveRows(office, one);
  const charge = must(office.charges[one.charge], 'charge');
  if (one.do === 'pay') return payLine(db(), office, charge.id, one.line);
  const { amount, refunded } = await db()
    .selectFrom('charges')
    .select(['amount', 'refunded'])
    .where('id', '=', charge.id)
    .executeTakeFirstOrThrow();
  const back = Math.ceil(((amount - refunded) * one.part) / 100);
  if (back > 0) await refundCharge(system(db()), { charge_id: charge.id, amount: back });
}

async function saveRows(office: Office, one: Save): Promise<void> {
  const owner_id = ownerOf(office, one.level, one.owner);
  const code = one.level === 'program' ? null : one.code;
  await setRows(db(), one.level, owner_id, [
    { type: 0, commission: one.platform },
    { type: 1, commission: one.program },
    ...one.referrers.map((commission, index) => ({
      type: 2 as const,
      commission,
      referrer_id: must(office.referrers[index], 'referrer'),
    })),
    ...(code === null
      ? []
      : [
          {
            type: 3 as const,
            commission: code,
            referrer_id: must(office.referrers[0], 'referrer'),
            code: `${one.level} ${owner_id}`,
          },
        ]),
  ]);
  await db()
    .transaction()
    .execute((trx) => splitCharges(trx, { level: one.level, owner_id, held: true }));
}
