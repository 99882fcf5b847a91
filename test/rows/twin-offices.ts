/** Two programs alike, for tests that play the same history twice and compare what it comes to. */
import { sql } from 'kysely';
import { must } from '../../core/must.ts';
import { recordCharge } from '../../features/transactions/server/charges.ts';
import type { Db } from '../../server/db/client.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../factories.ts';
import { system } from '../system.ts';

export type Office = {
  program: number;
  /** The first has the first two classes. */
  instructors: number[];
  classes: number[];
  referrers: number[];
  charges: { id: number; class: number }[];
};

export type RunGroup = { level: 'program' | 'instructor' | 'class'; owner: number };

export async function makeTwin(db: Db): Promise<Office> {
  const program = (await makeProgram(db)).id;
  const instructors = [];
  for (let n = 0; n < 2; n++) instructors.push((await makeInstructor(db, { program_id: program })).id);
  const classes = [];
  for (const n of [0, 0, 1])
    classes.push((await makeClass(db, { instructor_id: must(instructors[n], 'instructor') })).id);
  const referrers = [(await makeSiteUser(db)).id, (await makeSiteUser(db)).id];
  return { program, instructors, classes, referrers, charges: [] };
}

export function ownerOf(office: Office, level: RunGroup['level'], owner: number): number {
  if (level === 'program') return office.program;
  const owners = level === 'instructor' ? office.instructors : office.classes;
  return must(owners[owner % owners.length], 'owner of a group');
}

/** Sells a class once, by the code of the class where one is asked for, known or not. */
export async function sell(
  db: Db,
  office: Office,
  sale: { class: number; amount: number; code: boolean },
): Promise<void> {
  const class_id = must(office.classes[sale.class], 'class');
  const code = sale.code ? `class ${class_id}` : null;
  const id = await recordCharge(system(db), { class_id, amount: sale.amount, currency: 'USD', code });
  office.charges.push({ id, class: sale.class });
}

/** Pays one open line of a charge, as a payout of its own; none where it has none. */
export async function payLine(db: Db, { program }: Office, charge: number, line: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select from charges where id = ${charge} for no key update`.execute(trx);
    await sql`
      with open as (
        select l.id, l.user_id, l.program_id, l.amount - l.refunded as net, c.currency,
          row_number() over (order by l.type, l.row_id) - 1 as place, count(*) over () as lines
        from charge_lines l join charges c on c.id = l.charge_id and c.held is null
        where l.charge_id = ${charge} and l.payout_id is null and l.amount > l.refunded
      ),
      due as (select * from open where place = ${line} % lines),
      made as (
        insert into payouts (user_id, program_id, scope_program_id, currency, amount, kind, name, lines, state)
        select user_id, program_id, ${program}, currency, net, 'sales', 'Payee', 1, 'made' from due returning id
      )
      update charge_lines l set payout_id = made.id, paid = due.net from due, made where l.id = due.id`.execute(
      trx,
    );
  });
}

/** The charges in the order of their sale, with their lines, in words that are the same of twins. */
export async function chargesOf(db: Db, office: Office) {
  const ids = office.charges.map(({ id }) => id);
  const { rows } = await sql<{ held: string | null; refunded: number; lines: unknown }>`
    select c.held, c.refunded, (
      select json_agg(json_build_object('type', l.type, 'who', case when l.user_id is not null
          then coalesce(array_position(${office.instructors}::integer[], l.user_id)::text, 'referrer '
            || array_position(${office.referrers}::integer[], l.user_id)) else (l.program_id is not null)::text end,
          'level', r.level, 'percent', r.commission, 'commission', l.commission, 'divided', l.divided,
          'divided_by', l.divided_by, 'rounding', l.rounding, 'kept', l.kept, 'amount', l.amount,
          'refunded', l.refunded, 'paid', l.paid) order by l.type, l.row_id, l.paid, l.amount)
      from charge_lines l left join commission_rows r on r.id = l.row_id where l.charge_id = c.id) as lines
    from charges c where c.id = any (${ids}::integer[]) order by c.id`.execute(db);
  return rows;
}
