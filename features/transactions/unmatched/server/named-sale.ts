import { sql } from 'kysely';
import { CURRENCIES, type Currency } from '../../../../core/money.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import { MEMBERSHIP_PERIODS } from '../../rules.ts';
import type { SaleToBook } from '../../server/book-sales.ts';
import {
  type FoundClass,
  type SoldThing,
  soldClass,
  soldMembership,
  soldTickets,
} from '../../server/sold-things.ts';
import type { Missing } from '../contract.ts';
import type { Names, Payment } from './payment.ts';

export type Named = { program_id: number | null } & (
  | { sale: SaleToBook; missing: [] }
  | { sale: null; missing: Missing[] }
);

/** Looks up what a payment names: a program by id or tag, what that program's site sells or shows, and a user of it. */
export async function namedSale(
  tx: TransactionContext,
  { names, ...payment }: Omit<Payment, 'payer'>,
): Promise<Named> {
  const program_id = await programOf(tx, names);
  const kind: Missing = names.event ? 'event' : names.membership ? 'membership' : 'class';
  const sold = program_id === null ? null : await soldBy(tx, program_id, names);
  const user_id = program_id === null ? null : await userOf(tx, program_id, names);
  const isKnown = (CURRENCIES as readonly string[]).includes(payment.currency);
  if (program_id !== null && sold && user_id !== null && isKnown) {
    const { provider_ref, amount, paid_at } = payment;
    const sale: SaleToBook = {
      sold,
      amount,
      currency: payment.currency as Currency,
      student_id: user_id,
      provider: 'stripe',
      provider_charge: provider_ref,
      source: 'stripe',
      site_program_id: program_id,
      created_at: paid_at,
      ...(names.code && { code: names.code }),
      after: { ...payment, names },
    };
    return { program_id, sale, missing: [] };
  }
  const missing: Missing[] = [
    ...(program_id === null ? (['program'] as const) : []),
    ...(sold ? [] : [kind]),
    ...(user_id === null ? (['user'] as const) : []),
    ...(isKnown ? [] : (['currency'] as const)),
  ];
  return { program_id, sale: null, missing };
}

async function programOf({ db }: TransactionContext, { program }: Names): Promise<number | null> {
  if (!program) return null;
  const found = await db
    .selectFrom('programs')
    .select('id')
    .where((eb) => eb.or([eb('program_tag', '=', program), eb('id', '=', idIn(program))]))
    .orderBy(sql`program_tag = ${program}`, 'desc')
    .executeTakeFirst();
  return found?.id ?? null;
}

async function soldBy({ db }: TransactionContext, program: number, names: Names): Promise<SoldThing | null> {
  if (names.event) {
    const { rows } = await sql<{ id: number; name: string }>`
      select e.id, e.name from events e
      where e.id = ${idIn(names.event)} and e.id in (select events_on(${program}))`.execute(db);
    const [event] = rows;
    const quantity = names.quantity ? idIn(names.quantity) : 1;
    return event && quantity > 0 ? soldTickets(program, event, quantity) : null;
  }
  const subscription = MEMBERSHIP_PERIODS.find((one) => one === names.membership);
  if (names.membership) return subscription ? soldMembership(program, subscription) : null;
  const { rows } = await sql<FoundClass>`
    select class_id, class_name, is_bundle, instructor_id, home
    from sold_on(${program}, array[${idIn(names.class ?? '')}::integer])`.execute(db);
  return rows[0] ? soldClass(rows[0]) : null;
}

async function userOf(
  { db }: TransactionContext,
  program: number,
  { user = '' }: Names,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.id from site_users u where u.id = ${idIn(user)} and u.del_status = 0
      and (u.program_id = ${program} or signs_in_on(${program}, u.id, u.program_id))`.execute(db);
  return rows[0]?.id ?? null;
}

function idIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
