import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../server/db/client.ts';
import type { InheritedRow } from '../ledger-contract.ts';
import { type LevelName, levelName } from '../rules.ts';
import { counting } from './split.ts';

type OwnedLevel = Exclude<LevelName, 'site'>;

/** The inherited rows of each owner, in order of type; one statement for a page of owners. */
export async function inheritedRows(db: Db, level: OwnedLevel, ownerIds: readonly number[]) {
  // Sales that never were stand in for the table: one without a code, and one with each code that could be typed.
  const { rows } = await sql<Omit<InheritedRow, 'level'> & { heir: number; level: number }>`
    with heirs as (${heirs(level, ownerIds)}),
    charges as (
      select h.*, null::integer[] as split_rows, k.code_key
      from heirs h
      cross join lateral (
        select null::text as code_key
        union all
        select distinct r.code_key from commission_rows r
        where r.replaced_at is null and r.type = 3
          and (r.level = 1 and r.owner_id = h.program_id or r.level = 2 and r.owner_id = h.instructor_id)
      ) k
    ),
    counted as (${counting({ charge_ids: ownerIds })})
    select distinct c.charge_id as heir, r.level, r.owner_id, r.id, r.type, r.commission,
      coalesce(r.program_id, 0) as program_id, r.referrer_id,
      u.first_name, u.last_name, u.email, r.code, r.discount, r.discount_type
    from counted c
    join commission_rows r on r.id = any (c.rows)
    left join site_users u on u.id = r.referrer_id
    order by heir, r.type, r.level desc, r.id`.execute(db);
  const byHeir = Map.groupBy(rows, ({ heir }) => heir);
  return (ownerId: number): InheritedRow[] =>
    (byHeir.get(ownerId) ?? []).map(({ heir: _heir, ...row }) => ({ ...row, level: levelName(row.level) }));
}

function heirs(level: OwnedLevel, ownerIds: readonly number[]): RawBuilder<unknown> {
  const ids = sql`any (${ownerIds}::integer[])`;
  // Of a class that is none: a sale without one is of tickets or a membership, and counts other rows.
  switch (level) {
    case 'program':
      return sql`select p.id, null::integer as program_id, null::integer as instructor_id, 0 as class_id
        from programs p where p.id = ${ids}`;
    case 'instructor':
      return sql`select u.id, u.program_id, null::integer as instructor_id, 0 as class_id
        from site_users u where u.id = ${ids}`;
    case 'class':
      return sql`select c.id, u.program_id, c.instructor_id, 0 as class_id
        from classes c left join site_users u on u.id = c.instructor_id where c.id = ${ids}`;
  }
}
