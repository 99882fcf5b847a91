import { sql } from 'kysely';
import { refuse, refuseField } from '../../../core/errors.ts';
import type { SiteCall } from '../../../server/sites/site-context.ts';
import type { SiteChange } from '../contract.ts';
import { type FeedPlace, placeAt, placeText } from './feed-place.ts';

/**
 * Returns changes behind `after`, up to `limit`: of each object the last one alone. Only those of transactions before which
 * none is under way any more, so that what commits late still comes behind every place that was answered. What became of
 * the object is said by the last number: who had begun before may have waited for the row, and changed it after. Throws a 400 on
 * `after` for what is no place of this feed, and a 410 where what lies behind it is no longer kept.
 */
export async function readChanges(
  { db, site }: SiteCall,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ changes: SiteChange[]; next: string; more: boolean }> {
  const { program_id } = site;
  const place = after === undefined ? START : placeAt(program_id, after);
  if (!place) refuseField('after', 'is not a position of this feed');
  const { rows } = await sql<FeedPart>`
    with horizon as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as xid, pg_snapshot_xmax(pg_current_snapshot()) as last
    )
    select horizon.xid::text as horizon,
      ${place.xid}::xid8 > horizon.last or exists (select from swept_site_changes s
        where s.program_id = ${program_id} and (s.xid, s.id) > (${place.xid}::xid8, ${place.id}::bigint)) as gone,
      (select coalesce(json_agg(json_build_object('kind', p.kind, 'object_id', p.object_id, 'change', p.change,
          'changed_at', iso_moment(p.changed_at), 'xid', p.xid::text, 'id', p.id::text) order by p.xid, p.id), '[]')
        from (
          select c.kind, c.object_id, coalesce(s.change, c.change) as change,
            coalesce(s.changed_at, c.changed_at) as changed_at, c.xid, c.id
          from site_changes c left join lateral (
            select l.change, l.changed_at from site_changes l where l.program_id = c.program_id and l.kind = c.kind
              and l.object_id = c.object_id and l.xid < c.xid and l.id > c.id order by l.id desc limit 1) s on true
          where c.program_id = ${program_id} and (c.xid, c.id) > (${place.xid}::xid8, ${place.id}::bigint)
            and c.xid < horizon.xid
            and not exists (select from site_changes l where l.program_id = c.program_id and l.kind = c.kind
              and l.object_id = c.object_id and (l.xid, l.id) > (c.xid, c.id) and l.xid < horizon.xid)
          order by c.xid, c.id limit ${limit + 1}::integer
        ) p) as changes
    from horizon`.execute(db);
  const [part] = rows;
  if (!part) throw new Error('the feed has answered nothing');
  if (part.gone && after !== undefined) {
    refuse(410, 'Changes that old are no longer kept. Read everything again');
  }
  const told = part.changes.slice(0, limit);
  const more = part.changes.length > limit;
  const last = more ? told.at(-1) : undefined;
  return {
    changes: told.map(({ kind, object_id, change, changed_at }) => ({
      kind,
      id: idOf(kind, object_id),
      change,
      changed_at,
    })),
    next: placeText(program_id, last ?? { xid: part.horizon, id: '0' }),
    more,
  };
}

/** Returns an object's id as its reads know it: of a page the path, else a number. */
function idOf(kind: SiteChange['kind'], object_id: string): number | string {
  return kind === 'page' ? object_id : Number(object_id);
}

const START: FeedPlace = { xid: '0', id: '0' };

type FeedPart = {
  horizon: string;
  gone: boolean;
  changes: (Omit<SiteChange, 'id'> & FeedPlace & { object_id: string })[];
};
