/** Where mail goes: an SMTP server, or a folder of files that a mail program opens. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { Address, Attachment } from './mail.ts';

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
  sender?: Address;
  reply_to?: Address;
  headers?: Readonly<Record<string, string>>;
};

export type MailServer = {
  /**
   * Hands the message over; answers the name of its file where it became one. `handOver` is waited for at the last moment:
   * the mail server has taken the recipient, and has not read the text yet. Where it fails, nothing is sent.
   */
  send(message: Message, handOver?: () => Promise<void>): Promise<string | null>;
  /** Ends its connections; what is still under way fails. */
  close(): void;
};

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/** Opens connections as they are needed, and uses them for message after message. */
export function openMailServer({ smtpUrl, mailFrom, dataDir }: Config): MailServer {
  const domain = mailFrom.split('@')[1]?.replace(/[^\w.-]/g, '') || 'localhost';
  const whole = ({ name, to, subject, text, html, attachments, date, ...more }: Message) => ({
    from: more.sender ?? mailFrom,
    ...(more.reply_to && { replyTo: more.reply_to }),
    ...(more.headers && { headers: { ...more.headers } }),
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
      async send(message, handOver) {
        await handOver?.();
        return keep(path.join(dataDir, 'mail'), message.id, whole(message));
      },
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
  transport.use('stream', ({ data, message }, next) => {
    const { handOver } = data as { handOver?: () => Promise<void> };
    if (handOver) message.createReadStream = lateText(message.createReadStream.bind(message), handOver);
    next();
  });
  return {
    async send(message, handOver) {
      const mail = { ...whole(message), signal: AbortSignal.timeout(LONGEST_MAIL) };
      await transport.sendMail(handOver ? Object.assign(mail, { handOver }) : mail);
      return null;
    },
    close: () => transport.close(),
  };
}

/** The text of a message as a stream that nobody begins before the mail server has said that it wants it. */
function lateText(text: () => Readable, handOver: () => Promise<void>): () => Readable {
  return () =>
    Readable.from(
      (async function* () {
        await handOver();
        yield* text();
      })(),
      { objectMode: false },
    );
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

/** Whether the mail server has said what it thinks of the mail: then it is known that it has not taken it. */
export function isAnswered(error: unknown): boolean {
  return ((error as SmtpError).responseCode ?? 0) >= 400;
}

/**
 * Whether a refusal is of the recipient, and not of what the mail says: it was told before the text was read, by the library
 * that knows no such address, or with the code of a mailbox that is not there.
 */
export function isAboutRecipient(error: unknown): boolean {
  const { command, response = '' } = error as SmtpError;
  return command === 'RCPT TO' || command === 'API' || /^\d{3}[ -]5\.1\./.test(response);
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
