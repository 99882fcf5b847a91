/** One plan (which rows count) and one division (what each gets) for sale, recalculation and preview. Specification: Commission levels; Money. docs/decisions/004-splits.md */
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../server/db/client.ts';
import type { LevelName } from '../rules.ts';

/** Charges by id, by a condition on `c`, of a group, its held ones, or a slice of it. `asOf: 'sale'`: by the rows of when they were sold, not by those of now. */
export type Target =
  | { charge_ids: readonly number[]; asOf?: 'sale' }
  | { charges: RawBuilder<unknown> }
  | { level: LevelName; owner_id: number; held?: boolean; slice?: Slice };

/** Charges of a group by id, `after` exclusive, of those that `within` is true of: at most `most` that change, by the rows as they stood at `number`, without what was divided since. */
export type Slice = {
  number: number;
  after: number;
  to: number;
  most: number | null;
  within: RawBuilder<unknown>;
};

/**
 * Divides the charges of the target by the rows as they stand, and answers how many changed. Charges whose
 * rows are as at their last split are left alone, and so is every paid line and refunded part; one whose
 * levels clash becomes held. One transaction with whatever caused it; running it again changes nothing.
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

/** True of a charge `c` that the run of the slice has not come to, and nobody has divided since the run began. */
export function isOlder({ number }: Slice): RawBuilder<unknown> {
  return sql`coalesce(c.split_number, 0) < ${number}`;
}

/** SQL of the CTE `plan (charge_id, rows, held)`: charges that the present rows would split otherwise, with the rows that count or why it is held. */
export function plan(target: Target): RawBuilder<unknown> {
  return sql`
    -- Apart, or the planner looks through every line before it knows that nothing differs.
    moved as materialized (${counting(target)} and ${differs} ${mostOf(target)}),
    plan as (
      select m.charge_id, m.rows, m.held from moved m
      where m.unsplit or exists (
        select from charge_lines l where l.charge_id = m.charge_id and l.payout_id is null and l.amount > l.refunded)
    )`;
}

function mostOf(target: Target): RawBuilder<unknown> {
  if (!('level' in target && target.slice && target.slice.most !== null)) return sql``;
  return sql`order by c.id limit ${target.slice.most}`;
}

/** SQL of the charges `c` of the target, each with the rows that count, or why it must be held. */
export function counting(target: Target): RawBuilder<unknown> {
  return sql`
      select c.id as charge_id, c.split_rows is null as unsplit, p.rows, p.held
      from charges c
      left join commission_rows l0 on l0.level = 0 and l0.owner_id = 0 and l0.type = 0 and ${standing(target, 'l0')}
      ${heldBy(target, 1, sql`c.program_id`)}
      ${heldBy(target, 2, sql`c.instructor_id`)}
      ${heldBy(target, 3, sql`c.class_id`)}
      cross join lateral (
        select case when c.class_id is null then array_remove(array[coalesce(l1.platform, l0.id)], null)
          else array_remove(array[coalesce(l3.platform, l2.platform, l1.platform, l0.id),
            coalesce(l3.program, l2.program, l1.program), coalesce(f3.id, f2.id, f1.id)], null)
            || coalesce(l3.referrers, l2.referrers, l1.referrers) end as rows,
          case
            -- Tickets and memberships: the platform's part, and the program's.
            when c.class_id is null then null
            when c.instructor_id is null then 'no_instructor'
            when coalesce(l3.to_platform, l2.to_platform, l1.to_platform, l0.commission, 0)
              + coalesce(l3.to_program, l2.to_program, l1.to_program, 0)
              + coalesce(l3.to_referrers, l2.to_referrers, l1.to_referrers, 0)
              + coalesce(f3.commission, f2.commission, f1.commission, 0) > 100 then 'over_100'
            when c.program_id is null
              and coalesce(l3.to_program, l2.to_program, l1.to_program) > 0 then 'no_program'
          end as held
      ) p
      where ${tx(target)}`;
}

/** True where the plan `p` changes the charge `c`; in which order the rows are kept says nothing. */
export const differs = sql`(p.held is distinct from c.held or (p.held is null
  and (c.split_rows is null or not (p.rows @> c.split_rows and p.rows <@ c.split_rows))))`;

/**
 * SQL of the CTE `division`: what becomes of each line, standing or to come, of the charges of the CTE `source
 * (charge_id, rows, amount, refunded, instructor_id, program_id)`, paid ones left out. What is paid and what is
 * refunded stays; the rest is divided among the payees that hold no paid line of the charge (`open`), in the ratio of
 * their percentages, by largest remainder (ties: lower type, lower row). A line that is not `open` gives its part up.
 * `ofSource` says of a line `l` that its charge is in the source.
 */
export const division = (ofSource: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    standing as (
      select l.charge_id, l.type, l.user_id, l.program_id, l.id, l.amount, l.refunded, l.payout_id is not null as paid,
        -- What a part and its line meet by. Of the types 0, 1 and 4 a charge has one line, whichever row it came from:
        -- it is changed, not replaced. A paid line meets none.
        case when l.payout_id is not null then -l.id when l.type in (2, 3) then l.row_id else 0 end as slot
      from charge_lines l
      where ${ofSource}
    ),
    part as (
      -- Who gets the rest is the instructor; of a sale without one, the program.
      select s.charge_id, coalesce(r.type, case when s.instructor_id is null then 1 else 4 end) as type, r.id as row_id, (r.commission * 100)::integer as weight,
        case when r.id is null then s.instructor_id else r.referrer_id end as user_id,
        case when coalesce(r.type, case when s.instructor_id is null then 1 end) = 1 then s.program_id end as program_id,
        s.amount, s.refunded, s.program_id as scope_program_id
      from source s
      cross join unnest(s.rows || null::integer) as u (row_id)
      left join commission_rows r on r.id = u.row_id
      where u.row_id is null or r.commission > 0
    ),
    wanted as (
      select p.*, paid.charge_id is null as open,
        case when paid.charge_id is not null then null when p.type in (2, 3) then p.row_id else 0 end as slot
      from part p
      left join (
        select distinct l.charge_id, l.type, l.user_id, l.program_id
        from charge_lines l
        where l.payout_id is not null and ${ofSource}
      ) paid
        on paid.charge_id = p.charge_id and paid.type = p.type
          and coalesce(paid.user_id, 0) = coalesce(p.user_id, 0)
          and coalesce(paid.program_id, 0) = coalesce(p.program_id, 0)
    ),
    weighed as (
      select charge_id, type, coalesce(w.user_id, l.user_id) as user_id,
        coalesce(w.program_id, l.program_id) as program_id, row_id, scope_program_id, l.id as line_id,
        l.amount - l.refunded as before, coalesce(open, false) as open, paid,
        case when row_id is null then 10000 - coalesce(sum(weight) over charge, 0) else weight end as weight,
        coalesce(sum(weight) filter (where open) over charge, 0)
          + case when bool_or(open and row_id is null) over charge then 10000 - coalesce(sum(weight) over charge, 0)
            else 0 end as weights,
        w.amount - coalesce(sum(l.amount) filter (where paid) over charge, 0)::bigint
          - case when count(l.id) over charge = 0 then w.refunded
            else coalesce(sum(l.refunded) filter (where not paid and l.refunded > 0) over charge, 0)::bigint end as pool,
        -- A charge that was refunded while it was held carries that on the instructor's line.
        case when row_id is null and count(l.id) over charge = 0 then w.refunded else coalesce(l.refunded, 0) end as kept
      from wanted w
      full join standing l using (charge_id, type, slot)
      window charge as (partition by charge_id)
    ),
    ranked as (
      select *, row_number() over remainders as rank,
        sum(case when open then (pool * weight % weights)::integer else 0 end) over remainders / weights as left_over
      from weighed
      -- Where nobody who could take it is left, the charge keeps the lines it has.
      where weights > 0
      window remainders as (partition by charge_id order by open desc, pool * weight % weights desc, type, row_id
        rows between unbounded preceding and unbounded following)
    ),
    division as (
      select charge_id, scope_program_id, type, row_id, line_id, user_id, program_id, open, before, kept,
        case when open then weight * 0.01 end as commission,
        case when open then pool else 0 end as divided,
        case when open then weights * 0.01 else 0 end as divided_by,
        (open and rank <= left_over)::integer as rounding,
        case when open then pool * weight / weights + (rank <= left_over)::integer else 0 end as share
      from ranked
      where open or not paid and line_id is not null
    )`;

/** Brings the unpaid lines to their division in one statement, so that no charge is ever seen half divided. */
export async function writeLines(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`
    with source as (
      select c.id as charge_id, c.split_rows as rows, c.amount, c.refunded, c.instructor_id, c.program_id
      from charges c
      where c.id = any (${ids}::integer[]) and c.held is null
    ),
    ${division(sql`l.charge_id = any (${ids}::integer[])`)},
    gone as (
      delete from charge_lines l using division d where l.id = d.line_id and not d.open and l.refunded = 0
    ),
    changed as (
      update charge_lines l
      set row_id = case when d.open then d.row_id else l.row_id end, commission = coalesce(d.commission, l.commission),
        divided = d.divided, divided_by = d.divided_by, rounding = d.rounding, kept = d.kept,
        amount = d.kept + d.share, split_at = now()
      from division d
      where l.id = d.line_id and case
        when d.open then (l.row_id, l.divided, l.rounding, l.kept, l.commission, l.divided_by)
          is distinct from (d.row_id, d.divided, d.rounding, d.kept, d.commission, d.divided_by)
        else l.refunded > 0 and l.amount > l.refunded end
    )
    insert into charge_lines (charge_id, scope_program_id, type, row_id, commission, user_id, program_id, divided,
      divided_by, rounding, kept, amount, refunded, split_at)
    select d.charge_id, d.scope_program_id, d.type, d.row_id, d.commission, d.user_id, d.program_id, d.divided,
      d.divided_by, d.rounding, d.kept, d.kept + d.share, d.kept, now()
    from division d
    where d.line_id is null`.execute(trx);
}

function tx(target: Target): RawBuilder<unknown> {
  if ('charge_ids' in target) return sql`c.id = any (${target.charge_ids}::integer[])`;
  if ('charges' in target) return target.charges;
  if (target.slice) {
    const { after, to, within } = target.slice;
    return sql`${ofGroup(target)} and c.id > ${after} and c.id <= ${to} and ${isOlder(target.slice)} and ${within}`;
  }
  return target.held ? sql`c.held is not null and ${ofGroup(target)}` : ofGroup(target);
}

/** SQL that is true of a charge `c` of the group. */
export function ofGroup({ level, owner_id }: { level: LevelName; owner_id: number }): RawBuilder<unknown> {
  return {
    site: sql`true`,
    program: sql`c.program_id = ${owner_id}`,
    instructor: sql`c.instructor_id = ${owner_id}`,
    class: sql`c.class_id = ${owner_id}`,
  }[level];
}

/** The rows of a level that count for the charge `c`: of the types 0 to 2 as `l<level>`, its code's as `f<level>`. */
function heldBy(target: Target, level: number, owner: RawBuilder<unknown>): RawBuilder<unknown> {
  const [rows, coded] = [sql.raw(`l${level}`), sql.raw(`f${level}`)];
  const counted = sql`min(r.id) filter (where r.type = 0) as platform,
          min(r.commission) filter (where r.type = 0) as to_platform,
          min(r.id) filter (where r.type = 1) as program, min(r.commission) filter (where r.type = 1) as to_program,
          array_agg(r.id) filter (where r.type = 2) as referrers,
          sum(r.commission) filter (where r.type = 2) as to_referrers`;
  // Each charge has a moment of its own, or all are divided by the same rows.
  const grouped = isAsOfSale(target)
    ? sql`left join lateral (
        select ${counted} from commission_rows r
        where r.level = ${sql.lit(level)} and r.type < 3 and r.owner_id = ${owner} and ${standing(target, 'r')}
      ) ${rows} on true`
    : sql`left join (
        select r.owner_id, ${counted}
        from commission_rows r
        where ${standingNow(target, 'r')} and r.level = ${sql.lit(level)} and r.type < 3 and ${some(target, owner)}
        group by r.owner_id
      ) ${rows} on ${rows}.owner_id = ${owner}`;
  return sql`
      ${grouped}
      left join commission_rows ${coded} on ${standing(target, `f${level}`)} and ${coded}.level = ${sql.lit(level)}
        and ${coded}.type = 3 and ${coded}.owner_id = ${owner} and ${coded}.code_key = c.code_key`;
}

function isAsOfSale(target: Target): boolean {
  return 'asOf' in target && target.asOf === 'sale';
}

/** True for a row that stands, or stood when the charge `c` was sold. */
function standing(target: Target, row: string): RawBuilder<unknown> {
  if (!isAsOfSale(target)) return standingNow(target, row);
  const [from, to] = [sql.ref(`${row}.created_at`), sql.ref(`${row}.replaced_at`)];
  return sql`${from} <= c.created_at and coalesce(${to}, 'infinity') > c.created_at`;
}

/** True for a row that stands, or stood at the number of the slice. */
function standingNow(target: Target, row: string): RawBuilder<unknown> {
  const [from, to] = [sql.ref(`${row}.set_number`), sql.ref(`${row}.replaced_number`)];
  const isLast = sql`${sql.ref(`${row}.replaced_at`)} is null`;
  if (!('level' in target && target.slice)) return isLast;
  const { number } = target.slice;
  return sql`(coalesce(${from}, 0) < ${number} and (${isLast} or ${to} > ${number}))`;
}

function some(target: Target, owner: RawBuilder<unknown>): RawBuilder<unknown> {
  if ('level' in target && target.level === 'site' && !target.held && !target.slice) return sql`true`;
  return sql`r.owner_id in (select ${owner} from charges c where ${tx(target)})`;
}
