/** The one way in which a class stops being sold somewhere. Specification: Classes and bundles. */
import { type RawBuilder, sql } from 'kysely';
import type { Context, TransactionContext } from '../../../server/context.ts';
import type { Change } from '../../../server/nouns/audit.ts';
import { type CategoryLosses, CLASSES_NAMED } from '../links-contract.ts';
import { dropLost, type Loss, lossesOf, recordOf } from './class-categories.ts';
import { CLASS } from './class-noun.ts';

export type TakenLink = { class_id: number; program_id: number; deleted: boolean };

/**
 * Takes the links away for which `which` holds of `class_programs l` and `classes c`, but for those of a home, and with
 * them the categories that no program has any more which goes on selling the class. The classes are held, and what they
 * are newly sold in has been written.
 */
export async function takeLinks(
  tx: TransactionContext,
  which: RawBuilder<unknown>,
): Promise<{ taken: TakenLink[]; losses: Loss[] }> {
  const { rows: taken } = await sql<TakenLink>`
    delete from class_programs l using classes c
    where ${which} and c.id = l.class_id and c.program_id is distinct from l.program_id
    returning l.class_id, l.program_id, c.del_flag = 1 as deleted`.execute(tx.db);
  if (taken.length === 0) return { taken, losses: [] };
  const losses = await lossesOf(
    tx.db,
    sql`
      select g.class_id, k.programs || array_agg(g.program_id) as sold, k.programs as still_sold
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) g (class_id integer, program_id integer)
      cross join lateral (select array(
        select l.program_id from class_programs l where l.class_id = g.class_id) as programs) k
      group by g.class_id, k.programs`,
  );
  await dropLost(tx, losses);
  return { taken, losses };
}

/** Returns the losses if the links of `gone` were removed and those of `made` added: rows of `class_id` and `program_id`. */
export function lossesWithout(
  { db }: Context,
  { gone, made }: { gone: RawBuilder<unknown>; made: RawBuilder<unknown> },
): Promise<Loss[]> {
  return lossesOf(
    db,
    sql`
      select g.class_id, array(select l.program_id from class_programs l where l.class_id = g.class_id) as sold,
        array(
          select l.program_id from class_programs l where l.class_id = g.class_id and l.program_id <> all (g.programs)
          union select m.program_id from (${made}) m where m.class_id = g.class_id) as still_sold
      from (select o.class_id, array_agg(o.program_id) as programs from (${gone}) o group by o.class_id) g`,
  );
}

export function categoryLossesOf(losses: readonly Loss[]): CategoryLosses {
  const there = losses.filter(({ deleted }) => !deleted);
  return {
    count: there.length,
    classes: there
      .slice(0, CLASSES_NAMED)
      .map(({ class_id, class_name, lost_categories }) => ({ id: class_id, class_name, lost_categories })),
  };
}

/** Entries below that of a change of many classes: the staff of each home reads what its class has lost. */
export function entriesOf(losses: readonly Loss[]): (Change & { program_id: number })[] {
  return losses.map((loss) => ({
    entity: CLASS.entity,
    entity_id: loss.class_id,
    action: 'programs',
    program_id: loss.program_id ?? 0,
    ...recordOf(loss),
  }));
}
