/** The run of a recalculation. Specification: domain.md, "Commissions". */
import { sql } from 'kysely';
import { audit } from '../../../server/audit.ts';
import type { Trx } from '../../../server/db/client.ts';
import type { Platform } from '../../../server/platform.ts';
import { levelName } from '../rules.ts';
import { splitCharges } from './split.ts';

/**
 * Runs a recalculation that is due, in one transaction with the mark that it ran: a second start finds it done, a
 * kill at any point leaves it waiting. One that was put off or cancelled is left alone.
 */
export async function runRecalculation({ database }: Pick<Platform, 'database'>, id: number): Promise<void> {
  const asked = await database.everything
    .selectFrom('recalculations')
    .select('scope_program_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!asked) return;
  await database
    .forProgram(asked.scope_program_id)
    .transaction()
    .execute(async (trx) => {
      const due = await lockDue(trx, id);
      if (!due) return;
      const charges = await splitCharges(trx, { level: levelName(due.level), owner_id: due.owner_id });
      await trx
        .updateTable('recalculations')
        .set({ status: 'done', finished_at: sql`provost_now()`, charges })
        .where('id', '=', id)
        .execute();
      const author = { actor: { admin_id: due.requested_by ?? 0 }, address: '', request_id: '' };
      await audit(trx, author, {
        entity: 'recalculation',
        entity_id: id,
        action: 'run',
        program_id: due.program_id,
        after: { level: levelName(due.level), owner_id: due.owner_id, charges },
      });
    });
}

function lockDue(trx: Trx, id: number) {
  return trx
    .selectFrom('recalculations')
    .select(['level', 'owner_id', 'program_id', 'requested_by'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('run_at', '<=', sql<string>`clock_timestamp()`)
    .forUpdate()
    .executeTakeFirst();
}
