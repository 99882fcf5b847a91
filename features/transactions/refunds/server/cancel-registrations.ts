import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { auditPart, auditWhole } from '../../../../server/nouns/audit.ts';
import type { Refund } from './refund-types.ts';

/** Cancels the student's enrolment in the refunded class, or a bundle and its classes; not where another charge, not fully refunded, covers it. */
export async function cancelRegistrations(tx: TransactionContext, refund: Refund): Promise<void> {
  await holdStudent(tx, refund.charge_id);
  const { rows } = await sql<{ id: number; program_id: number | null }>`
    with sold as (select id, class_id, student_id, charge_type from charges where id = ${refund.charge_id}),
    meant as (
      select s.class_id, s.student_id from sold s where ${refund.class_id}::integer is null
      union
      select p.class_id, s.student_id from sold s join charge_parts p on p.charge_id = s.id
      where ${refund.class_id}::integer is null or p.class_id = ${refund.class_id}
    )
    update class_users e set cancel_after_refund = 1
    from meant m join classes k on k.id = m.class_id, sold s
    where e.class_id = m.class_id and e.user_id = m.student_id and e.cancel_after_refund = 0
      and (s.charge_type = 'class_payment' or not exists (
        select from charges o left join charge_parts p on p.charge_id = o.id and p.class_id = m.class_id
        where o.student_id = m.student_id and o.id <> s.id
          and (o.class_id = m.class_id and (o.refunded < o.amount or o.amount = 0)
            or p.refunded < p.amount or p.amount = 0)))
    returning e.id, k.program_id`.execute(tx.db);
  if (rows.length === 0) return;
  const action = 'cancel_after_refund';
  const whole = {
    entity: 'refund' as const,
    entity_id: refund.id,
    action,
    program_id: refund.scope_program_id,
  };
  const audit_id = await auditWhole(tx, { ...whole, after: { enrolments: rows.length } });
  await auditPart(
    tx,
    { ...whole, audit_id },
    rows.map(({ id, program_id }) => ({
      entity: 'enrolment',
      entity_id: id,
      action,
      program_id: program_id ?? 0,
      before: { cancel_after_refund: 0 },
      after: { cancel_after_refund: 1, refund_id: refund.id },
    })),
  );
}

/** Locks the student: of two concurrent refunds of charges for the same class, the second must see the first. */
async function holdStudent({ db }: TransactionContext, charge_id: number): Promise<void> {
  const { student_id } = await db
    .selectFrom('charges')
    .select('student_id')
    .where('id', '=', charge_id)
    .executeTakeFirstOrThrow();
  await lock(db, `registrations of ${student_id}`);
}
