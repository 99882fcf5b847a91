import { sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { toMajor } from '../../../core/money.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { type List, pageOf } from '../../../server/nouns/list-query.ts';
import type { Bundled, ClassRow } from '../contract.ts';
import { INSTRUCTOR, shownTo } from './class-noun.ts';

/** The classes of a bundle in their order, those out of the caller's sight counted, and which of them its own program does not sell (any more). */
export async function bundledInto(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  bundleId: number,
): Promise<Bundled> {
  const list: List<'position'> = {
    from: sql`(classes c join bundle_classes b on b.class_id = c.id and b.bundle_id = ${bundleId})`,
    id: sql`c.id`,
    columns: sql`c.id, c.class_name, c.instructor_id,
      ${INSTRUCTOR} as instructor_name, coalesce(c.program_id, 0) as program_id, c.is_bundle, c.class_price,
      c.currency, c.membership_discount, c.membership_discount_other, c.del_flag, c.status`,
    joins: sql`left join site_users u on u.id = c.instructor_id`,
    orders: { position: sql`b.position` },
  };
  const { rows, count } = await pageOf<ClassRow, 'position'>(db, list, {
    matching: [inSight(actor)],
    sort_by: 'position',
  });
  const { held } = await db
    .selectFrom('bundle_classes')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('bundle_id', '=', bundleId)
    .executeTakeFirstOrThrow();
  const bundles = rows.map((row) => ({ ...row, class_price: toMajor(row.class_price, row.currency) }));
  const { rows: unsold } = await sql<{ id: number }>`
    select c.id from bundle_classes b join classes o on o.id = b.bundle_id join classes c on c.id = b.class_id
    where b.bundle_id = ${bundleId} and o.program_id is not null and c.program_id is distinct from o.program_id
      and ${inSight(actor)} and not exists (select from class_programs s
        where s.class_id = c.id and s.program_id = o.program_id and s.active = 1)
    order by b.position`.execute(db);
  return { bundles, hidden: held - count, not_sold: unsold.map(({ id }) => id) };
}

/** Returns classes at home in a program or sold there; with `active`, only those on sale there now. */
export async function classesOfProgram(
  db: Db,
  programId: number,
  ids: readonly number[],
  { active = false }: { active?: boolean } = {},
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('classes as c')
    .select('c.id')
    .where('c.id', '=', sql<number>`any (${ids}::integer[])`)
    .where(
      sql<boolean>`(c.program_id = ${programId} or exists (select from class_programs s
        where s.class_id = c.id and s.program_id = ${programId} and (s.active = 1 or not ${active}::boolean)))`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export function classesInSight({ db, actor }: Pick<Context, 'db' | 'actor'>) {
  return db.selectFrom('classes as c').where(inSight(actor));
}

function inSight(actor: Actor) {
  return sql<boolean>`(${visibleTo(actor, 'c.program_id')} or ${shownTo(actor)})`;
}
