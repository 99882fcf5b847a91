import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { type Context, visibleTo } from '../../../server/context.ts';

/** Throws a 400 at `email` unless it is the caller's own, a visible admin's, or the support address of a visible program. */
export async function checkTestAddress({ db, actor }: Context, email: string): Promise<void> {
  const { rows } = await sql`
    select from admins a where a.deleted_at is null and a.email = lower(${email})
      and (a.id = ${actor.admin_id} or ${visibleTo(actor, 'a.program_id')})
    union all
    select from programs p where lower(p.support_email) = lower(${email}) and ${visibleTo(actor, 'p.id')}
    limit 1`.execute(db);
  if (rows.length === 0)
    refuseField('email', 'Enter your own address, that of another admin, or the support email of a program');
}
