/** A user's payment settings as they are saved. Specification: Payment settings. */
import { sql } from 'kysely';
import type { Noun } from '../../../server/changing.ts';
import { visibleTo } from '../../../server/context.ts';
import type { Method } from '../payment-rules.ts';

export type KeptFields = Partial<Record<Method, Record<string, string>>>;

export type StoredPayment = {
  id: number;
  program_id: number | null;
  updated_at: string;
  changed_by: string | null;
  paid_by: Method | null;
  /** Without the secrets. */
  fields: KeptFields;
};

/** The user stands for settings that nobody has made yet. */
export const PAYMENT: Noun<StoredPayment> = {
  entity: 'site_user',
  async hold({ db, actor }, id) {
    const { rows } = await sql<StoredPayment>`
      select u.id, u.program_id, coalesce(p.updated_at, u.dateadded) as updated_at,
        admin_email(p.updated_by) as changed_by, p.paid_by, coalesce(p.fields, '{}') as fields
      from site_users u left join payment_settings p on p.user_id = u.id
      where u.id = ${id} and ${visibleTo(actor, 'u.program_id')} for no key update of u`.execute(db);
    return rows[0];
  },
  async mark({ db, actor }, user_id, row, { paid_by = row.paid_by, fields = row.fields }) {
    const saved = {
      paid_by,
      fields: JSON.stringify(fields),
      updated_at: sql<string>`greatest(provost_now(), ${row.updated_at}::timestamptz + interval '1 millisecond')`,
      updated_by: actor.admin_id || null,
    };
    const { updated_at } = await db
      .insertInto('payment_settings')
      .values({ user_id, ...saved })
      .onConflict((known) => known.column('user_id').doUpdateSet(saved))
      .returning('updated_at')
      .executeTakeFirstOrThrow();
    return updated_at;
  },
};
