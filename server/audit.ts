/** The record of changes: written in the transaction of the change itself (specification: Audit). */
import type { Context } from './context.ts';

export type Change = {
  entity: string;
  entity_id: number | string;
  action: 'create' | 'update' | 'delete' | (string & {});
  /** The program whose staff may read the entry; 0 or null: global admins alone. */
  program_id: number | null;
  /** The program that the row left with this change: its staff reads of it as well, in an entry of their own. */
  left_program_id?: number | null;
  before?: object | null;
  after?: object | null;
  /** Whose doing it is, where nobody has signed in yet; the actor's unless said. */
  admin_id?: number | null;
};

/** Records one change. Secrets have no place in before or after. */
export async function audit(context: Context, change: Change): Promise<void> {
  const { db, actor, address, request_id } = context;
  const { admin_id = actor.admin_id } = change;
  const entry = {
    admin_id: admin_id || null,
    address: address || null,
    request_id,
    entity: change.entity,
    entity_id: String(change.entity_id),
    action: change.action,
    before: change.before ? JSON.stringify(change.before) : null,
    after: change.after ? JSON.stringify(change.after) : null,
  };
  await db
    .insertInto('audit_entries')
    .values(readersOf(change).map((program_id) => ({ ...entry, program_id })))
    .execute();
}

/** The programs whose staff may read of a change; global admins read every entry, so 0 stands only alone. */
function readersOf({ program_id, left_program_id }: Change): number[] {
  const programs = new Set([program_id, left_program_id].flatMap((program) => program || []));
  return programs.size > 0 ? [...programs] : [0];
}
