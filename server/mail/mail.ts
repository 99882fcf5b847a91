/** Queue of mails in a table, so that a slow mail server delays nobody (specification: Mail). */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { type Db, inTransaction } from '../db/client.ts';
import type { Platform } from '../platform.ts';
import type { Retention } from '../retention-settings.ts';
import { olderThan } from '../work/sweep.ts';

/** Days that the text of a mail is kept after delivery or refusal. */
const TEXT_DAYS = 30;

/** Placeholder in the text for the mail's secret. */
export const SECRET = '{secret}';

export type Mail = {
  to_address: string;
  subject: string;
  body_text: string;
  body_html?: string;
  /** The seed of the mail's secret, see {@link secretOf}. */
  secret_seed?: string;
  /** Files small enough for a mailbox; deleted once the mail is out. */
  attachments?: readonly Attachment[];
} & Sender;

export type Address = { name: string; address: string };

/** Sender and reply address, where they differ from the installation's. */
export type Sender = { sender?: Address; reply_to?: Address };

export type Attachment = { file_name: string; media_type: string; bytes: Buffer };

/** Queues a mail in the caller's transaction. */
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

/** Returns the sender a template names: an address of the installation's own domain, else only a reply address (specification: Mail). */
export function senderOf({ mailFrom }: Pick<Config, 'mailFrom'>, name: string, address: string): Sender {
  return domainOf(address) === domainOf(ownAddress({ mailFrom }).address)
    ? { sender: { name, address } }
    : { reply_to: { name, address } };
}

/** Parses `MAIL_FROM`; a bare address has no name. */
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

/** Derives a secret of 43 characters at sending: no row holds it, and the seed is worthless without the key. */
export function secretOf({ tokenKey }: Pick<Platform, 'tokenKey'>, seed: string): string {
  return createHmac('sha256', tokenKey).update(`secret of a mail ${seed}`).digest('base64url');
}

export function withSecret(text: string, secret: string | null): string {
  return secret === null ? text : text.replaceAll(SECRET, () => secret);
}

/** Deletes a mail's files; after a crash the sweep of old texts does it. */
export async function forgetAttachments(db: Db, mailId: number): Promise<void> {
  await db.deleteFrom('mail_attachments').where('mail_id', '=', mailId).execute();
}

/** Blanks the text of mails delivered, refused or lost more than 30 days ago: a {@link Sweep}. */
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

/** Deletes campaign mails 30 days after delivery; their rule keeps the record. A {@link Sweep}. */
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

/** Deletes mails of before the setting's days that were delivered, refused or lost: a {@link Sweep}. */
export async function sweepMails(db: Db, limit: number, { mailDays }: Retention): Promise<number> {
  if (mailDays === 0) return 0;
  const old = db
    .selectFrom('mails')
    .select('id')
    .where(sql<boolean>`coalesce(sent_at, refused_at, lost_at) is not null`)
    .where(
      sql<boolean>`coalesce(sent_at, refused_at, lost_at) < provost_now() - make_interval(days => ${mailDays})`,
    )
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('mails').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

export const BLANK = { body_text: '', body_html: null, secret_seed: null };
