/** Random histories over the four levels, played side by side through the product's own SQL. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { splitAmount, toMajor } from '../../../core/money.ts';
import type { Trx } from '../../../server/db/client.ts';
import { randomFrom } from '../../../server/db/demo/random.ts';
import { asOwner } from '../../../server/db/migrate.ts';
import { inDepth } from '../../../test/deep.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { CODE, groupFaults, instructorPart, type RuleRow } from '../rules.ts';
import { recompute, type StoredLine } from './explain.ts';
import { previewTarget } from './recalculation/previews.ts';
import { splitCharges } from './split.ts';

const HISTORIES = inDepth(1000, 10_000);
const ROUNDS = 8;
const SEED = 20_261_121;

const database = useDatabase();
const db = () => database().everything;
const random = randomFrom(SEED);
const lanes = Array.from({ length: HISTORIES }, (_, lane) => lane);

/** What a history does in a round: mostly sales at first, then everything. */
const KINDS = ['sale', 'sale', 'save', 'save', 'recalculate', 'payout', 'refund'] as const;

// The ids of a history follow from its number, so that no look-up is needed.
const programOf = (lane: number) => 1 + lane;
const instructorOf = (lane: number, which: number) => 1 + lane * 3 + which;
const referrerOf = (lane: number) => 1 + lane * 3 + 2;
const classOf = (lane: number, which: number) => 1 + lane * 2 + which;

beforeAll(async () => {
  await sql`insert into programs (id, program_tag, program_display_name)
    select n + 1, 'p' || n, 'Program ' || n from generate_series(0, ${HISTORIES - 1}) n`.execute(db());
  await sql`insert into site_users (id, first_name, last_name, email, program_id, user_type)
    select n + 1, 'User', n::text, n || '@example.org', n / 3 + 1, case when n % 3 = 2 then 'S' else 'I' end
    from generate_series(0, ${HISTORIES * 3 - 1}) n`.execute(db());
  await sql`insert into classes (id, class_name, program_id, instructor_id)
    select n + 1, 'Class ' || n, n / 2 + 1, (n / 2) * 3 + n % 2 + 1
    from generate_series(0, ${HISTORIES * 2 - 1}) n`.execute(db());
  await asOwner(database().urls.owner, (run) => run('analyze'));
});

test(`${HISTORIES} histories of ${ROUNDS} steps keep every invariant`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const steps = Map.groupBy(lanes, () => (round === 0 ? 'sale' : random.pick(KINDS)));
    const paid = await paidLines();
    await sell(steps.get('sale') ?? []);
    await save(steps.get('save') ?? []);
    if (round % 3 === 1) await saveSite();
    await recalculate(steps.get('recalculate') ?? [], round);
    await pay(steps.get('payout') ?? []);
    await refund(steps.get('refund') ?? []);
    expect(await brokenSums(), `round ${round}`).toEqual([]);
    const now = new Map((await paidLines()).map((line) => [line.id, line]));
    expect(paid.filter((line) => JSON.stringify(now.get(line.id)) !== JSON.stringify(line))).toEqual([]);
  }
  expect(await unexplained()).toEqual([]);
  expect(keptSums, 'saves that keep the sum').toBeGreaterThan(HISTORIES / 20);
  await spread();
});

/** The histories have been where it hurts: held, paid, refunded, divided by codes and again. */
async function spread(): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where held is not null) as held, count(*) filter (where refunded > 0) as refunded,
      (select count(*) from charge_lines where payout_id is not null) as paid,
      (select count(*) from charge_lines where type = 3) as coded,
      (select count(*) from charge_lines where kept > 0) as kept,
      (select count(*) from charge_lines where divided_by <> 100 and divided > 0) as partly_paid
    from charges`.execute(db());
  for (const [kind, count] of Object.entries(rows[0] ?? {}))
    expect(count, kind).toBeGreaterThan(HISTORIES / 200);
}

async function sell(chosen: readonly number[]): Promise<void> {
  const sales = chosen.map((lane) => {
    const which = random.whole(0, 1);
    return {
      class_id: classOf(lane, which),
      instructor_id: instructorOf(lane, which),
      program_id: programOf(lane),
      amount: random.chance(20) ? random.whole(0, 39) : random.whole(0, 499999),
      currency: random.pick(['USD', 'JPY']),
      code: random.chance(50) ? random.pick(['Alpha', ' BETA', 'none']) : null,
    };
  });
  await db()
    .transaction()
    .execute(async (trx) => {
      const ids = await bulkInsert(trx, sales);
      expect(await splitCharges(trx, { charge_ids: ids })).toBe(ids.length);
    });
}

async function bulkInsert(trx: Trx, sales: object[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into charges (class_id, instructor_id, program_id, amount, currency, code)
    select class_id, instructor_id, program_id, amount, currency, code
    from json_to_recordset(${JSON.stringify(sales)}::json)
      as s (class_id int, instructor_id int, program_id int, amount bigint, currency text, code text)
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A save changes no charge that is not held; held ones of the saved groups are divided at once. */
async function save(chosen: readonly number[]): Promise<void> {
  const groups = chosen.flatMap((lane) => {
    const level = 1 + random.whole(0, 2);
    const which = random.whole(0, 1);
    const owner_id =
      level === 1 ? programOf(lane) : level === 2 ? instructorOf(lane, which) : classOf(lane, which);
    const known = saved.get(`${level} ${owner_id}`);
    const rows = known && random.chance(50) ? rearranged(known) : randomRows(lane);
    return groupFaults(rows).length > 0 ? [] : [{ level, owner_id, program_id: programOf(lane), rows }];
  });
  const before = await unheldLines();
  await writeGroups(groups);
  expect(await unheldLines()).toBe(before);
  const owners = JSON.stringify(groups.map(({ level, owner_id }) => ({ level, owner_id })));
  const { rows: held } = await sql<{ id: number }>`
    select c.id from charges c where c.held is not null and exists (
      select from json_to_recordset(${owners}::json) as g (level int, owner_id int)
      where g.owner_id = case g.level when 1 then c.program_id when 2 then c.instructor_id else c.class_id end)`.execute(
    db(),
  );
  await db()
    .transaction()
    .execute((trx) => splitCharges(trx, { charge_ids: held.map(({ id }) => id) }));
}

async function saveSite(): Promise<void> {
  await writeGroups([
    { level: 0, owner_id: 0, program_id: null, rows: [{ type: 0, commission: random.whole(0, 3999) / 100 }] },
  ]);
}

function randomRows(lane: number): RuleRow[] {
  const percent = () => random.whole(0, 4499) / 100;
  const referrer_id = referrerOf(lane);
  return [
    ...(random.chance(50) ? [{ type: 0, commission: percent() } as const] : []),
    ...(random.chance(50) ? [{ type: 1, commission: percent() } as const] : []),
    ...(random.chance(40) ? [{ type: 2, commission: percent(), referrer_id } as const] : []),
    ...(random.chance(40)
      ? [{ type: CODE, commission: percent(), referrer_id, code: `alpha` } as const]
      : []),
    ...(random.chance(30) ? [{ type: CODE, commission: percent(), referrer_id, code: `Beta` } as const] : []),
  ];
}

/** The same sum with other parts, or another order: the ordinary save, in which the instructor's row stays. */
function rearranged(rows: RuleRow[]): RuleRow[] {
  const [first, second] = rows.filter((row) => row.type < CODE);
  if (!first || !second) return rows;
  const moved = Math.min(Math.round(first.commission * 100), random.whole(1, 1000));
  if (moved > 0) keptSums += 1;
  const part = (row: RuleRow) =>
    Math.round(row.commission * 100) + (row === second ? moved : row === first ? -moved : 0);
  return rows.map((row) => ({ ...row, commission: part(row) / 100 }));
}

type SavedGroup = { level: number; owner_id: number; program_id: number | null; rows: RuleRow[] };

const saved = new Map<string, RuleRow[]>();
let keptSums = 0;

/** As the product does it: where the instructor's part is the same before and after, its row stays. */
async function writeGroups(groups: SavedGroup[]): Promise<void> {
  const kept = groups.map(({ level, owner_id, rows }) => {
    const before = saved.get(`${level} ${owner_id}`) ?? [];
    return before.length > 0 && rows.length > 0 && instructorPart(before) === instructorPart(rows);
  });
  for (const { level, owner_id, rows } of groups) saved.set(`${level} ${owner_id}`, rows);
  const owners = JSON.stringify(
    groups.map(({ rows: _rows, ...group }, at) => ({ ...group, kept: kept[at] })),
  );
  const rows = JSON.stringify(
    groups.flatMap(({ rows: own, ...group }, at) => {
      const instructor = own.length === 0 || kept[at] ? [] : [{ type: 4, commission: instructorPart(own) }];
      return [...own, ...instructor].map((row) => ({ ...group, ...row }));
    }),
  );
  await db()
    .transaction()
    .execute(async (trx) => {
      // A code belongs to one group of its level and program: the group saved last has it.
      await sql`update commission_rows r set replaced_at = provost_now()
        from json_to_recordset(${owners}::json) as g (level int, owner_id int, program_id int, kept boolean)
        where r.replaced_at is null and r.level = g.level and not (g.kept and r.type = 4)
          and (r.owner_id = g.owner_id or (r.program_id = g.program_id and r.type = 3))`.execute(trx);
      await sql`insert into commission_groups (level, owner_id, program_id)
        select level, owner_id, program_id
        from json_to_recordset(${owners}::json) as g (level int, owner_id int, program_id int)
        on conflict (level, owner_id) do update set updated_at = provost_now()`.execute(trx);
      await sql`insert into commission_rows (level, owner_id, program_id, type, commission, referrer_id, code, created_at)
        select level, owner_id, program_id, type, commission, referrer_id, code, provost_now()
        from json_to_recordset(${rows}::json) as r (level int, owner_id int, program_id int, type int,
          commission numeric, referrer_id int, code text)`.execute(trx);
    });
}

/** What the preview says is what the run does, and the run again does nothing. */
async function recalculate(chosen: readonly number[], round: number): Promise<void> {
  const programs = chosen.map(programOf);
  const { rows } = await sql<{ id: number }>`
    select id from charges where program_id = any (${programs}::integer[])`.execute(db());
  const target = { charge_ids: rows.map(({ id }) => id) };
  await db()
    .transaction()
    .execute(async (trx) => {
      const preview = await previewTarget({ db: trx }, target, { moves: 1_000_000, charges: 1 });
      const before = await balances(trx, programs);
      expect(await splitCharges(trx, target), `round ${round}`).toBe(preview.charges);
      const after = await balances(trx, programs);
      const moved = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
        const difference = Math.round(((after.get(key) ?? 0) - (before.get(key) ?? 0)) * 100);
        return difference === 0 ? [] : [`${key} ${difference}`];
      });
      const said = preview.moves.map(
        (move) =>
          `${move.type},${move.user_id},${move.program_id},${move.currency} ${Math.round((move.after - move.before) * 100)}`,
      );
      expect(said.toSorted()).toEqual(moved.toSorted());
      expect(await splitCharges(trx, target)).toBe(0);
    });
}

async function balances(trx: Trx, programs: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await sql<{
    type: number;
    user_id: number | null;
    program_id: number | null;
    currency: string;
    net: number;
  }>`
    select l.type, l.user_id, l.program_id, c.currency, sum(l.amount - l.refunded)::bigint as net
    from charge_lines l join charges c on c.id = l.charge_id
    where c.program_id = any (${programs}::integer[]) group by 1, 2, 3, 4`.execute(trx);
  return new Map(
    rows.map((r) => [
      `${r.type},${r.user_id},${r.program_id ?? 0},${r.currency}`,
      toMajor(r.net, r.currency),
    ]),
  );
}

async function pay(chosen: readonly number[]): Promise<void> {
  const payees = JSON.stringify(
    chosen.map((lane) => ({
      user_id: random.chance(60) ? instructorOf(lane, random.whole(0, 1)) : referrerOf(lane),
      currency: random.pick(['USD', 'JPY']),
    })),
  );
  await sql`
    with payee as (select * from json_to_recordset(${payees}::json) as p (user_id int, currency text)),
    due as (
      select l.id, l.user_id, c.currency, l.amount - l.refunded as net from charge_lines l
      join charges c on c.id = l.charge_id and c.held is null
      join payee p on p.user_id = l.user_id and p.currency = c.currency
      where l.payout_id is null
    ),
    made as (
      insert into payouts (user_id, currency, amount) select user_id, currency, sum(net) from due group by 1, 2
      returning id, user_id, currency
    )
    update charge_lines l set payout_id = m.id, paid = d.net
    from due d join made m on m.user_id = d.user_id and m.currency = d.currency where l.id = d.id`.execute(
    db(),
  );
}

async function refund(chosen: readonly number[]): Promise<void> {
  const { rows: lines } = await sql<{
    charge_id: number;
    id: number;
    type: number;
    row_id: number | null;
    net: number;
    left: number;
  }>`
    select l.charge_id, l.id, l.type, l.row_id, l.amount - l.refunded as net, c.amount - c.refunded as left
    from charge_lines l join charges c on c.id = l.charge_id
    where c.id in (select max(id) from charges where program_id = any (${chosen.map(programOf)}::integer[])
      and amount > refunded group by program_id)`.execute(db());
  const parts = [...Map.groupBy(lines, (line) => line.charge_id).values()].flatMap((together) => {
    const left = together[0]?.left ?? 0;
    const amount = random.chance(30) ? left : 1 + random.whole(0, left - 1);
    const shares = splitAmount(
      amount,
      together.map((line) => ({ type: line.type, row_id: line.row_id ?? 0, hundredths: line.net })),
    );
    return together.map((line, index) => ({
      id: line.id,
      charge_id: line.charge_id,
      share: shares[index] ?? 0,
    }));
  });
  const shares = JSON.stringify(parts);
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`update charges c set refunded = c.refunded + s.share
        from (select charge_id, sum(share)::bigint as share
          from json_to_recordset(${shares}::json) as s (charge_id int, share bigint) group by 1) s
        where c.id = s.charge_id`.execute(trx);
      await sql`insert into refunds (charge_id, scope_program_id, amount, state, succeeded_at, due_at)
        select s.charge_id, c.program_id, sum(s.share), 'succeeded', now(), null
        from json_to_recordset(${shares}::json) as s (charge_id int, share bigint) join charges c on c.id = s.charge_id
        group by 1, 2 having sum(s.share) > 0`.execute(trx);
      await sql`update charge_lines l set refunded = l.refunded + s.share
        from json_to_recordset(${shares}::json) as s (id bigint, share bigint) where l.id = s.id`.execute(
        trx,
      );
    });
}

async function paidLines() {
  const { rows } = await sql<{ id: number }>`
    select id, charge_id, type, row_id, user_id, program_id, amount, payout_id from charge_lines
    where payout_id is not null order by id`.execute(db());
  return rows;
}

async function unheldLines(): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select md5(string_agg(l::text, '|' order by l.id)) as hash
    from charge_lines l join charges c on c.id = l.charge_id where c.held is null`.execute(db());
  return rows[0]?.hash ?? '';
}

async function brokenSums() {
  const { rows } = await sql`
    select c.id from charges c left join charge_lines l on l.charge_id = c.id
    group by c.id
    having not (c.held is not null and count(l.id) = 0)
      and (coalesce(sum(l.amount), 0) <> c.amount or coalesce(sum(l.refunded), 0) <> c.refunded
        or min(l.amount - l.refunded) < 0)`.execute(db());
  return rows;
}

/** Charges whose lines are not what recomputing them from their records gives. */
async function unexplained(): Promise<number[]> {
  const lines = await db()
    .selectFrom('charge_lines')
    .selectAll()
    .orderBy('charge_id')
    .orderBy('type')
    .orderBy('row_id')
    .execute();
  const wrong: number[] = [];
  for (const [id, stored] of Map.groupBy(lines, (line) => line.charge_id)) {
    const { recomputed } = recompute(stored as unknown as StoredLine[]);
    if (stored.some((line) => recomputed.get(line.id) !== line.amount)) wrong.push(id);
  }
  return wrong;
}
