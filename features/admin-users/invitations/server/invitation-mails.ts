import { sql } from 'kysely';
import { asSystem, type TransactionContext, transactWithoutTenantScope } from '../../../../server/context.ts';
import { SECRET, secretOf, sendMail } from '../../../../server/mail/mail.ts';
import type { Platform } from '../../../../server/platform.ts';
import { digestOf } from '../../../auth/server/refresh-tokens.ts';
import { INVITATION_HOURS } from '../contract.ts';

const BATCH = 50;

/** Link and mail are one transaction; the token is stored nowhere, and derived as the mail is sent. */
export async function mailInvitations(platform: Platform, stopping?: AbortSignal): Promise<void> {
  let mailed = BATCH;
  while (mailed === BATCH && !stopping?.aborted) mailed = await mailBatch(platform);
}

type Due = { id: number; email: string; program_name: string | null; invited_by: string | null };

function mailBatch(platform: Platform): Promise<number> {
  return transactWithoutTenantScope(asSystem(platform, 'mail-invitations'), async (tx) => {
    const { rows } = await sql<Due>`
      select i.id, a.email, p.program_display_name as program_name, b.email as invited_by
      from admin_invitations i
      join admins a on a.id = i.admin_id
      left join admins b on b.id = i.invited_by
      left join programs p on p.id = a.program_ref
      where i.token_hash is null and i.used_at is null and i.ended_at is null and i.expires_at > provost_now()
      order by i.id limit ${BATCH} for update of i skip locked`.execute(tx.db);
    for (const due of rows) await mailInvitation(tx, due);
    return rows.length;
  });
}

async function mailInvitation({ db, platform }: TransactionContext, due: Due): Promise<void> {
  const secret_seed = crypto.randomUUID();
  await db
    .updateTable('admin_invitations')
    .set({ token_hash: digestOf(secretOf(platform, secret_seed)) })
    .where('id', '=', due.id)
    .execute();
  const by = plain(due.invited_by ?? 'An administrator');
  // Behind the #, where a browser keeps it to itself: neither a server nor its log sees it.
  const link = `${platform.config.publicUrl}/accept-invitation#${SECRET}`;
  const body_text = `${by} invited you to Provost, to work on ${plain(due.program_name ?? 'all programs')}.

Choose your password and sign in here within ${INVITATION_HOURS} hours:

${link}

The link works once. If it has ended, ask ${by} for a new one.

If you don't know ${by}, ignore this email: no one can sign in without the link.
`;
  await sendMail(db, {
    to_address: due.email,
    subject: 'Your invitation to Provost',
    body_text,
    secret_seed,
  });
}

/** The secret is the link's alone: a name that says its mark would carry it as well. */
function plain(text: string): string {
  return text.replaceAll(SECRET, '*');
}
