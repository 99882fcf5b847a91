/** Mail waits in a table until a pass delivers it, so that a slow mail server holds up nobody (specification: Mail). */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { type Db, inTransaction } from '../db/client.ts';
import type { Platform } from '../platform.ts';
import { olderThan } from '../work/sweep.ts';

/** Days that the text of a mail is kept after it has gone out or been refused. */
const TEXT_DAYS = 30;

/** Stands in the text of a mail where its secret will. */
export const SECRET = '{secret}';

export type Mail = {
  to_address: string;
  subject: string;
  body_text: string;
  body_html?: string;
  /** What the secret of this mail is worked out from: see {@link secretOf}. */
  secret_seed?: string;
  /** Files by their names, small enough for a mailbox; they are gone once the mail is out. */
  attachments?: readonly Attachment[];
} & Sender;

export type Address = { name: string; address: string };

/** Whom a mail is from, and whom it is answered to, where that is not what the installation says. */
export type Sender = { sender?: Address; reply_to?: Address };

export type Attachment = { file_name: string; media_type: string; bytes: Buffer };

/** Queues a mail with the transaction it belongs to. */
export async function sendMail(db: Db, { attachments = [], sender, reply_to, ...mail }: Mail): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('mails')
      .values({
        ...mail,
        ...(sender && { sender: JSON.stringify(sender) }),
        ...(reply_to && { reply_to: JSON.stringify(reply_to) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const file of attachments)
      await trx
        .insertInto('mail_attachments')
        .values({ mail_id: id, ...file })
        .execute();
  });
}

/**
 * Whom a mail is from that somebody named a sender for: them, where they are of the installation's own domain, which its
 * mail server may speak for; otherwise the mail is answered to them (specification: Mail).
 */
export function senderOf({ mailFrom }: Pick<Config, 'mailFrom'>, name: string, address: string): Sender {
  return domainOf(address) === domainOf(ownAddress({ mailFrom }).address)
    ? { sender: { name, address } }
    : { reply_to: { name, address } };
}

/** `MAIL_FROM` in its parts; a bare address has no name. */
export function ownAddress({ mailFrom }: Pick<Config, 'mailFrom'>): Address {
  const open = mailFrom.lastIndexOf('<');
  if (open === -1) return { name: '', address: mailFrom.trim() };
  return {
    name: mailFrom.slice(0, open).trim().replaceAll('"', ''),
    address: mailFrom
      .slice(open + 1)
      .replace('>', '')
      .trim(),
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Worked out as the mail goes out, 43 characters: no row holds it, the seed is worthless without the key. */
export function secretOf({ tokenKey }: Pick<Platform, 'tokenKey'>, seed: string): string {
  return createHmac('sha256', tokenKey).update(`secret of a mail ${seed}`).digest('base64url');
}

export function withSecret(text: string, secret: string | null): string {
  return secret === null ? text : text.replaceAll(SECRET, () => secret);
}

/** A file is of use until its mail is out; only a crash leaves it to the sweep of old texts. */
export async function forgetAttachments(db: Db, mailId: number): Promise<void> {
  await db.deleteFrom('mail_attachments').where('mail_id', '=', mailId).execute();
}

/** Blanks the text of mails that went out, were refused or were lost more than 30 days ago: a {@link Sweep}. */
export async function blankOldMails(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('mails')
    .select('id')
    .where(
      sql<boolean>`coalesce(sent_at, refused_at, lost_at) < provost_now() - make_interval(days => ${TEXT_DAYS})`,
    )
    .where('body_text', '<>', '')
    .limit(limit);
  const blanked = await db.updateTable('mails').set(BLANK).where('id', 'in', old).returning('id').execute();
  const ids = blanked.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('mail_attachments').where('mail_id', 'in', ids).execute();
  return ids.length;
}

/** What a campaign sent stands with its rule: its mails are gone 30 days after they went out. A {@link Sweep}. */
export async function sweepBulkMails(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('mails')
    .select('id')
    .where('bulk', '=', true)
    .where(olderThan('taken_at', TEXT_DAYS))
    .where(sql<boolean>`num_nonnulls(sent_at, refused_at, lost_at) = 1`)
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('mails').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

export const BLANK = { body_text: '', body_html: null, secret_seed: null };
