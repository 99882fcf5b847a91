import { sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import type { Context } from '../../../server/context.ts';
import { type List, pageOf } from '../../../server/nouns/list-query.ts';
import { type WaitingWork, waitingWork } from '../../../server/nouns/waiting-work.ts';
import { exportOfList } from '../../exports/server/list-export.ts';
import { DATA_REQUEST_CSV, erasureContract, type PersonalDataRequest } from '../contract.ts';
import { historyOf } from './deciders.ts';

export async function pageOfRequests({ db, actor }: Context, { page }: { page: number }) {
  const { rows, count } = await pageOf<PersonalDataRequest, 'asked_at'>(db, listFor(actor), {
    matching: [sql<boolean>`true`],
    page,
    sort_by: 'asked_at',
    sort_dest: 'asc',
  });
  return { requests: rows, count };
}

export const dataRequestsCsv = exportOfList<object>({
  name: 'personal-data-requests',
  route: erasureContract.personalDataRequestsCsv,
  list: listFor,
  matching: () => [sql<boolean>`true`],
  columns: DATA_REQUEST_CSV,
});

export function waitingRequests({ db }: Context): Promise<WaitingWork> {
  return waitingWork(db, { from: WAITING, where: [sql<boolean>`true`], since: sql`w.asked_at` });
}

const WAITING = sql`(
  select 2 * e.id as id, 'erasure' as kind, e.user_id, e.source, e.asked_at, e.asked_by, e.site_program_id, e.proposed_at,
    e.asked_through
  from erasures e where e.state = 'proposed'
  union all
  select 2 * r.id + 1, 'export', r.user_id, 'site', r.asked_at, null, r.site_program_id, null, r.asked_through
  from data_requests r where r.state = 'waiting') w`;

function listFor(actor: Actor): List<'asked_at'> {
  const { own, too_new } = historyOf(actor, 'w');
  return {
    from: WAITING,
    id: sql`w.id`,
    columns: sql`w.id, w.kind, w.user_id, btrim(concat_ws(' ', u.first_name, u.last_name)) as name, u.email, w.source,
      w.asked_at, admin_email(w.asked_by) as asked_by, p.program_display_name as site,
      ${own} as own, ${too_new} as too_new`,
    joins: sql`join site_users u on u.id = w.user_id left join programs p on p.id = w.site_program_id`,
    orders: { asked_at: sql`w.asked_at` },
  };
}
