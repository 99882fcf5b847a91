/**
 * How a charge is divided. One plan (which rows count) and one division (what each row gets) serve the sale, the
 * recalculation and its preview, so that none of them can differ from another.
 * Specification: domain.md, "Commissions" and "Money"; docs/decisions/004-splits.md.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../server/db/client.ts';
import { LEVELS, type LevelName } from '../rules.ts';

/** Which charges: those named, all of a group, or those of a group that are held. */
export type Target =
  | { charge_ids: readonly number[] }
  | { level: LevelName; owner_id: number; held?: boolean };

/**
 * Divides the charges of the target by the rows as they stand, and answers how many changed. Charges whose rows are
 * the same as at their last split are left alone; so is every paid line and every refunded part. A charge whose
 * levels clash becomes held instead of divided. One transaction with whatever caused it; running it again changes
 * nothing.
 */
export async function splitCharges(trx: Trx, target: Target): Promise<number> {
  // A group can be every charge there is: its sorts stay in memory, and no query is worth compiling for one run.
  if ('level' in target) await sql`set local work_mem = '64MB'; set local jit = off`.execute(trx);
  // Updating the charge locks it: a payout or refund of the same charge comes wholly before or wholly after.
  const { rows } = await sql<{ id: number }>`
    with ${plan(target)}
    update charges c
    set held = p.held, split_rows = case when p.held is null then p.rows else c.split_rows end
    from plan p
    where p.charge_id = c.id and ${differs}
    returning c.id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await writeLines(trx, ids);
  return ids.length;
}

/**
 * SQL of the CTE `plan (charge_id, rows, held)`: for each charge of the target that has something left to divide,
 * the rows that count (types 0 to 2 from the most specific level that holds the type, a code row only with its
 * code), or why it must be held.
 */
export function plan(target: Target): RawBuilder<unknown> {
  return sql`
    target as (
      select c.id, c.class_id, c.instructor_id, c.program_id, c.code_key
      from charges c
      where ${within(target)} and (c.split_rows is null or exists (
        select from charge_lines l where l.charge_id = c.id and l.payout_id is null and l.amount > l.refunded))
    ),
    candidate as (
      ${sql.join(
        LEVELS.map(
          (_, level) => sql`
      select t.id as charge_id, r.id as row_id, r.level, r.type, r.commission
      from target t
      join commission_rows r on r.replaced_at is null and r.type < 4 and r.level = ${sql.lit(level)}
        and r.owner_id = ${ownerColumn(level)} and (r.type <> 3 or r.code_key = t.code_key)`,
        ),
        sql` union all `,
      )}
    ),
    chosen as (
      select * from (select x.*, max(x.level) over (partition by x.charge_id, x.type) as winner from candidate x) x
      where x.level = x.winner
    ),
    plan as (
      select t.id as charge_id, coalesce(array_agg(x.row_id order by x.row_id) filter (where x.row_id is not null),
          '{}') as rows,
        case
          when t.instructor_id is null then 'no_instructor'
          when sum(x.commission) > 100 then 'over_100'
          when t.program_id is null and bool_or(x.type = 1 and x.commission > 0) then 'no_program'
        end as held
      from target t
      left join chosen x on x.charge_id = t.id
      group by t.id, t.instructor_id, t.program_id
    )`;
}

/** True where the plan `p` changes the charge `c`. */
export const differs = sql`(p.held is distinct from c.held
  or (p.held is null and p.rows is distinct from c.split_rows))`;

/**
 * SQL of the CTE `division`: one row for each line that the charges of the CTE `source (charge_id, rows)` shall have
 * besides the paid ones. What is paid and what is refunded stays; the rest is divided among the payees that hold no
 * paid line of the charge, in the ratio of their percentages, by largest remainder (ties: lower type, lower row).
 */
export const division = sql`
    part as (
      select s.charge_id, r.type, r.id as row_id, r.commission, r.referrer_id as user_id,
        case when r.type = 1 then c.program_id end as program_id
      from source s
      join charges c on c.id = s.charge_id
      cross join unnest(s.rows) as u (row_id)
      join commission_rows r on r.id = u.row_id
      where r.commission > 0
      union all
      select s.charge_id, 4, null, 100 - coalesce(sum(r.commission), 0), c.instructor_id, null
      from source s
      join charges c on c.id = s.charge_id
      left join commission_rows r on r.id = any (s.rows)
      group by s.charge_id, c.instructor_id
    ),
    standing as (
      select s.charge_id, count(l.id) as lines,
        coalesce(sum(l.amount) filter (where l.payout_id is not null), 0)::bigint as paid,
        coalesce(sum(l.refunded) filter (where l.payout_id is null), 0)::bigint as kept
      from source s
      left join charge_lines l on l.charge_id = s.charge_id
      group by s.charge_id
    ),
    open_part as (
      select p.*, (p.commission * 100)::bigint as weight,
        sum((p.commission * 100)::bigint) over (partition by p.charge_id)::bigint as weights,
        c.amount - b.paid - case when b.lines = 0 then c.refunded else b.kept end as pool,
        -- A charge that was refunded while it was held carries that on the instructor's line.
        case when b.lines = 0 and p.type = 4 then c.refunded else coalesce(l.refunded, 0) end as kept,
        l.id as line_id, c.currency, c.program_id as scope_program_id
      from part p
      join charges c on c.id = p.charge_id
      join standing b on b.charge_id = p.charge_id
      -- Of the types 0, 1 and 4 a charge has one line, whichever row it came from: it is changed, not replaced.
      left join charge_lines l on l.charge_id = p.charge_id and l.payout_id is null and l.type = p.type
        and (l.type in (0, 1, 4) or l.row_id = p.row_id)
      where not exists (
        select from charge_lines paid
        where paid.charge_id = p.charge_id and paid.payout_id is not null and paid.type = p.type
          and coalesce(paid.user_id, 0) = coalesce(p.user_id, 0)
          and coalesce(paid.program_id, 0) = coalesce(p.program_id, 0))
    ),
    ranked as (
      select o.*, o.pool * o.weight / o.weights as share,
        row_number() over (partition by o.charge_id
          order by o.pool * o.weight % o.weights desc, o.type, o.row_id) as rank,
        o.pool - sum(o.pool * o.weight / o.weights) over (partition by o.charge_id) as left_over
      from open_part o
      -- Where nobody who could take it is left, the charge keeps the lines it has.
      where o.weights > 0
    ),
    division as (
      select k.charge_id, k.scope_program_id, k.type, k.row_id, k.line_id, k.commission, k.user_id, k.program_id,
        k.currency, k.pool as divided, (k.weights / 100.0)::numeric(6, 2) as divided_by, k.kept,
        (k.rank <= k.left_over)::int::smallint as rounding, k.share + (k.rank <= k.left_over)::int as share
      from ranked k
    )`;

/** So many charges are divided by one statement: its sorts stay in memory, and its fixed cost is paid seldom. */
const TOGETHER = 5000;

async function writeLines(trx: Trx, ids: readonly number[]): Promise<void> {
  for (let first = 0; first < ids.length; first += TOGETHER) {
    const some = ids.slice(first, first + TOGETHER);
    await writeDivision(
      trx,
      sql`source as (
        select c.id as charge_id, c.split_rows as rows from charges c
        where c.id = any (${some}::integer[]) and c.held is null
      ),
      ${division}`,
    );
  }
}

/** Brings the unpaid lines to the CTE `division` in one statement, so that no charge is ever seen half divided. */
async function writeDivision(trx: Trx, worked: RawBuilder<unknown>): Promise<void> {
  await sql`
    with ${worked},
    stale as (
      select l.id, l.refunded, l.amount from charge_lines l
      where l.payout_id is null and l.charge_id in (select d.charge_id from division d)
        -- Hashed whatever the planner expects; it takes a division for a row or two, and a loop here would be quadratic.
        and l.id not in (select d.line_id from division d where d.line_id is not null)
    ),
    gone as (
      delete from charge_lines l using stale s where l.id = s.id and s.refunded = 0
    ),
    emptied as (
      update charge_lines l
      set amount = l.refunded, kept = l.refunded, divided = 0, divided_by = 0, rounding = 0, split_at = now()
      from stale s
      where l.id = s.id and s.refunded > 0 and s.amount > s.refunded
    ),
    changed as (
      update charge_lines l
      set row_id = d.row_id, commission = d.commission, divided = d.divided, divided_by = d.divided_by,
        rounding = d.rounding, kept = d.kept, amount = d.kept + d.share, split_at = now()
      from division d
      where l.id = d.line_id and (l.row_id, l.commission, l.divided, l.divided_by, l.rounding, l.kept)
        is distinct from (d.row_id, d.commission, d.divided, d.divided_by, d.rounding, d.kept)
    )
    insert into charge_lines (charge_id, scope_program_id, type, row_id, commission, user_id, program_id, divided,
      divided_by, rounding, kept, amount, refunded, split_at)
    select d.charge_id, d.scope_program_id, d.type, d.row_id, d.commission, d.user_id, d.program_id, d.divided,
      d.divided_by, d.rounding, d.kept, d.kept + d.share, d.kept, now()
    from division d
    where d.line_id is null`.execute(trx);
}

function within(target: Target): RawBuilder<unknown> {
  if ('charge_ids' in target) return sql`c.id = any (${target.charge_ids}::integer[])`;
  const ofGroup = {
    site: sql`true`,
    program: sql`c.program_id = ${target.owner_id}`,
    instructor: sql`c.instructor_id = ${target.owner_id}`,
    class: sql`c.class_id = ${target.owner_id}`,
  }[target.level];
  return target.held ? sql`c.held is not null and ${ofGroup}` : ofGroup;
}

function ownerColumn(level: number): RawBuilder<unknown> {
  return [sql`0`, sql`t.program_id`, sql`t.instructor_id`, sql`t.class_id`][level] ?? sql`null`;
}
