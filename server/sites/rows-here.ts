/**
 * Rows that a site's call names, found where they are the site's. Those that facts name are held until the transaction
 * ends: events first, then products, then users, each by id, so that calls wait for each other and go on.
 * Specification: Sites, facts.
 */
import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../core/errors.ts';
import type { SiteTransaction } from './facts.ts';
import type { SiteCall } from './site-context.ts';

type Ids = readonly (number | undefined)[];

export function holdUsers(tx: SiteTransaction, ids: Ids): Promise<Set<number>> {
  return found(
    tx,
    sql`select id from site_users where id = any (${named(ids)}::integer[]) and del_status = 0
      order by id for no key update`,
  );
}

/** Holds events that the site's program owns or shows. */
export function holdEvents(tx: SiteTransaction, ids: Ids): Promise<Set<number>> {
  return found(
    tx,
    sql`select id from events where id = any (${named(ids)}::integer[]) order by id for no key update`,
  );
}

/** Holds products that the site's program owns or shows. */
export function holdProducts(tx: SiteTransaction, ids: Ids): Promise<Set<number>> {
  return found(
    tx,
    // A prize of an event is read by the site as well, and not sold for that.
    sql`select g.id from gift_products g where g.id = any (${named(ids)}::integer[])
      and (g.program_id = ${tx.site.program_id} or exists (select from gift_product_programs s where s.product_id = g.id))
      order by g.id for share of g`,
  );
}

/** Returns which of these are users of the site: at home or signing in there, and not deleted. */
export function usersHere(tx: SiteTransaction, ids: Ids): Promise<Set<number>> {
  return found(
    tx,
    sql`select id from site_users where id = any (${named(ids)}::integer[]) and del_status = 0`,
  );
}

/** Refuses a user of a call that changes nothing: a 404 `user_id` where they are not the site's, or not there any more. */
export async function requireUser({ db }: SiteCall, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const user = db.selectFrom('site_users').select('id').where('id', '=', id).where('del_status', '=', 0);
  if (!(await user.executeTakeFirst())) refuseMissing('user_id', id);
}

/** Refuses an id of the body that is not among those that are there: a 404 that names `path`. */
export function requireHere(there: ReadonlySet<number>, path: string, id: number): void {
  if (!there.has(id)) refuseMissing(path, id);
}

/** Refuses an id as one that is not there, foreign and missing alike: a 404 that names `path`. */
export function refuseMissing(path: string, id: number, what = path.replace(/_id$/, '')): never {
  const message = `There is no ${what} ${id}`;
  refuse(404, message, { errors: [{ path, message }] });
}

async function found({ db }: SiteTransaction, query: RawBuilder<{ id: number }>): Promise<Set<number>> {
  const { rows } = await query.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function named(ids: Ids): number[] {
  return [...new Set(ids.filter((id) => id !== undefined))];
}
