import { sql } from 'kysely';
import { notFound } from '../../../../core/errors.ts';
import { type Context, visibleTo } from '../../../../server/context.ts';
import { type List, pageOf, rowsOf } from '../../../../server/nouns/list-query.ts';
import type { CoinEntry } from '../contract.ts';

/** The last first; amounts and balances are answered in coins. */
export async function pageOfEntries(
  { db, actor }: Context,
  { id, page }: { id: number; page: number },
): Promise<{ entries: CoinEntry[]; count: number }> {
  const { rows, count } = await pageOf<CoinEntry, 'id'>(db, ENTRIES, {
    matching: [visibleTo(actor, 'u.program_id'), sql<boolean>`e.user_id = ${id}`],
    page,
    sort_by: 'id',
    sort_dest: 'desc',
  });
  return { entries: rows.map(toResponse), count };
}

export async function readEntry({ db, actor }: Context, id: number): Promise<CoinEntry> {
  const matching = [visibleTo(actor, 'u.program_id'), sql<boolean>`e.id = ${id}`] as const;
  const [row] = await rowsOf<CoinEntry>(db, ENTRIES, matching);
  return row ? toResponse(row) : notFound();
}

const ENTRIES: List<'id'> = {
  from: sql`(lilt_entries e join site_users u on u.id = e.user_id)`,
  id: sql`e.id`,
  // An event has a name where the session sees the event.
  columns: sql`e.id, e.amount, e.kind, e.reference, t.name as reference_name, e.reason, e.created_at,
    admin_email(e.created_by) as created_by,
    (select sum(b.amount) from lilt_entries b where b.user_id = e.user_id and b.id <= e.id) as balance`,
  joins: sql`left join events t on t.id = case e.kind when 'ticket' then e.reference::integer end`,
  orders: { id: sql`e.id` },
};

function toResponse(row: CoinEntry): CoinEntry {
  return { ...row, amount: row.amount / 100, balance: row.balance / 100 };
}
