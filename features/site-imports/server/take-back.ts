import { sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import type { Change } from '../../../server/nouns/audit.ts';
import { ATTENDED } from '../../classes/server/attendances.ts';
import { enrolBuyers, takeBackEnrolments } from '../../classes/server/enrolments.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { reverseEntry } from '../../users/coins/server/coins.ts';
import type { MovedKind } from '../rules.ts';

export type MadeRow = { line: number; reference: string; booked_id: number };

type TakenBack = {
  left: ReadonlyMap<number, string>;
  changes: (Change & { program_id: number })[];
};

type TakeBack = (tx: TransactionContext, row: ImportRow, made: readonly MadeRow[]) => Promise<TakenBack>;

export const TAKE_BACK: Record<MovedKind, TakeBack> = {
  charges: takeBackSales,
  enrolments: takeBackPlaces,
  attendances: takeBackAttendances,
  coins: takeBackCoins,
  // An import of tickets is not undone.
  tickets: async (_, __, made) => ({
    left: new Map(made.map(({ line }) => [line, 'a ticket is never deleted'])),
    changes: [],
  }),
};

type Decided = { line: number; why: string | null };

async function takeBackSales(tx: TransactionContext, { id }: ImportRow, made: readonly MadeRow[]) {
  const sales = await salesOf(tx, made);
  const { rows } = await sql<Decided>`
    select line, why from take_back_sales(${id}, ${linesOf(made)}::integer[])`.execute(tx.db);
  const left = leftOf(rows);
  const gone = made.filter(({ line }) => !left.has(line));
  const ids = new Set(gone.map(({ booked_id }) => booked_id));
  const taken = sales.filter((sale) => ids.has(sale.id));
  await enrolByOtherSales(
    tx,
    taken.flatMap(({ student_id }) => student_id ?? []),
  );
  const changes = taken.map(({ id: entity_id, program_id, ...before }) => {
    const of = { entity: 'charge', entity_id, program_id: program_id ?? 0 } as const;
    return { ...of, action: 'delete', before };
  });
  return { left, changes };
}

type Sale = {
  id: number;
  program_id: number | null;
  student_id: number | null;
  class_id: number | null;
  amount: number;
  currency: string;
};

async function salesOf({ db }: TransactionContext, made: readonly MadeRow[]): Promise<Sale[]> {
  return db
    .selectFrom('charges')
    .select(['id', 'program_id', 'student_id', 'class_id', 'amount', 'currency'])
    .where('id', 'in', [0, ...idsOf(made)])
    .orderBy('id')
    .execute();
}

/** A place that these buyers have bought twice is theirs by the other sale. */
async function enrolByOtherSales({ db }: TransactionContext, buyers: readonly number[]): Promise<void> {
  if (buyers.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from charges where student_id = any (${buyers}::integer[]) and class_id is not null
      and (refunded < amount or amount = 0)`.execute(db);
  await enrolBuyers(db, { charge_ids: rows.map(({ id }) => id) });
}

/** Takes back places that nobody has paid, cancelled, blocked or attended since. */
async function takeBackPlaces(tx: TransactionContext, _: ImportRow, made: readonly MadeRow[]) {
  const gone = await takeBackEnrolments(tx, null, idsOf(made));
  const { rows } = await sql<{ id: number; is_attended: boolean; is_sold: boolean }>`
    select e.id, exists (select from attendances a where a.class_id = e.class_id and a.user_id = e.user_id) as is_attended,
      e.charge_id is not null as is_sold
    from class_users e where e.id = any (${idsOf(made)}::integer[])`.execute(tx.db);
  const why = new Map(
    rows.map(({ id, is_attended, is_sold }) => [
      id,
      is_attended ? 'the student has attended' : is_sold ? 'bought since' : 'changed since',
    ]),
  );
  const left = new Map(
    made.flatMap(({ line, booked_id }) => {
      const reason = why.get(booked_id);
      return reason === undefined ? [] : [[line, reason] as const];
    }),
  );
  const changes = gone.map(({ id: entity_id, program_id, ...before }) => {
    const of = { entity: 'enrolment', entity_id, program_id: program_id ?? 0 } as const;
    return { ...of, action: 'delete', before };
  });
  return { left, changes };
}

/** Takes back attendances while no pool is frozen, which counts them. */
async function takeBackAttendances(tx: TransactionContext, { id }: ImportRow, made: readonly MadeRow[]) {
  await lock(tx.db, ATTENDED, 'shared');
  const { rows } = await sql<Decided>`
    select line, why from take_back_attendances(${id}, ${linesOf(made)}::integer[])`.execute(tx.db);
  return { left: leftOf(rows), changes: [] };
}

/** Books the opposite of each grant; one that was spent is left, one that was reversed is done. */
async function takeBackCoins(tx: TransactionContext, _: ImportRow, made: readonly MadeRow[]) {
  // Whoever signs in here may be at home elsewhere.
  const above = { ...tx, actor: { ...tx.actor, program_id: 0 } };
  const left = new Map<number, string>();
  await holdOwners(tx, made);
  for (const { line, booked_id } of made) {
    try {
      await reverseEntry(above, { id: booked_id, reason: 'Import undone' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.message.includes('spent')) left.set(line, 'the LiL-T have been spent');
    }
  }
  return { left, changes: [] };
}

/** Holds whose coins they are in one order for all, so that two that share some wait for each other and go on. */
async function holdOwners({ db }: TransactionContext, made: readonly MadeRow[]): Promise<void> {
  await sql`select id from site_users where id in (
      select e.user_id from lilt_entries e where e.id = any (${idsOf(made)}::bigint[]))
    order by id for no key update`.execute(db);
}

const idsOf = (made: readonly MadeRow[]) => made.map(({ booked_id }) => booked_id);
const linesOf = (made: readonly MadeRow[]) => made.map(({ line }) => line);

function leftOf(decided: readonly Decided[]): Map<number, string> {
  return new Map(decided.flatMap(({ line, why }) => (why === null ? [] : [[line, why] as const])));
}
