import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import type { Context, TransactionContext } from '../../../../server/context.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import type { PayeeRelease } from '../../../users/releases/payee-release.ts';
import { type Against, CHANGE_SHOWN_DAYS } from '../../rules.ts';

export type Standing = {
  /** False after a release for payment. */
  deleted: boolean;
  blocked: boolean;
  /** True where the email or payout method changed within the configured days. */
  new_account: boolean;
  /** True where changed details wait for a second approver. */
  unapproved: boolean;
  /** The last such change, while it prevents payment or is shown. */
  changed_at: string | null;
  /** The end of `new_account`; null where it is false. */
  payable_from: string | null;
  /** The release of a deleted or blocked payee. */
  release: PayeeRelease | null;
};

export const ALWAYS: Standing = {
  deleted: false,
  blocked: false,
  new_account: false,
  unapproved: false,
  changed_at: null,
  payable_from: null,
  release: null,
};

export function stopsOf({ deleted, blocked, new_account, unapproved }: Standing): Against[] {
  const stops: [Against, boolean][] = [
    ['deleted', deleted],
    ['blocked', blocked],
    ['new_account', new_account],
    ['unapproved', unapproved],
  ];
  return stops.flatMap(([word, stands]) => (stands ? [word] : []));
}

/** Locks users until the transaction ends: no deletion, block, release or change of email or payout method. */
export async function holdPayees({ db }: TransactionContext, userIds: readonly number[]): Promise<void> {
  await sql`select from site_users where id = any (${userIds}::integer[]) order by id for share`.execute(db);
}

type StopRules = Pick<Rules, 'new_account_days' | 'details_approval'>;

const UNAPPROVED = sql<boolean>`(c.needs_approval and c.approved_at is null)`;

export async function standingsOf(
  { db }: Context,
  userIds: readonly number[],
  { new_account_days, details_approval }: StopRules,
): Promise<Map<number, Standing>> {
  if (userIds.length === 0) return new Map();
  const shown = Math.max(new_account_days, CHANGE_SHOWN_DAYS);
  const until = sql`m.at + make_interval(days => ${sql.lit(new_account_days)})`;
  const { rows } = await sql<Found>`
    select u.id, ${isDeleted} as deleted, ${isBlocked} as blocked, m.at as changed_at,
      case when ${until} > provost_now() then ${until} end as payable_from,
      ${sql.lit(details_approval)} and exists (select from payee_changes c where c.user_id = u.id and ${UNAPPROVED}) as unapproved,
      r.reason, r.created_at as released_at, admin_email(r.created_by) as released_by
    from site_users u
    left join payout_releases r on r.user_id = u.id and r.ended_at is null
    left join lateral (
      select max(c.at) as at from payee_changes c
      where c.user_id = u.id and c.at > provost_now() - make_interval(days => ${sql.lit(shown)})
    ) m on true
    where u.id = any (${userIds}::integer[])`.execute(db);
  return new Map(
    rows.map(({ id, reason, released_at, released_by, ...standing }) => [
      id,
      {
        ...standing,
        new_account: standing.payable_from !== null,
        release:
          released_at === null
            ? null
            : { reason: must(reason, 'reason of a release'), by: released_by, at: released_at },
      },
    ]),
  );
}

type Found = Omit<Standing, 'new_account' | 'release'> & {
  id: number;
  reason: string | null;
  released_at: string | null;
  released_by: string | null;
};

/** For `site_users u` joined with `payout_releases r`. */
const isDeleted = sql<boolean>`(u.del_status = 1 and r.id is null)`;
const isBlocked = sql<boolean>`(u.status = 0 and r.id is null)`;

/** Returns the condition that a payee in `payees p` is stopped. Both tables are short, and read once. */
export function isStopped({ new_account_days, details_approval }: StopRules): RawBuilder<SqlBool> {
  return sql`(p.user_id is not null and (
    p.is_off and p.user_id not in (select r.user_id from payout_releases r where r.ended_at is null)
    or ${sql.lit(details_approval)} and p.user_id in (select c.user_id from payee_changes c where ${UNAPPROVED})
    or p.user_id in (select c.user_id from payee_changes c
      where c.at > provost_now() - make_interval(days => ${sql.lit(new_account_days)}))))`;
}
