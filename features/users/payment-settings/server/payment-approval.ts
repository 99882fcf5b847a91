/** Approval of changed payout details by a second superadmin. Specification: Payouts. */
import { type RawBuilder, sql } from 'kysely';
import { notFound, refuse } from '../../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../../server/context.ts';
import { deciding } from '../../../../server/nouns/deciding.ts';
import { tooNew } from '../../../../server/nouns/second-approver.ts';
import type { PaymentApproval } from '../contract.ts';

/** Returns what waits, while the money settings ask for an approval. 404 as any read. */
export async function readPaymentApproval({ db, actor }: Context, id: number): Promise<PaymentApproval> {
  const asked = { asked_by: sql`w.admin_id`, asked_at: sql`o.at` };
  const { rows } = await sql<Waiting>`
    select c.id as up_to, c.at, admin_email(c.changed_by) as by,
      coalesce((select max(${tooNew(actor, asked)}) from payee_changes o cross join ${authorsOf('o')} w (admin_id)
        where o.user_id = u.id and o.needs_approval and o.approved_at is null), 0) as too_new,
      (exists (select from payee_changes o cross join ${authorsOf('o')} w (admin_id) where o.user_id = u.id
        and w.admin_id = ${actor.admin_id} and o.needs_approval and o.approved_at is null))::integer as own
    from site_users u left join lateral (
      select c.* from payee_changes c where c.user_id = u.id and c.needs_approval and c.approved_at is null
      order by c.id desc limit 1
    ) c on true
    where u.id = ${id} and ${visibleTo(actor, 'u.program_id')}`.execute(db);
  const [row] = rows;
  if (!row) notFound();
  const { up_to, at, ...who } = row;
  return { waits: up_to === null || at === null ? null : { up_to, at, ...who } };
}

type Waiting = Omit<NonNullable<PaymentApproval['waits']>, 'up_to' | 'at'> & {
  up_to: number | null;
  at: string | null;
};

/**
 * Approves all changes up to the one that was looked at; later ones still wait. 404 as any read; a 400 where
 * none of them waits; a 403 for who made one of them, and for an account they made or changed; a 409 with who
 * approved them.
 */
export function approvePayment(
  context: Context,
  { id, up_to }: { id: number; up_to: number },
): Promise<PaymentApproval> {
  const once = {
    lockRow: (tx: TransactionContext) => lockChanges(tx, id, up_to),
    decided: ({ open, approved_by: by, approved_at: at }: LockedChanges) =>
      open === 0 && at !== null ? { has: 'already approved this', by, at } : undefined,
    neverBy: ({ authors }: LockedChanges) => authors,
    asked: ({ asked }: LockedChanges) => asked,
  };
  return transact(context, async (tx) => {
    await deciding(tx, once, async ({ db, actor }, { open, program_id }) => {
      if (open === 0) refuse(400, 'No change of these payout details needs approval');
      await sql`
        update payee_changes set approved_at = provost_now(), approved_by = ${actor.admin_id}
        where user_id = ${id} and id <= ${up_to} and needs_approval and approved_at is null`.execute(db);
      return { entity: 'site_user', entity_id: id, action: 'approve_payment', program_id };
    });
    return readPaymentApproval(tx, id);
  });
}

type LockedChanges = {
  program_id: number | null;
  open: number;
  /** Everybody who made one of those that wait, or had the user in their hands when it was made on a site. */
  authors: number[];
  asked: { asked_by: number; asked_at: string }[];
  approved_by: string | null;
  approved_at: string | null;
};

/** The admins who made a change `alias`; where a user did so on a site, those who had the user in their hands. */
function authorsOf(alias: 'c' | 'o'): RawBuilder<unknown> {
  const [changed_by, user_id, at] = ['changed_by', 'user_id', 'at'].map((name) =>
    sql.ref(`${alias}.${name}`),
  );
  return sql`lateral unnest(
    case when ${changed_by} is null then admins_behind_user(${user_id}, ${at}) else array[${changed_by}] end)`;
}

/** The user is held: no change comes in between, and who pays them waits. */
async function lockChanges(
  { db, actor }: TransactionContext,
  id: number,
  up_to: number,
): Promise<LockedChanges | undefined> {
  const held = await sql`
    select from site_users u where u.id = ${id} and ${visibleTo(actor, 'u.program_id')} for no key update`.execute(
    db,
  );
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<LockedChanges>`
    select u.program_id, w.open, w.authors, w.asked,
      admin_email(a.approved_by) as approved_by, a.approved_at
    from site_users u
    cross join lateral (
      select count(distinct c.id) as open, coalesce(array_agg(distinct w.admin_id) filter (where w.admin_id is not null), '{}') as authors,
        coalesce(jsonb_agg(jsonb_build_object('asked_by', w.admin_id, 'asked_at', c.at)) filter (where w.admin_id is not null),
          '[]') as asked
      from payee_changes c left join ${authorsOf('c')} w (admin_id) on true
      where c.user_id = u.id and c.id <= ${up_to} and c.needs_approval and c.approved_at is null) w
    left join lateral (
      select c.approved_by, c.approved_at from payee_changes c
      where c.user_id = u.id and c.id = ${up_to} and c.approved_at is not null) a on true
    where u.id = ${id}`.execute(db);
  return rows[0];
}
