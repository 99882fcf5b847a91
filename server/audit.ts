/** The record of changes: written in the transaction of the change itself (api.md, "Wire conventions"). */
import type { Context } from './context.ts';
import type { Db } from './db/client.ts';

export type Change = {
  entity: string;
  entity_id: number | string;
  action: 'create' | 'update' | 'delete' | (string & {});
  /** The program whose staff may read the entry; 0 or null: global admins alone. */
  program_id: number | null;
  before?: object | null;
  after?: object | null;
};

/** Who did it, and from where; a job names the admin who asked for it and has no address. */
export type Author = Pick<Context, 'address' | 'request_id'> & { actor: Pick<Context['actor'], 'admin_id'> };

/** Records one change. Secrets have no place in before or after. */
export async function audit(db: Db, author: Author, change: Change): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      admin_id: author.actor.admin_id || null,
      address: author.address || null,
      request_id: author.request_id,
      program_id: change.program_id ?? 0,
      entity: change.entity,
      entity_id: String(change.entity_id),
      action: change.action,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
    })
    .execute();
}
