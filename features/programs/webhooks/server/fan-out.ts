import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import { asSystem, transact } from '../../../../server/context.ts';
import { noteTold } from '../../../../server/db/replica/written.ts';
import type { Platform } from '../../../../server/platform.ts';
import { NEW_MESSAGE } from './deliveries.ts';

const CHANGES_AT_A_TIME = 1000;

/** Makes messages of all changes behind which no transaction is under way any more, in the order of the feed. */
export async function fanOut(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select w.id from webhooks w where w.active and exists (
      select from site_changes c where c.program_id = w.program_id and (c.xid, c.id) > (w.xid, w.change_id)
        and c.xid < pg_snapshot_xmin(pg_current_snapshot()))
    order by w.id`.execute(platform.database.everything);
  for (const { id } of rows) {
    let read = CHANGES_AT_A_TIME;
    while (read === CHANGES_AT_A_TIME && !stopping.aborted) read = await fanOutPart(platform, id);
  }
}

/** Answers how many changes were read; its place in the feed moves with the messages. */
function fanOutPart(platform: Platform, webhook_id: number): Promise<number> {
  return transact(asSystem(platform, 'send-webhooks'), async ({ db }) => {
    // Held by a statement of its own: what it waited for has moved the place, which is read anew below.
    const held = await sql<{
      program_id: number;
    }>`select program_id from webhooks where id = ${webhook_id} and active
        for no key update skip locked`.execute(db);
    const [webhook] = held.rows;
    if (!webhook) return 0;
    const { rows } = await sql<{ read: number }>`
      with part as materialized (
        select c.*, w.program_id as of_program, w.kinds,
          case when c.kind in ('draw', 'refund', 'payout') then c.kind || '.' || c.what else c.kind || '.changed' end as type
        from webhooks w join site_changes c on c.program_id = w.program_id and (c.xid, c.id) > (w.xid, w.change_id)
        where w.id = ${webhook_id} and c.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by c.xid, c.id limit ${CHANGES_AT_A_TIME}
      ), before as materialized (
        -- Later changes of the same objects that were told already, as another transaction had held these ones back.
        select o.kind, o.object_id, l.id, l.change
        from (select kind, object_id, min(id) as first from part group by 1, 2) o
        join webhooks w on w.id = ${webhook_id}
        cross join lateral (select l.id, l.change from site_changes l where l.program_id = w.program_id and l.kind = o.kind
          and l.object_id = o.object_id and l.id > o.first and (l.xid, l.id) <= (w.xid, w.change_id)) l
      ), told as (
        insert into webhook_deliveries (webhook_id, message_id, type, object, object_id, payload)
        select ${webhook_id}::integer, ${NEW_MESSAGE}, p.type, p.kind || ' ' || p.object_id, p.object_id,
          json_build_object('type', p.type, 'timestamp', iso_moment(p.changed_at), 'data', json_build_object(
            'id', case when p.kind = 'page' then to_json(p.object_id) else to_json(p.object_id::bigint) end,
            'reference', ${REFERENCE}, 'program_id', p.of_program, 'change',
            coalesce((select b.change from before b where b.kind = p.kind and b.object_id = p.object_id and b.id > p.id
              order by b.id desc limit 1), p.change)))::text
        from part p where p.type = any (p.kinds)
          -- What one transaction has changed of an object is told once.
          and not exists (select from part l where l.xid = p.xid and l.type = p.type and l.object_id = p.object_id
            and l.id > p.id)
        -- By number: who had begun before may have waited for the row of another, and changed it after.
        order by p.id
      ), moved as (
        update webhooks w set xid = l.xid, change_id = l.id
        from (select xid, id from part order by xid desc, id desc limit 1) l where w.id = ${webhook_id}
      )
      select count(*)::integer as read from part`.execute(db);
    const { read } = must(rows[0], 'count');
    if (read > 0) await noteTold(platform, db, webhook.program_id);
    return read;
  });
}

/** The site's own name for what has changed; null where it has none. */
const REFERENCE = sql`case p.kind
  when 'user' then (select r.reference from site_user_references r
    where r.program_id = p.of_program and r.user_id = p.object_id::integer)
  when 'session' then (select s.external_id from class_sessions s
    where s.id = p.object_id::integer and s.site_program_id = p.of_program)
  else (select f.reference from site_facts f
    where f.program_id = p.of_program and f.kind = p.kind and f.answer ->> 'id' = p.object_id limit 1) end`;
