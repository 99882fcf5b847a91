import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import { mailSecurity } from '../../server/security-mails.ts';
import type { SignOnRefusal } from '../rules.ts';
import type { Claims } from './provider.ts';

/** The account, or why there is none; the address where the provider has verified it. */
export type Found =
  | { refused: SignOnRefusal; email?: string; admin?: { id: number; program_id: number } }
  | { refused: null; email: string; admin: { id: number; program_id: number; password_hash: string } };

const PLAIN = /^[\x21-\x7e]{3,200}$/;

/** Finds the account by its verified address and holds it. The first subject is kept; another one is refused, and the account mailed, once an hour. */
export async function accountOf(tx: TransactionContext, claims: Claims): Promise<Found> {
  const { issuer, subject } = claims;
  if (typeof claims.email !== 'string' || claims.email_verified !== true) return { refused: 'unverified' };
  // Letters of other scripts may become those of somebody else's address.
  if (!PLAIN.test(claims.email.trim())) return { refused: 'unverified' };
  const email = claims.email.trim().toLowerCase();
  const admin = await tx.db
    .selectFrom('admins')
    .select(['id', 'program_id', 'password_hash'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!admin) return { refused: 'no_account', email };
  await tx.db
    .insertInto('sign_on_subjects')
    .values({ admin_id: admin.id, issuer, subject })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await tx.db
    .selectFrom('sign_on_subjects')
    .select('subject')
    .where('admin_id', '=', admin.id)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  if (!kept) return { refused: 'other_account', email, admin };
  if (kept.subject === subject) return { refused: null, email, admin };
  await warn(tx, { admin_id: admin.id, issuer, email });
  return { refused: 'other_person', email, admin };
}

async function warn(
  tx: TransactionContext,
  { admin_id, issuer, email }: { admin_id: number; issuer: string; email: string },
): Promise<void> {
  const due = await tx.db
    .updateTable('sign_on_subjects')
    .set({ warned_at: sql`provost_now()` })
    .where('admin_id', '=', admin_id)
    .where('issuer', '=', issuer)
    .where(sql<boolean>`coalesce(warned_at <= provost_now() - interval '1 hour', true)`)
    .executeTakeFirst();
  if (due.numUpdatedRows !== 1n) return;
  await mailSecurity(tx, email, {
    subject: 'Someone else tried to sign in to your Provost account',
    text: 'Another person with your address at your single sign-on tried to sign in to your Provost account, and was refused.',
  });
}
