/** Askers of requests about personal data, and whom they keep from deciding. Specification: A person's data. */
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { tooNew } from '../../../server/nouns/second-approver.ts';

/** Columns that say who asked; `asked_by` where a superadmin did, or made the wish of a site their own. */
export type Askers = {
  asked_by: number | null;
  asked_at: string;
  proposed_at: string | null;
  /** Admins who had the person in their hands when they asked on a site. */
  asked_through: number[];
};

export function askersOf({ asked_by, asked_at, proposed_at, asked_through }: Askers) {
  return [
    { asked_by, asked_at: proposed_at ?? asked_at },
    ...asked_through.map((admin) => ({ asked_by: admin, asked_at })),
  ];
}

/** `own` and `too_new` for the signed-in admin, of a row with the columns of {@link Askers}. */
export function historyOf(
  { admin_id, ...actor }: Actor,
  row: 'e' | 'w',
): { own: RawBuilder<unknown>; too_new: RawBuilder<unknown> } {
  const [asked_by, asked_at, proposed_at, asked_through] = [
    'asked_by',
    'asked_at',
    'proposed_at',
    'asked_through',
  ].map((column) => sql.ref(`${row}.${column}`));
  const asked = { asked_by: sql`t.admin_id`, asked_at: sql`t.at` };
  return {
    own: sql`(coalesce(${asked_by} = ${admin_id}, false) or ${admin_id} = any (${asked_through}))::integer`,
    too_new: sql`(select max(${tooNew({ ...actor, admin_id }, asked)}) from (
      select ${asked_by}, coalesce(${proposed_at}, ${asked_at})
      union all select a, ${asked_at} from unnest(${asked_through}) a) t (admin_id, at))`,
  };
}
