/** Measures members' attendances of every instructor, shared and through the lens, over a plain count by instructor. */
import pg from 'pg';
import { attendedParts } from '../../features/payouts/membership/server/attended.ts';
import { rangeOf } from '../../features/payouts/membership/server/range.ts';
import { asSystem, transactWithoutTenantScope } from '../../server/context.ts';
import type { Platform } from '../../server/platform.ts';
import type { Figure } from './table.ts';

const AIM = 15;
const COUNTED_AIM = 1.5;
const ROUNDS = 3;

/** A month in which a fifth of all students came, each to as many classes as there is room for. */
const MONTH = '2020-01-01,2020-01-31';

export async function benchMembership(
  platform: Platform,
  ownerUrl: string,
  attendances: number,
): Promise<Figure[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await attend(owner, attendances);
  const parts = (split: number | null) =>
    transactWithoutTenantScope(asSystem(platform, 'bench'), async (above) =>
      attendedParts(above, await rangeOf(above, MONTH), split),
    );
  const runs: { plain: number; counted: number; shared: number; payees: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const plain = await seconds(() =>
      owner.query(`select instructor_id, count(*) from attendances
        where attended_at >= '2020-01-01T00:00:00Z' and attended_at < '2020-02-01T00:00:00Z' group by instructor_id`),
    );
    const counted = await seconds(() => parts(null));
    let payees = 0;
    const shared = await seconds(async () => {
      payees = (await parts(1_000_000)).length;
    });
    runs.push({ plain, counted, shared, payees });
  }
  await owner.end();
  const median = runs.toSorted((a, b) => a.shared / a.plain - b.shared / b.plain)[Math.floor(ROUNDS / 2)];
  if (!median) return [];
  const { plain, counted, shared, payees } = median;
  const of = `of ${attendances.toLocaleString('en-US')} attendances, ${plain.toFixed(2)} s the plain count`;
  return [
    {
      what: 'counts by instructor',
      ratio: counted / plain,
      aim: COUNTED_AIM,
      note: `${counted.toFixed(2)} s ${of}`,
    },
    {
      what: 'amounts and lens of everybody',
      ratio: shared / plain,
      aim: AIM,
      note: `${shared.toFixed(2)} s for ${payees} payees ${of}`,
    },
  ];
}

/** Inserts the attendances once, without the checks that the site's reports go through. */
async function attend(owner: pg.Client, attendances: number): Promise<void> {
  const { rows } = await owner.query<{ done: boolean }>(
    `select exists (select from attendances where attended_at < '2020-02-01') as done`,
  );
  if (rows[0]?.done) return;
  process.stdout.write('making the attendances of the bench, once\n');
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `with people as (select max(id) filter (where user_type = 'I') as instructors, max(id) as users from site_users),
      taught as (select max(id) as classes from classes)
    insert into attendances (class_id, user_id, type, instructor_id, scope_program_id, attended_at)
    select c.id, instructors + 1 + hashint8(n)::bigint % greatest(1, (users - instructors) / 5 / 2) + greatest(1, (users - instructors) / 5 / 2),
      case when n % 3 = 0 then 'live' else 'recording' end, nullif(c.instructor_id, 1), c.program_id,
      '2020-01-01T00:00:00Z'::timestamptz + n * 2678399.0 / $1::float8 * interval '1 second'
    from people, taught, generate_series(1, $1::integer) n
    join classes c on c.id = 1 + abs(hashint8(n * 7)::bigint) % 1000000000 % (select max(id) from classes)`,
    [attendances],
  );
  await owner.query('commit');
  await owner.query('vacuum analyze attendances');
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
