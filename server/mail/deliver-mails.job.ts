/** Delivers mail by SMTP, or as files without a mail server. */
import type { KeyObject } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Mails } from '../db/types.ts';
import type { JobDefinition, Platform } from '../platform.ts';
import { leaseOf, takeLeases } from '../work/lease.ts';
import { type Address, BLANK, forgetAttachments, secretOf, withSecret } from './mail.ts';
import {
  isAboutRecipient,
  isAnswered,
  type MailServer,
  openMailServer,
  outcomeOf,
  wordsOf,
} from './mail-server.ts';

/** Mails under way at once. */
const AT_ONCE = 8;

/** The most campaign mails among them, so that urgent ones find free slots. */
const BULK_AT_ONCE = 6;

/** Seconds for which a mail is reserved to its process; after a crash it is due again. */
const LEASE_SECONDS = 100;

/** Seconds until a mail is retried, at most: all go out soon after the mail server is back. */
const LONGEST_WAIT_SECONDS = 60;

/** The same for a campaign, which nobody waits for. */
const LONGEST_BULK_WAIT_SECONDS = 60 * 60;

/** Days until a campaign mail that keeps failing is given up. */
const BULK_DAYS = 3;

/** Milliseconds after which a pass takes no more mails. */
const LONGEST_PASS_MS = 10 * 60_000;

/** Milliseconds of pause after the mail server could not be reached. */
const OUTAGE_PAUSE_MS = 2_000;

/** Milliseconds until a pass held up by a slow recipient looks for other mails. */
const CHECK_INTERVAL_MS = 500;

type Row = Selectable<Mails>;

const MAIL_LEASE = {
  table: 'mails',
  key: ['id'],
  seconds: LEASE_SECONDS,
  due: 'next_at',
  fence: ['attempts'],
} as const;
const LEASE = leaseOf<'mails', Row>(MAIL_LEASE);

export const deliverMails: JobDefinition = {
  name: 'deliver-mails',
  every: 2,
  oldestDue: (db) =>
    db
      .selectFrom('mails')
      .select(({ fn }) => fn.min('created_at').as('due'))
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      .where('lost_at', 'is', null)
      .where('bulk', '=', false)
      .executeTakeFirst(),
  // Each as its index has it.
  waits: (db) =>
    [sql<boolean>`bulk`, sql<boolean>`not bulk`].map((kind) =>
      db
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('refused_at', 'is', null)
        .where('lost_at', 'is', null)
        .where(kind)
        .where(sql<boolean>`next_at <= provost_now()`),
    ),
  run: (platform, stopping) => deliverDueMails(platform, stopping),
};

/**
 * Delivers due mails. A temporary failure delays a mail by at most a minute, without end; an address that
 * refuses for good is marked. Slow recipients do not block others. While the mail server is unreachable, only
 * a few mails at a time try it.
 */
export async function deliverDueMails(platform: Platform, stopping?: AbortSignal): Promise<void> {
  const db = platform.database.everything;
  const mailServer = openMailServer(platform.config);
  const underWay = new Map<Promise<void>, Row>();
  const last = performance.now() + LONGEST_PASS_MS;
  let next = 0;
  let leased = 0;
  try {
    await giveUpLost(db);
    await giveUpOld(db);
    do {
      const now = performance.now();
      const free = now >= next && now < last && !stopping?.aborted ? AT_ONCE - underWay.size : 0;
      const bulk = BULK_AT_ONCE - [...underWay.values()].filter((mail) => mail.bulk).length;
      const mails = await leaseNext(platform, free, bulk);
      leased = mails.length;
      for (const mail of mails) {
        const sending = deliver(platform, mailServer, mail).then((outcome) => {
          if (outcome === 'unreachable') next = performance.now() + OUTAGE_PAUSE_MS;
          underWay.delete(sending);
        });
        underWay.set(sending, mail);
      }
      if (underWay.size > 0) await firstOf(underWay.keys());
      // All of them may have gone out within one moment, and others be due.
    } while (underWay.size > 0 || leased > 0);
  } finally {
    mailServer.close();
  }
}

/** Leases urgent mails first, then campaign mails within the configured rate. */
async function leaseNext(platform: Platform, free: number, bulk: number): Promise<Row[]> {
  const waitedFor = await leaseMails(platform, free, false);
  const most = Math.min(free - waitedFor.length, bulk);
  if (most <= 0) return waitedFor;
  const { taken } = await platform.database.everything
    .selectFrom('mails')
    .select(sql<number>`count(*)`.as('taken'))
    .where('bulk', '=', true)
    .where(sql<boolean>`taken_at > provost_now() - interval '1 minute'`)
    .executeTakeFirstOrThrow();
  return [
    ...waitedFor,
    ...(await leaseMails(platform, Math.min(most, platform.config.mailPerMinute - taken), true)),
  ];
}

/** Leases due mails, longest waiting first. Of campaigns, those first that nobody has tried: what is put off again and again holds up no other rule. */
async function leaseMails(platform: Platform, most: number, bulk: boolean): Promise<Row[]> {
  if (most <= 0) return [];
  const next = sql`
    select id from mails
    where sent_at is null and refused_at is null and lost_at is null and bulk = ${sql.lit(bulk)}
      and handed_at is null and next_at <= provost_now()
    order by ${bulk ? sql`attempts > 0,` : sql``} next_at, id limit ${most} for update skip locked`;
  return takeLeases<Row>(platform, MAIL_LEASE, next, { set: sql`, taken_at = provost_now()` });
}

/** Gives up campaign mails whose process died after handing them over: they may have been sent, and are not sent twice. */
async function giveUpLost(db: Db): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      lost_at: sql<string>`provost_now()`,
      last_error: 'The server stopped during delivery',
      ...BLANK,
    })
    .where(sql<boolean>`bulk`)
    .where('handed_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('lost_at', 'is', null)
    .where(sql<boolean>`next_at <= provost_now()`)
    .execute();
}

async function giveUpOld(db: Db): Promise<void> {
  await db
    .updateTable('mails')
    .set({ refused_at: sql<string>`provost_now()`, ...BLANK })
    .where(sql<boolean>`bulk`)
    .where('handed_at', 'is', null)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('lost_at', 'is', null)
    .where('last_error', 'is not', null)
    .where(sql<boolean>`created_at < provost_now() - make_interval(days => ${BULK_DAYS})`)
    .where(sql<boolean>`next_at <= provost_now()`)
    .execute();
}

/** Never throws: failures are stored in the row; should even that fail, the lease expires. */
async function deliver(platform: Platform, mailServer: MailServer, mail: Row) {
  const { database, log, tokenKey } = platform;
  const db = database.everything;
  const row = db.updateTable('mails').where('id', '=', mail.id);
  try {
    const attachments = await db
      .selectFrom('mail_attachments')
      .select(['file_name', 'media_type', 'bytes'])
      .where('mail_id', '=', mail.id)
      .orderBy('file_name')
      .execute();
    const message = { ...messageOf(mail, tokenKey), attachments };
    const file = await mailServer.send(message, mail.bulk ? () => handOver(platform, mail) : undefined);
    if (file) log.info({ mail: mail.id, file }, 'mail kept as a file');
    // A text with a secret is of use to nobody but the recipient.
    await row
      .set({ sent_at: sql`provost_now()`, last_error: null, ...(mail.secret_seed || mail.bulk ? BLANK : {}) })
      .execute();
    if (attachments.length > 0) await forgetAttachments(db, mail.id);
    return 'sent';
  } catch (error) {
    const outcome = outcomeOf(error);
    const longest = mail.bulk && outcome === 'put off' ? LONGEST_BULK_WAIT_SECONDS : LONGEST_WAIT_SECONDS;
    const wait = sql`least(${longest}, power(2, least(attempts, 12)))`;
    const now = sql<string>`provost_now()`;
    const later = { next_at: inSeconds(wait) };
    // A text that was handed over without a word about it may have been taken.
    const unknown = sql<string>`case when handed_at is not null then provost_now() end`;
    const fate =
      outcome === 'refused'
        ? { refused_at: now, hard_failure: isAboutRecipient(error) }
        : mail.bulk && !isAnswered(error)
          ? { ...later, lost_at: unknown }
          : { ...later, handed_at: null };
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    if (outcome === 'refused' || mail.attempts === 1)
      log.warn({ mail: mail.id, outcome, code, responseCode }, 'mail');
    await row
      .set({ last_error: wordsOf(error), ...fate })
      .execute()
      .then(() => (outcome === 'refused' ? forgetAttachments(db, mail.id) : undefined))
      .catch((err: unknown) => log.error({ err, mail: mail.id }, 'what became of a mail was not written'));
    return outcome;
  }
}

/** Marks that the text is being sent, so that no other process sends it. Throws where the mail was withdrawn, or is no longer to be sent. */
async function handOver(platform: Platform, mail: Row): Promise<void> {
  const { numUpdatedRows } = await LEASE.held(platform, mail)
    .set({ handed_at: sql`provost_now()` })
    .where('handed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  const { id, attempts } = mail;
  await platform.database.everything
    .deleteFrom('mails')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('handed_at', 'is', null)
    .execute();
  throw new Error('The email was cancelled');
}

/** Derives the Message-ID from the row, so that a second copy, possible after a crash, is recognised. */
function messageOf(mail: Row, tokenKey: KeyObject) {
  const secret = mail.secret_seed ? secretOf({ tokenKey }, mail.secret_seed) : null;
  return {
    id: mail.id,
    name: mail.message_name ?? `provost-${mail.id}-${Date.parse(mail.created_at)}`,
    to: mail.to_address,
    subject: mail.subject,
    text: withSecret(mail.body_text, secret),
    ...(mail.body_html ? { html: withSecret(mail.body_html, secret) } : {}),
    date: new Date(mail.created_at),
    ...(mail.sender ? { sender: mail.sender as Address } : {}),
    ...(mail.reply_to ? { reply_to: mail.reply_to as Address } : {}),
    ...(mail.headers ? { headers: mail.headers as Record<string, string> } : {}),
  };
}

function inSeconds(seconds: RawBuilder<unknown>) {
  return sql<string>`provost_now() + make_interval(secs => ${seconds})`;
}

async function firstOf(underWay: Iterable<Promise<void>>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CHECK_INTERVAL_MS);
  await Promise.race([...underWay, promise]);
  clearTimeout(timer);
}
