/** The demo's whole ledger, explained and rebuilt: what is stored is what its records say. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeAdmin } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { levelName, sumOf } from '../rules.ts';
import { recompute, type StoredLine } from './explain.ts';
import { changesOf, rowsAsOf } from './row-versions.ts';

const app = useTestApp({}, { demo: true });
const db = () => app().platform.database.everything;

test('recomputing every charge gives the lines that are stored', async () => {
  const lines = await db()
    .selectFrom('charge_lines as l')
    .innerJoin('charges as c', 'c.id', 'l.charge_id')
    .selectAll('l')
    .select(['c.split_rows', 'c.held'])
    .orderBy('l.charge_id')
    .orderBy('l.type')
    .orderBy('l.row_id')
    .execute();
  const charges = Map.groupBy(lines, (line) => line.charge_id);
  expect(charges.size).toBeGreaterThan(29_000);
  const wrong: number[] = [];
  for (const [id, stored] of charges) {
    const { recomputed } = recompute(stored as unknown as StoredLine[]);
    if (stored.some((line) => recomputed.get(line.id) !== line.amount)) wrong.push(id);
  }
  expect(wrong).toEqual([]);
});

test('every line says what its row says, and the instructor the rest', async () => {
  const { rows } = await sql`
    select l.id from charge_lines l
    join charges c on c.id = l.charge_id
    left join commission_rows r on r.id = l.row_id
    where l.payout_id is null and l.divided > 0 and (
      (l.type < 4 and (r.commission, r.type) is distinct from (l.commission, l.type))
      or (l.type = 4 and l.commission <> 100 - coalesce(
        (select sum(s.commission) from commission_rows s where s.id = any (c.split_rows)), 0))
      or (l.type = 4 and l.user_id is distinct from c.instructor_id)
      or (l.type = 1 and l.program_id is distinct from c.program_id)
      or (l.type in (2, 3) and l.user_id is distinct from r.referrer_id))`.execute(db());
  expect(rows).toEqual([]);
});

test('the explain call answers for charges of every kind: plain, refunded, paid, held, in yen', async () => {
  const superadmin = await app().signedIn((await makeAdmin(db(), { permissions: ['superadmin'] })).id);
  const { rows } = await sql<{ id: number }>`
    (select min(id) as id from charges where held is not null) union
    (select min(id) from charges where refunded between 1 and amount - 1) union
    (select min(id) from charges where refunded = amount and amount > 0) union
    (select min(id) from charges where currency = 'JPY' and code is not null) union
    (select min(charge_id) from charge_lines where payout_id is not null) union
    (select id from charges where id % 997 = 0)`.execute(db());
  expect(rows.length).toBeGreaterThan(30);
  for (const { id } of rows) {
    const { status, body } = await superadmin('GET', `charge/${id}/explain`);
    expect(status).toBe(200);
    const { lines, amount, held } = body.charge;
    for (const line of lines) expect(line.recomputed, `charge ${id}`).toBe(line.amount);
    const sum = lines.reduce((total: number, line: { amount: number }) => total + line.amount, 0);
    expect(sum).toBeCloseTo(held && lines.length === 0 ? 0 : amount, 5);
  }
});

test('every group rebuilt from its history is the group', async () => {
  const groups = await db().selectFrom('commission_groups').select(['level', 'owner_id']).execute();
  expect(groups.length).toBeGreaterThan(200);
  let changes = 0;
  for (const { level, owner_id } of groups) {
    const history = await changesOf(db(), levelName(level), owner_id);
    const current = await db()
      .selectFrom('commission_rows')
      .select(['id', 'type', 'commission'])
      .where('level', '=', level)
      .where('owner_id', '=', owner_id)
      .where('replaced_at', 'is', null)
      .orderBy('type')
      .orderBy('id')
      .execute();
    const rebuilt = history
      .toReversed()
      .reduce<Map<number, { id: number; type: number; commission: number }>>((standing, change) => {
        const before = new Set(change.before.map(({ id }) => id));
        const after = new Set(change.after.map(({ id }) => id));
        expect([...standing.keys()].toSorted(ascending)).toEqual([...before].toSorted(ascending));
        for (const id of before) if (!after.has(id)) standing.delete(id);
        for (const { id, type, commission } of change.after) standing.set(id, { id, type, commission });
        expect(sumOf(change.after)).toBeLessThanOrEqual(10_000);
        return standing;
      }, new Map());
    expect([...rebuilt.values()].toSorted((a, b) => a.type - b.type || a.id - b.id)).toEqual(current);
    const last = history[0]?.at ?? '';
    const standing = await rowsAsOf(db(), levelName(level), owner_id, last);
    expect(standing.map(({ id }) => id)).toEqual(current.map(({ id }) => id));
    changes += history.length;
  }
  expect(changes).toBeGreaterThan(groups.length);
});

function ascending(a: number, b: number): number {
  return a - b;
}
