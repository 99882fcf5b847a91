/** Where mail goes: an SMTP server, or a folder of files that a mail program opens. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from './config.ts';
import type { Attachment } from './mail.ts';

const CONNECTIONS = 8;

/** Milliseconds; a mail server that says nothing for so long is given up, and so is a mail that takes longer. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const LONGEST_MAIL = 60_000;

/** Codes of an error that tells about the mail server and nothing about the mail. */
const UNREACHABLE = ['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'EAUTH', 'ETLS', 'EPROXY', 'EOAUTH2'];

export type Message = {
  id: number;
  /** The unique part of the Message-ID. */
  name: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments: readonly Attachment[];
  date: Date;
};

export type MailServer = {
  /** Hands the message over; answers the name of its file where it became one. */
  send(message: Message): Promise<string | null>;
  /** Ends its connections; what is still under way fails. */
  close(): void;
};

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/** Opens connections as they are needed, and uses them for message after message. */
export function openMailServer({ smtpUrl, mailFrom, dataDir }: Config): MailServer {
  const domain = mailFrom.split('@')[1]?.replace(/[^\w.-]/g, '') || 'localhost';
  const whole = ({ name, to, subject, text, html, attachments, date }: Message) => ({
    from: mailFrom,
    to,
    subject,
    text,
    html,
    attachments: attachments.map(({ file_name, media_type, bytes }) => ({
      filename: file_name,
      contentType: media_type,
      content: bytes,
    })),
    date,
    messageId: `<${name}@${domain}>`,
  });
  if (!smtpUrl) {
    return {
      send: (message) => keep(path.join(dataDir, 'mail'), message.id, whole(message)),
      close: () => {},
    };
  }
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    // Whether a mail whose connection broke is sent again is decided by its row alone.
    maxRequeues: 0,
    ...TIMEOUTS,
  });
  return {
    async send(message) {
      await transport.sendMail({ ...whole(message), signal: AbortSignal.timeout(LONGEST_MAIL) });
      return null;
    },
    close: () => transport.close(),
  };
}

/**
 * What a failure means: `refused`, the recipient is refused for good; `unreachable`, no mail gets through at the
 * moment; `put off`, this one did not. A 5.7 is about who sends and not about the recipient, and 552 is a full mailbox.
 */
export function outcomeOf(error: unknown): 'refused' | 'unreachable' | 'put off' {
  const { code = '', command = '', response = '', responseCode = 0, message } = error as SmtpError;
  // No mail server was asked: the address is none.
  if (code === 'EENVELOPE' && command === 'API' && /recipient/i.test(message)) return 'refused';
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA';
  const forGood = responseCode >= 500 && responseCode !== 552 && !/^\d{3}[ -]5\.7\./.test(response);
  if (aboutTheMail && forGood) return 'refused';
  return UNREACHABLE.includes(code) || command === 'CONN' ? 'unreachable' : 'put off';
}

/** What went wrong, short enough for a row. */
export function wordsOf(error: unknown): string {
  return String(error).replaceAll('\0', '').slice(0, 500);
}

async function keep(folder: string, id: number, message: object): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message: bytes } = await transport.sendMail(message);
  const name = `${String(id).padStart(6, '0')}.eml`;
  await writeFile(path.join(folder, `.${name}.part`), bytes as Buffer, { mode: 0o600 });
  await rename(path.join(folder, `.${name}.part`), path.join(folder, name));
  return name;
}
