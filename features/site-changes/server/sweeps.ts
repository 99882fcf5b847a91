import { sql } from 'kysely';
import { must } from '../../../core/must.ts';
import type { Db } from '../../../server/db/client.ts';

const KEPT_DAYS = 30;

/** Deletes changes of more than 30 days ago, and marks up to where the feed of each program was swept. */
export const sweepSiteChanges = (db: Db, limit: number): Promise<number> =>
  counted(
    db,
    sql`
    with swept as (
      delete from site_changes where id in (
        select id from site_changes where changed_at < provost_now() - make_interval(days => ${KEPT_DAYS})
        order by changed_at limit ${limit})
      returning program_id, xid, id
    ), marked as (
      insert into swept_site_changes as m (program_id, xid, id)
      select distinct on (program_id) program_id, xid, id from swept order by program_id, xid desc, id desc
      on conflict (program_id) do update set xid = excluded.xid, id = excluded.id
        where (excluded.xid, excluded.id) > (m.xid, m.id)
    )
    select count(*)::integer as rows from swept`,
  );

/** Moves changes to the beginning of their feeds whose transactions this cluster has not had yet: restored elsewhere, new changes would come before. */
export const alignSiteChanges = async (db: Db, limit: number): Promise<number> => {
  await sql`update webhooks set xid = '0' where xid > pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
  await sql`update swept_site_changes set xid = '0' where xid > pg_snapshot_xmax(pg_current_snapshot())`.execute(
    db,
  );
  return counted(
    db,
    sql`
    with aligned as (
      update site_changes set xid = '0' where id in (
        select id from site_changes where xid >= pg_snapshot_xmax(pg_current_snapshot()) order by id limit ${limit})
      returning id
    )
    select count(*)::integer as rows from aligned`,
  );
};

async function counted(db: Db, query: ReturnType<typeof sql<{ rows: number }>>): Promise<number> {
  const { rows } = await query.execute(db);
  return must(rows[0], 'count').rows;
}
