import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import { timeLimit } from '../time-limits.ts';
import type { Address, Attachment } from './mail.ts';

const CONNECTIONS = 8;

/** Milliseconds until a silent mail server, or a slow mail, is given up, on an ordinary machine. */
const ANSWER_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
const MAIL_TIMEOUT_MS = 60_000;

/** Below the lease of a mail. */
const MOST_TIMEOUT_MS = 90_000;

/** Error codes about the mail server instead of the mail. */
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
  /** Sends the message; returns the file name where it became a file. Awaits `handOver` before the text; where it throws, nothing is sent. */
  send(message: Message, handOver?: () => Promise<void>): Promise<string | null>;
  /** Closes the connections; what is under way fails. */
  close(): void;
};

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

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
    connectionTimeout: timeLimit(ANSWER_TIMEOUT_MS, MOST_TIMEOUT_MS),
    greetingTimeout: timeLimit(ANSWER_TIMEOUT_MS, MOST_TIMEOUT_MS),
    socketTimeout: timeLimit(SOCKET_TIMEOUT_MS, MOST_TIMEOUT_MS),
  });
  transport.use('stream', ({ data, message }, next) => {
    const { handOver } = data as { handOver?: () => Promise<void> };
    if (handOver) message.createReadStream = lateText(message.createReadStream.bind(message), handOver);
    next();
  });
  return {
    async send(message, handOver) {
      const signal = AbortSignal.timeout(timeLimit(MAIL_TIMEOUT_MS, MOST_TIMEOUT_MS));
      const mail = { ...whole(message), signal };
      await transport.sendMail(handOver ? Object.assign(mail, { handOver }) : mail);
      return null;
    },
    close: () => transport.close(),
  };
}

/** Returns the text as a stream that starts only once the mail server asks for it. */
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

/** Classifies a failure: `refused` by this recipient, `unreachable` for all, `put off` for now. 5.7 is of the sender, 552 a full box. */
export function outcomeOf(error: unknown): 'refused' | 'unreachable' | 'put off' {
  const { code = '', command = '', response = '', responseCode = 0, message } = error as SmtpError;
  // No mail server was asked: the address is none.
  if (code === 'EENVELOPE' && command === 'API' && /recipient/i.test(message)) return 'refused';
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA';
  const forGood = responseCode >= 500 && responseCode !== 552 && !/^\d{3}[ -]5\.7\./.test(response);
  if (aboutTheMail && forGood) return 'refused';
  return UNREACHABLE.includes(code) || command === 'CONN' ? 'unreachable' : 'put off';
}

/** True where the mail server answered, so that it certainly has not taken the mail. */
export function isAnswered(error: unknown): boolean {
  return ((error as SmtpError).responseCode ?? 0) >= 400;
}

/** True where the recipient was refused, not the content: before the text was sent, by an invalid address, or as a missing mailbox. */
export function isAboutRecipient(error: unknown): boolean {
  const { command, response = '' } = error as SmtpError;
  return command === 'RCPT TO' || command === 'API' || /^\d{3}[ -]5\.1\./.test(response);
}

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
