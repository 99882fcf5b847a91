import { sql } from 'kysely';
import { BYTE_ORDER_MARK, csvLine } from '../../../core/csv/csv.ts';
import { notFound } from '../../../core/errors.ts';
import { decimalsOf } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { declareFile } from '../../exports/server/made-files.ts';
import { METHOD_NAMES } from '../../users/payment-settings/rules.ts';
import type { Fulfilment, OrderLine } from '../contract.ts';
import { CAN_UNDO } from './eligibility.ts';

/** Returns a fulfilment with its visible orders; throws a 404 without any. */
export async function readFulfilment({ db, actor }: Context, id: number): Promise<Fulfilment> {
  const { rows } = await sql<Fulfilment>`
    select f.id, f.created_at, admin_email(f.admin_id) as created_by, f.printed_at,
      admin_email(f.printed_by) as printed_by, ${CAN_UNDO}::integer as can_undo, o.orders
    from fulfilments f
    cross join lateral (select json_agg(p.sent || jsonb_build_object('carrier', p.carrier,
        'tracking_number', p.tracking_number) order by p.id) as orders
      from gift_purchases p join site_users u on u.id = p.user_id
      where p.fulfilment_id = f.id and ${visibleTo(actor, 'u.program_id')}) o
    where f.id = ${id} and o.orders is not null`.execute(db);
  return rows[0] ?? notFound();
}

/** Makes the file from the lines as sent, which never change, so that none needs storing. */
declareFile({
  name: 'fulfilment',
  saved_as: 'orders',
  access: { area: 'store' },
  async make({ actor, platform }, file_name) {
    const { rows } = await sql<{ created_at: string; orders: OrderLine[] }>`
      select f.created_at, (select json_agg(p.sent order by p.id) from gift_purchases p where p.fulfilment_id = f.id) as orders
      from fulfilments f
      where f.file_name = ${file_name} and f.admin_id = ${actor.admin_id} and coalesce(f.program_id, 0) = ${actor.program_id}
        and f.undone_at is null and f.created_at > provost_now() - interval '1 day'`.execute(
      platform.database.everything,
    );
    const [found] = rows;
    return found ? { created_at: found.created_at, content: csvOf(found.orders) } : null;
  },
});

const ADDRESS_LINES = 4;

const TITLES = [
  'ID',
  'Product',
  'User',
  'Email',
  ...Array.from({ length: ADDRESS_LINES }, (_, n) => `Address line ${n + 1}`),
  'Phone',
  'Notes',
  'Amount',
  'Currency',
  'Method',
];

function csvOf(orders: readonly OrderLine[]): string {
  const lines = orders.map((order) => [
    String(order.id),
    order.product,
    order.name,
    order.email,
    ...Array.from({ length: ADDRESS_LINES }, (_, n) => order.address[n] ?? ''),
    order.phone,
    order.notes,
    order.amount === null
      ? ''
      : order.amount.toFixed(decimalsOf(must(order.currency, 'currency of an order'))),
    order.currency ?? '',
    order.method === null ? '' : METHOD_NAMES[order.method],
  ]);
  return BYTE_ORDER_MARK + [TITLES, ...lines].map((line) => csvLine(line)).join('');
}
