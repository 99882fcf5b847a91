/** Messages made of what has changed, a message for each webhook that is told of it. Specification: Sites, webhooks. */
import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import { asSystem, transact } from '../../../../server/context.ts';
import type { Platform } from '../../../../server/platform.ts';
import { NEW_MESSAGE } from './deliveries.ts';

/** Changes that become messages in one transaction. */
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
    const held =
      await sql`select from webhooks where id = ${webhook_id} and active for no key update skip locked`.execute(
        db,
      );
    if (held.rows.length === 0) return 0;
    const { rows } = await sql<{ read: number }>`
      with part as materialized (
        select c.*, w.program_id as of_program, w.kinds,
          case when c.kind in ('draw', 'refund', 'payout') then c.kind || '.' || c.what else c.kind || '.changed' end as type
        from webhooks w join site_changes c on c.program_id = w.program_id and (c.xid, c.id) > (w.xid, w.change_id)
        where w.id = ${webhook_id} and c.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by c.xid, c.id limit ${CHANGES_AT_A_TIME}
      ), told as (
        insert into webhook_deliveries (webhook_id, message_id, type, object, object_id, payload)
        select ${webhook_id}::integer, ${NEW_MESSAGE}, p.type, p.kind || ' ' || p.object_id, p.object_id,
          json_build_object('type', p.type, 'timestamp', iso_moment(p.changed_at), 'data', json_build_object(
            'id', case when p.kind = 'page' then to_json(p.object_id) else to_json(p.object_id::bigint) end,
            'reference', ${REFERENCE}, 'program_id', p.of_program, 'change', p.change))::text
        from part p where p.type = any (p.kinds)
          -- What one transaction has changed of an object is told once.
          and not exists (select from part l where l.xid = p.xid and l.type = p.type and l.object_id = p.object_id
            and l.id > p.id)
        order by p.xid, p.id
      ), moved as (
        update webhooks w set xid = l.xid, change_id = l.id
        from (select xid, id from part order by xid desc, id desc limit 1) l where w.id = ${webhook_id}
      )
      select count(*)::integer as read from part`.execute(db);
    return must(rows[0], 'count').read;
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
