/** Mail goes out through a table and a job, so that a slow mail server holds up nobody (domain.md, "Sign-in"). */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import type { Db } from './db/client.ts';
import type { JobDefinition, Jobs, Platform } from './platform.ts';

export type Mail = { to_address: string; subject: string; body_text: string; body_html?: string };

/** Queues a mail with the transaction it belongs to. */
export async function sendMail(db: Db, jobs: Jobs, mail: Mail): Promise<void> {
  const { id } = await db.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow();
  await jobs.send(db, deliverMail, { id });
}

/**
 * Delivers one mail by SMTP or as a file. Its Message-ID is derived from its row, so that a mail server or a reader
 * recognises the second copy that a crash between sending and recording can cause.
 */
export const deliverMail: JobDefinition<{ id: number }> = {
  name: 'deliver-mail',
  payload: z.object({ id: z.int() }),
  async run({ database, config, log }, { id }) {
    const db = database.everything;
    const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
    if (!mail || mail.sent_at) return;
    const domain = config.mailFrom.split('@')[1]?.replace(/[^\w.-]/g, '') || 'localhost';
    const message = {
      from: config.mailFrom,
      to: mail.to_address,
      subject: mail.subject,
      text: mail.body_text,
      ...(mail.body_html ? { html: mail.body_html } : {}),
      messageId: `<provost-${mail.id}-${Date.parse(mail.created_at)}@${domain}>`,
      date: new Date(mail.created_at),
    };
    try {
      if (config.smtpUrl) await nodemailer.createTransport(config.smtpUrl).sendMail(message);
      else
        log.info(
          { mail: id, subject: mail.subject, file: await keepMail(config, id, message) },
          'mail kept as a file',
        );
    } catch (error) {
      await db
        .updateTable('mails')
        .set({ attempts: sql`attempts + 1`, last_error: String(error) })
        .where('id', '=', id)
        .execute();
      throw error;
    }
    await db
      .updateTable('mails')
      .set({ attempts: sql`attempts + 1`, sent_at: sql`provost_now()`, last_error: null })
      .where('id', '=', id)
      .execute();
  },
};

async function keepMail(config: Platform['config'], id: number, message: SendMailOptions): Promise<string> {
  const folder = path.join(config.dataDir, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message: bytes } = await transport.sendMail(message);
  const name = `${String(id).padStart(6, '0')}.eml`;
  await writeFile(path.join(folder, `.${name}.part`), bytes as Buffer, { mode: 0o600 });
  await rename(path.join(folder, `.${name}.part`), path.join(folder, name));
  return name;
}
