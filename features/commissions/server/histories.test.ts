/** Random histories of sales, saves, payouts, refunds and recalculations keep every invariant of the ledger. */
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { splitAmount, toMajor } from '../../../core/money.ts';
import { toHundredths } from '../../../core/percent.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { payAll } from '../../../test/models/paying.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { refundCharge } from '../../transactions/refunds/server/refunds.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import { CODE, groupFaults, INSTRUCTOR, LEVELS, type LevelName, levelHolds, type RuleRow } from '../rules.ts';
import { saveGroup } from './groups.ts';
import { type Moves, previewTarget } from './recalculation/previews.ts';
import { splitCharges } from './split.ts';

const database = useDatabase();
const db = () => database().everything;

const CODES = ['ALPHA', 'beta'];
const percent = fc
  .oneof(fc.integer({ min: 0, max: 4000 }), fc.constantFrom(3333, 1250, 695, 1))
  .map((n) => n / 100);
const amount = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 31, max: 2_000_000 }));
const row = fc.record({
  type: fc.constantFrom(0, 1, 2, 2, 3, 3),
  commission: percent,
  referrer: fc.nat(1),
  code: fc.constantFrom(...CODES),
});
const ordinary = fc
  .tuple(row, row, row)
  .map((rows): (typeof row extends fc.Arbitrary<infer R> ? R : never)[] =>
    rows.map((one, type) => ({
      ...one,
      type: type as 0 | 1 | 2,
      commission: Math.round(one.commission * 50) / 100,
    })),
  );
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sale'),
      class: fc.nat(3),
      amount,
      currency: fc.constantFrom('USD', 'JPY'),
      code: fc.option(fc.constantFrom('Alpha', ' BETA ', 'none')),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('save'),
      level: fc.constantFrom(...LEVELS),
      owner: fc.nat(3),
      rows: fc.oneof(fc.array(row, { maxLength: 4 }), ordinary),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('rearrange'),
      group: fc.nat(9),
      how: fc.constantFrom('shift', 'swap', 'person'),
      part: fc.integer({ min: 1, max: 2000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('recalculate'),
      level: fc.constantFrom(...LEVELS),
      owner: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('payout'),
      payee: fc.nat(4),
      currency: fc.constantFrom('USD', 'JPY'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund'),
      charge: fc.nat(20),
      part: fc.integer({ min: 1, max: 100 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const HISTORIES = inDepth(20, 200);

test(`${HISTORIES} random histories keep every invariant`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
      const app = await makeWorld();
      let paid = await paidLines(app);
      for (const one of steps) {
        const before = await ledger(app);
        await play(app, one);
        await checkSums(app);
        const now = await paidLines(app);
        for (const [id, line] of paid) expect(now.get(id), `paid line ${id}`).toEqual(line);
        paid = now;
        const saves = one.do === 'save' || one.do === 'rearrange';
        const changed = saves ? await changedCharges(app, before) : [];
        expect(changed).toEqual([]);
      }
    }),
    { numRuns: HISTORIES, seed: 20_261_121 },
  );
  // The ordinary saves, whose rows keep the instructor's part, have been among them.
  expect(rearranged).toBeGreaterThan(HISTORIES / 2);
});

let rearranged = 0;

type TestApp = Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld() {
  // The site's row is everybody's: a history begins with nobody else's charges in the ledger.
  const owner = new pg.Client({ connectionString: database().urls.owner });
  await owner.connect();
  await owner.query(
    'truncate class_users, charges, charge_lines, refunds, payouts, commission_groups, commission_rows cascade',
  );
  await owner.end();
  const programs = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  const instructors = await Promise.all(
    [programs[0], programs[0], programs[1], null].map(
      async (program_id) => (await makeInstructor(db(), { program_id: program_id ?? null })).id,
    ),
  );
  const classes = await Promise.all(
    instructors.map(async (instructor_id) => (await makeClass(db(), { instructor_id })).id),
  );
  const referrers = [(await makeSiteUser(db())).id, (await makeSiteUser(db())).id];
  return {
    programs,
    instructors,
    classes,
    referrers,
    charges: [] as number[],
    saved: new Map<string, RuleRow[]>(),
  };
}

async function play(app: TestApp, one: Step): Promise<void> {
  if (one.do === 'sale') {
    const id = await recordCharge(system(db()), {
      class_id: pick(app.classes, one.class),
      amount: one.amount,
      currency: one.currency as 'USD',
      code: one.code,
    });
    app.charges.push(id);
    await checkSale(app, one, id);
  } else if (one.do === 'save') {
    const rows = one.rows.map((r) => ruleRow(app, r)).filter((r) => levelHolds(one.level, r.type));
    const owner = ownerOf(app, one.level, one.owner);
    if (groupFaults(rows).length > 0 || (await clashes(one.level, owner, rows))) return;
    await setRows(db(), one.level, owner, rows);
    app.saved.set(`${one.level} ${owner}`, rows);
    await db()
      .transaction()
      .execute((trx) => splitCharges(trx, { level: one.level, owner_id: owner, held: true }));
  } else if (one.do === 'rearrange') {
    await rearrange(app, one);
  } else if (one.do === 'recalculate') {
    await recalculate(app, one.level, ownerOf(app, one.level, one.owner));
  } else if (one.do === 'payout') {
    const payees = [...app.instructors.slice(0, 3), ...app.referrers];
    await payAll(db(), { user_id: pick(payees, one.payee) }, one.currency);
  } else {
    const charge = app.charges[one.charge % Math.max(1, app.charges.length)];
    if (charge === undefined) return;
    const { amount, refunded } = await db()
      .selectFrom('charges')
      .select(['amount', 'refunded'])
      .where('id', '=', charge)
      .executeTakeFirstOrThrow();
    const part = Math.ceil(((amount - refunded) * one.part) / 100);
    if (part > 0) await refundCharge(system(db()), { charge_id: charge, amount: part });
  }
}

/** A save by the product itself that keeps the group's sum: other parts, two parts swapped, another person. */
async function rearrange(app: TestApp, one: { group: number; how: string; part: number }): Promise<void> {
  // A program's part of somebody in no program is what the product would not save.
  const alone = [`instructor ${app.instructors[3]}`, `class ${app.classes[3]}`];
  const groups = [...app.saved].filter(
    ([of, rows]) => rows.filter(({ type }) => type < CODE).length > 1 && !alone.includes(of),
  );
  const [key, rows] = groups[one.group % Math.max(1, groups.length)] ?? [];
  if (!key || !rows) return;
  const [level, owner] = key.split(' ') as [LevelName, string];
  const [first = 0, second = 0] = rows.flatMap((r, index) => (r.type < CODE ? [index] : []));
  const hundredths = rows.map((r) => toHundredths(r.commission));
  const [a = 0, b = 0] = [hundredths[first], hundredths[second]];
  const moved = one.how === 'swap' ? a - b : Math.min(a, one.part);
  const [ada, grace] = app.referrers;
  const next = rows.map((r, index): RuleRow => {
    if (one.how === 'person') {
      // Whom a program refers to must be its own, and these two are nobody's.
      const other = r.referrer_id === ada ? grace : ada;
      return level === 'program' || !r.referrer_id || !other ? r : { ...r, referrer_id: other };
    }
    const change = index === first ? -moved : index === second ? moved : 0;
    return { ...r, commission: ((hundredths[index] ?? 0) + change) / 100 };
  });
  const { commissions } = await saveGroup(system(db()), level, Number(owner), { commission: next });
  // Rows that stayed keep their ids, and a tie in rounding goes to the lower one.
  app.saved.set(
    key,
    commissions.filter(({ type }) => type !== INSTRUCTOR),
  );
  if (JSON.stringify(next) !== JSON.stringify(rows)) rearranged += 1;
}

/** The preview's moves are the run's, and a second run finds nothing to do. */
async function recalculate(app: TestApp, level: LevelName, owner_id: number): Promise<void> {
  const before = await balances(app);
  const preview = await db()
    .transaction()
    .execute((trx) => previewTarget({ db: trx }, { level, owner_id }));
  const charges = await db()
    .transaction()
    .execute((trx) => splitCharges(trx, { level, owner_id }));
  expect(charges).toBe(preview.charges);
  expect(movesOf(preview)).toEqual(difference(before, await balances(app)));
  const again = await db()
    .transaction()
    .execute((trx) => splitCharges(trx, { level, owner_id }));
  expect(again).toBe(0);
}

/** A sale's lines are what the rules in TypeScript say, computed apart from the SQL. */
async function checkSale(
  app: TestApp,
  sale: { class: number; amount: number; code: string | null },
  id: number,
): Promise<void> {
  const index = sale.class;
  const program = [app.programs[0], app.programs[0], app.programs[1], null][index] ?? null;
  const levels: [LevelName, number | null][] = [
    ['class', pick(app.classes, index)],
    ['instructor', pick(app.instructors, index)],
    ['program', program],
    ['site', 0],
  ];
  const groups = levels.map(([level, owner]) => app.saved.get(`${level} ${owner}`) ?? []);
  const rows = [0, 1, 2].flatMap(
    (type) => groups.map((g) => g.filter((r) => r.type === type)).find((g) => g.length > 0) ?? [],
  );
  const code = sale.code?.trim().toLowerCase();
  rows.push(
    ...(groups
      .map((g) => g.filter((r) => r.type === CODE && r.code?.toLowerCase() === code))
      .find((g) => g.length > 0) ?? []),
  );
  const sum = rows.reduce((total, r) => total + toHundredths(r.commission), 0);
  const held =
    sum > 10_000
      ? 'over_100'
      : program === null && rows.some((r) => r.type === 1 && r.commission > 0)
        ? 'no_program'
        : null;
  const charge = await db()
    .selectFrom('charges')
    .select('held')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(charge.held).toBe(held);
  const lines = await db()
    .selectFrom('charge_lines')
    .select(['type', 'row_id', 'amount'])
    .where('charge_id', '=', id)
    .orderBy('type')
    .orderBy('row_id')
    .execute();
  if (held) return expect(lines).toEqual([]);
  const parts = [
    ...rows
      .filter((r) => r.commission > 0)
      .map((r, row_id) => ({ type: r.type, row_id, hundredths: toHundredths(r.commission) })),
    { type: 4, row_id: 0, hundredths: 10_000 - sum },
  ];
  const shares = splitAmount(sale.amount, parts);
  expect(lines.map((line) => [line.type, line.amount])).toEqual(
    parts.map((part, i) => [part.type, shares[i]]),
  );
}

async function checkSums(app: TestApp): Promise<void> {
  const broken = await sql`
    select c.id from charges c left join charge_lines l on l.charge_id = c.id
    where c.class_id = any (${app.classes}::integer[])
    group by c.id
    having not (c.held is not null and count(l.id) = 0)
      and (coalesce(sum(l.amount), 0) <> c.amount or coalesce(sum(l.refunded), 0) <> c.refunded or min(l.amount - l.refunded) < 0)`.execute(
    db(),
  );
  expect(broken.rows).toEqual([]);
}

async function paidLines(app: TestApp) {
  const lines = await db()
    .selectFrom('charge_lines as l')
    .innerJoin('charges as c', 'c.id', 'l.charge_id')
    .select(['l.id', 'l.amount', 'l.type', 'l.user_id', 'l.payout_id'])
    .where('c.class_id', 'in', app.classes)
    .where('l.payout_id', 'is not', null)
    .execute();
  return new Map(lines.map((line) => [line.id, line]));
}

async function ledger(app: TestApp) {
  const charges = await db()
    .selectFrom('charges as c')
    .select([
      'c.id',
      'c.held',
      sql<string>`(select json_agg((l.type, l.row_id, l.amount, l.refunded) order by l.id) from charge_lines l where l.charge_id = c.id)::text`.as(
        'lines',
      ),
    ])
    .where('c.class_id', 'in', app.classes)
    .execute();
  return new Map(charges.map((charge) => [charge.id, charge]));
}

/** Charges that a save without update has changed although they were not held. */
async function changedCharges(app: TestApp, before: Awaited<ReturnType<typeof ledger>>): Promise<number[]> {
  const after = await ledger(app);
  return [...before.values()]
    .filter((charge) => charge.held === null && after.get(charge.id)?.lines !== charge.lines)
    .map(({ id }) => id);
}

async function balances(app: TestApp): Promise<Map<string, number>> {
  const { rows } = await sql<{
    type: number;
    user_id: number | null;
    program_id: number | null;
    currency: string;
    net: number;
  }>`
    select l.type, l.user_id, l.program_id, c.currency, sum(l.amount - l.refunded)::bigint as net
    from charge_lines l join charges c on c.id = l.charge_id
    where c.class_id = any (${app.classes}::integer[]) group by 1, 2, 3, 4`.execute(db());
  return new Map(
    rows.map((r) => [[r.type, r.user_id, r.program_id ?? 0, r.currency].join(), toMajor(r.net, r.currency)]),
  );
}

function difference(before: Map<string, number>, after: Map<string, number>): [string, number][] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys
    .map((key): [string, number] => [key, round((after.get(key) ?? 0) - (before.get(key) ?? 0))])
    .filter(([, moved]) => moved !== 0)
    .toSorted(([a], [b]) => a.localeCompare(b));
}

function movesOf(preview: Moves): [string, number][] {
  return preview.moves
    .map((move): [string, number] => [
      [move.type, move.user_id, move.program_id, move.currency].join(),
      round(move.after - move.before),
    ])
    .toSorted(([a], [b]) => a.localeCompare(b));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A code belongs to one group of a level in a program: what the server would refuse, the history leaves out. */
async function clashes(level: LevelName, owner: number, rows: RuleRow[]): Promise<boolean> {
  const codes = rows.filter((r) => r.type === CODE).map((r) => r.code?.toLowerCase() ?? '');
  if (codes.length === 0) return false;
  const taken = await db()
    .selectFrom('commission_rows')
    .select('id')
    .where('level', '=', LEVELS.indexOf(level))
    .where('owner_id', '!=', owner)
    .where('replaced_at', 'is', null)
    .where('code_key', 'in', codes)
    .execute();
  return taken.length > 0;
}

function ruleRow(
  app: TestApp,
  r: { type: number; commission: number; referrer: number; code: string },
): RuleRow {
  const type = r.type as RuleRow['type'];
  return {
    type,
    commission: r.commission,
    ...(type >= 2 ? { referrer_id: pick(app.referrers, r.referrer) } : {}),
    ...(type === CODE ? { code: r.code } : {}),
  };
}

function ownerOf(app: TestApp, level: LevelName, index: number): number {
  if (level === 'site') return 0;
  if (level === 'program') return pick(app.programs, index % 2);
  return pick(level === 'instructor' ? app.instructors : app.classes, index);
}

function pick(list: number[], index: number): number {
  const value = list[index % list.length];
  if (value === undefined) throw new RangeError('an empty list has nothing to pick');
  return value;
}
