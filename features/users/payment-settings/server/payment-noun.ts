import { sql } from 'kysely';
import { visibleTo } from '../../../../server/context.ts';
import type { Noun } from '../../../../server/nouns/changing.ts';
import type { Method } from '../rules.ts';

export type KeptFields = Partial<Record<Method, Record<string, string>>>;

export type StoredPayment = {
  id: number;
  program_id: number | null;
  updated_at: string;
  changed_by: string | null;
  /** First and last name, for the audit. */
  name: string;
  paid_by: Method | null;
  /** Without the secrets. */
  fields: KeptFields;
};

/** The user stands for settings that nobody has made yet. */
export const PAYMENT: Noun<StoredPayment> = {
  entity: 'site_user',
  async lockRow({ db, actor, site }, id) {
    const user = await db
      .selectFrom('site_users')
      .select(['id', 'program_id', 'dateadded', 'first_name', 'last_name'])
      .where('id', '=', id)
      .where(visibleTo(actor, 'program_id'))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return undefined;
    // By itself: a row joined to the one that is held would be of the moment before the wait.
    const settings = await db
      .selectFrom('payment_settings')
      .select(['paid_by', 'fields', 'updated_at'])
      // Who of the staff it was, a site is not told.
      .select(
        (site ? sql<string | null>`null` : sql<string | null>`admin_email(updated_by)`).as('changed_by'),
      )
      .where('user_id', '=', id)
      .executeTakeFirst();
    return {
      id,
      program_id: user.program_id,
      updated_at: settings?.updated_at ?? user.dateadded,
      changed_by: settings?.changed_by ?? null,
      name: `${user.first_name} ${user.last_name}`.trim(),
      paid_by: (settings?.paid_by ?? null) as Method | null,
      fields: (settings?.fields ?? {}) as KeptFields,
    };
  },
  async touchRow({ db, actor }, user_id, row, { paid_by = row.paid_by, fields = row.fields }) {
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
