/** `kill -9` at the statements of the first payout of a range: frozen, claimed and filed, or nothing of it. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeAdmin, makeSiteUser } from '../../../../test/factories.ts';
import { deadConnectionsEnded } from '../../../../test/killed/dead-connections.ts';
import { makeAttendances, makeTeacher } from '../../../../test/rows/memberships.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { payeeId } from '../../rules.ts';

const CHILD = path.join(import.meta.dirname, '../../../../test/killed/killed-membership.ts');

const database = useDatabase();
const db = () => database().everything;

test('is done wholly or not at all, and once in the end', async () => {
  const { id: admin_id } = await makeAdmin(db(), { permissions: ['superadmin'] });
  const teachers = [await makeTeacher(db()), await makeTeacher(db())];
  const { id: user_id } = await makeSiteUser(db());
  let days = 0;
  const freshDates = async () => {
    const day = new Date(Date.UTC(2010, 0, ++days)).toISOString().slice(0, 10);
    await makeAttendances(
      db(),
      day,
      teachers.map(({ class_id }) => ({ class_id, user_id })),
    );
    return `${day},${day}`;
  };
  const pay = (dates: string, statement: number, moment: string) => {
    const { global, scoped } = database().urls;
    const ids = teachers.map(({ id }) => payeeId({ user_id: id, program_id: null }, 'USD'));
    const wish = { admin_id, ids, dates, currency: 'USD', split_amount: 10.01 };
    const call = [CHILD, global, scoped, JSON.stringify(wish), String(statement), moment];
    return spawnSync(process.execPath, call, { encoding: 'utf8' });
  };
  const whole = pay(await freshDates(), 0, '');
  const statements = Number.parseInt(whole.stdout, 10);
  expect(statements, whole.stderr).toBeGreaterThan(10);

  const every = Array.from({ length: statements }, (_, n) => statements - n);
  for (const [index, statement] of inDepth([1, Math.ceil(statements / 2)], [...every, ...every]).entries()) {
    const dates = await freshDates();
    expect(pay(dates, statement, index % 2 ? 'before' : 'after').signal).toBe('SIGKILL');
    await deadConnectionsEnded(db());
    const left = await leftOf(dates);
    expect([NOTHING, WHOLE]).toContainEqual(left);
    const again = pay(dates, 0, '');
    // What was done is not done once more.
    expect(again.stderr.includes('Nothing to pay')).toBe(left?.pools === 1);
    expect(await leftOf(dates), `statement ${statement}`).toEqual(WHOLE);
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payout_batches b
    where b.state <> 'made' or not exists (select from payout_files f where f.batch_id = b.id)`.execute(db());
  expect(rows).toEqual([{ count: 0 }]);
});

const NOTHING = { pools: 0, parts: 0, payouts: 0, paid: 0 };
const WHOLE = { pools: 1, parts: 2, payouts: 2, paid: 1001 };

async function leftOf(dates: string) {
  const { rows } = await sql<typeof WHOLE>`
    select count(distinct o.id)::integer as pools, count(m.id)::integer as parts,
      count(distinct p.id)::integer as payouts, coalesce(sum(p.amount), 0)::integer as paid
    from membership_pools o join membership_parts m on m.pool_id = o.id left join payouts p on p.id = m.payout_id
    where o.from_day = ${dates.slice(0, 10)}::date`.execute(db());
  return rows[0];
}
