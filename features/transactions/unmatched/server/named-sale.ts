/** Sales that payments name, looked up. Specification: Sites, unmatched payments. */
import { sql } from 'kysely';
import type { Currency } from '../../../../core/money.ts';
import { CURRENCIES } from '../../../../core/money.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import type { SaleToBook, SoldThing } from '../../server/book-sales.ts';
import type { Missing } from '../contract.ts';
import type { Names, Payment } from './payment.ts';

/** A sale that a payment names wholly, or what it lacks and the program it names. */
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
  const ofProgram = { class_id: null, instructor_id: null, home: program };
  if (names.event) {
    const { rows } = await sql<{ id: number; name: string }>`
      select e.id, e.name from events e where e.id = ${idIn(names.event)} and (e.program_id = ${program}
        or exists (select from event_programs p where p.event_id = e.id and p.program_id = ${program}))`.execute(
      db,
    );
    const [event] = rows;
    const quantity = names.quantity ? idIn(names.quantity) : 1;
    if (!event || quantity < 1) return null;
    return { ...ofProgram, charge_type: 'event_payment', name: event.name, event_id: event.id, quantity };
  }
  if (names.membership === 'month' || names.membership === 'year') {
    const name = names.membership === 'year' ? 'Membership for a year' : 'Membership for a month';
    return { ...ofProgram, charge_type: 'membership_payment', name, subscription: names.membership };
  }
  const { rows } = await sql<Omit<SoldThing, 'charge_type'> & { is_bundle: boolean }>`
    select c.id as class_id, c.class_name as name, c.instructor_id, u.program_id as home, c.is_bundle
    from classes c join class_programs l on l.class_id = c.id and l.program_id = ${program} and l.active = 1
    left join site_users u on u.id = c.instructor_id
    where c.id = ${idIn(names.class ?? '')} and c.del_flag = 0`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { is_bundle, ...sold } = found;
  return { ...sold, charge_type: is_bundle ? 'bundle_payment' : 'class_payment' };
}

async function userOf(
  { db }: TransactionContext,
  program: number,
  { user = '' }: Names,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.id from site_users u where u.id = ${idIn(user)} and u.del_status = 0 and (u.program_id = ${program}
      or exists (select from site_user_sites s where s.user_id = u.id and s.program_id = ${program})
      or exists (select from program_defaults d
        where d.program_id = u.program_id and d.default_program_id = ${program}))`.execute(db);
  return rows[0]?.id ?? null;
}

/** The id that a text is, 0 where it is none. */
function idIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
