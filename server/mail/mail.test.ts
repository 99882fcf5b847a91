import { EventEmitter } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '../../test/harness.ts';
import { openSmtp } from '../../test/peers/smtp-server.ts';
import { until } from '../../test/until.ts';
import { inTransaction } from '../db/client.ts';
import type { Platform } from '../platform.ts';
import { deliverDueMails, deliverMails } from './deliver-mails.job.ts';
import { blankOldMails, SECRET, secretOf, sendMail } from './mail.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'provost-mail-'));
const app = useTestApp({ dataDir, mailFrom: 'Provost <no-reply@provost.example>' });
const db = () => app().platform.database.everything;
const MAIL = { to_address: 'ada@example.org', subject: 'Привет', body_text: 'One line\n.\nAnother' };

async function queued(values: Partial<Parameters<typeof sendMail>[1]> = {}): Promise<number> {
  await sendMail(db(), { ...MAIL, ...values });
  const { id } = await db().selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}

const row = (id: number) =>
  db().selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const through = (port: number): Platform => ({
  ...app().platform,
  config: { ...app().platform.config, smtpUrl: `smtp://127.0.0.1:${port}` },
});
/** Lets the waits of all mails pass. */
const makeDue = () =>
  db().updateTable('mails').set({ next_at: sql`provost_now() - interval '1 second'` }).execute();
/** Seconds until a mail is due again. */
const waitOf = async (id: number) => (Date.parse((await row(id)).next_at) - Date.now()) / 1000;

beforeEach(() => db().deleteFrom('mails').execute());

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

describe('without a mail server', () => {
  test('keeps the mail as a file that a mail program opens', async () => {
    const id = await queued();
    await deliverDueMails(app().platform);
    const file = `${String(id).padStart(6, '0')}.eml`;
    expect(await readdir(path.join(dataDir, 'mail'))).toContain(file);
    const eml = await readFile(path.join(dataDir, 'mail', file), 'utf8');
    expect(eml).toContain('To: ada@example.org');
    expect(eml).toContain('From: Provost <no-reply@provost.example>');
    expect(eml).toMatch(new RegExp(`Message-ID: <provost-${id}-\\d+@provost\\.example>`));
    expect((await row(id)).sent_at).not.toBeNull();
  });
});

describe('with a mail server', () => {
  let smtp: Awaited<ReturnType<typeof openSmtp>>;
  beforeEach(async () => {
    smtp = await openSmtp();
  });
  afterEach(() => smtp.close());

  test('sends a mail once, however often the pass runs', async () => {
    const id = await queued();
    await deliverDueMails(through(smtp.port));
    await makeDue();
    await deliverDueMails(through(smtp.port));
    expect(smtp.taken).toHaveLength(1);
    expect(smtp.taken[0]?.text).toContain('To: ada@example.org');
    expect(smtp.taken[0]?.text).toContain('\r\n\r\nOne line\r\n.\r\nAnother');
    expect(await row(id)).toMatchObject({ attempts: 1, last_error: null, sent_at: expect.any(String) });
  });

  test('sends each of many once, though several processes are at it, over few connections', async () => {
    for (let n = 0; n < 50; n++) await queued({ to_address: `person-${n}@example.org` });
    await Promise.all(Array.from({ length: 4 }, () => deliverDueMails(through(smtp.port))));
    expect(smtp.taken).toHaveLength(50);
    expect(new Set(smtp.taken.map(({ to }) => to)).size).toBe(50);
    expect(smtp.connections()).toBeLessThanOrEqual(4 * 8);
  });

  test('gives a second copy, which only a crash causes, the same Message-ID', async () => {
    const id = await queued();
    await deliverDueMails(through(smtp.port));
    await db().updateTable('mails').set({ sent_at: null }).where('id', '=', id).execute();
    await makeDue();
    await deliverDueMails(through(smtp.port));
    const ids = smtp.taken.map(({ text }) => /Message-ID: (\S+)/i.exec(text)?.[1]);
    expect(ids).toEqual([expect.stringContaining(`provost-${id}-`), ids[0]]);
  });

  test('leaves a mail to the process that took it, and takes it over once that has had its time', async () => {
    const id = await queued();
    // As a process leaves it that was killed while sending.
    await db()
      .updateTable('mails')
      .set({ attempts: 1, next_at: sql`provost_now() + interval '1 second'` })
      .where('id', '=', id)
      .execute();
    await deliverDueMails(through(smtp.port));
    expect(smtp.taken).toHaveLength(0);
    await makeDue();
    await deliverDueMails(through(smtp.port));
    expect(smtp.taken).toHaveLength(1);
  });

  test('puts a secret in only when the mail goes out, and then blanks the text', async () => {
    const secret_seed = crypto.randomUUID();
    const id = await queued({ body_text: `Go to /x#${SECRET} now`, secret_seed });
    const secret = secretOf(app().platform, secret_seed);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await row(id))).not.toContain(secret);
    await deliverDueMails(through(smtp.port));
    expect(smtp.taken[0]?.text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(`/x#${secret} now`);
    const after = await row(id);
    expect(after).toMatchObject({ body_text: '', body_html: null, secret_seed: null });
    expect(JSON.stringify(after)).not.toContain(secret);
  });

  test('keeps a text without a secret for 30 days', async () => {
    const sent = [await queued(), await queued(), await queued(), await queued()];
    await deliverDueMails(through(smtp.port));
    const age = (id: number | undefined, ago: string, refused = false) =>
      db()
        .updateTable('mails')
        .set({
          sent_at: refused ? null : sql`provost_now() - ${ago}::interval`,
          refused_at: refused ? sql`provost_now() - ${ago}::interval` : null,
        })
        .where('id', '=', id ?? 0)
        .execute();
    await age(sent[0], '29 days 23 hours');
    await age(sent[1], '30 days 1 hour');
    await age(sent[2], '30 days 1 hour', true);
    await age(sent[3], '1 day', true);
    expect(await blankOldMails(db(), 1)).toBe(1);
    expect(await blankOldMails(db(), 1000)).toBe(1);
    expect(await blankOldMails(db(), 1000)).toBe(0);
    const texts = await Promise.all(sent.map(async (id) => (await row(id)).body_text));
    expect(texts).toEqual([MAIL.body_text, '', '', MAIL.body_text]);
  });
});

describe('with a mail server that is dead, slow or refuses', () => {
  test('keeps the mail with what went wrong, and sends it once the server is back', async () => {
    const dead = await openSmtp();
    await dead.close();
    const id = await queued();
    await deliverDueMails(through(dead.port));
    expect(await row(id)).toMatchObject({
      attempts: 1,
      sent_at: null,
      refused_at: null,
      last_error: expect.stringContaining('ECONN'),
    });
    const alive = await openSmtp({}, dead.port);
    await makeDue();
    await deliverDueMails(through(alive.port));
    await alive.close();
    expect(alive.taken).toHaveLength(1);
    expect(await row(id)).toMatchObject({ attempts: 2, last_error: null, sent_at: expect.any(String) });
  });

  test('believes no certificate that nobody has signed', async () => {
    const unsigned = await openSmtp({ disabledCommands: [] });
    const id = await queued();
    await deliverDueMails(through(unsigned.port));
    await unsigned.close();
    expect(unsigned.taken).toEqual([]);
    expect(await row(id)).toMatchObject({ sent_at: null, last_error: expect.stringMatching(/certificate/i) });
  });

  test('sends nothing in the clear where the address asks for TLS', async () => {
    const plain = await openSmtp();
    const id = await queued();
    const { config, ...platform } = through(plain.port);
    await deliverDueMails({
      ...platform,
      config: { ...config, smtpUrl: `${config.smtpUrl}/?requireTLS=true` },
    });
    expect(await row(id)).toMatchObject({ sent_at: null, refused_at: null, last_error: expect.any(String) });
    await makeDue();
    await deliverDueMails(through(plain.port));
    await plain.close();
    expect(plain.taken).toHaveLength(1);
  });

  test('keeps what is attached while the mail waits, and no longer than it takes to send or refuse it', async () => {
    const bytes = Buffer.from([0, 1, 2, 255, 13, 10]);
    const attachments = [{ file_name: 'Bericht für Ada.xlsx', media_type: 'application/x-sheet', bytes }];
    const dead = await openSmtp();
    await dead.close();
    const [id, gone] = [
      await queued({ attachments }),
      await queued({ attachments, to_address: 'gone@example.org' }),
    ];
    const kept = async () => (await db().selectFrom('mail_attachments').select('mail_id').execute()).length;
    await deliverDueMails(through(dead.port));
    expect(await kept()).toBe(2);
    const alive = await openSmtp(
      {
        onRcptTo: ({ address }, _session, done) =>
          done(address.startsWith('gone') ? refusal(550, '5.1.1 no such person') : undefined),
      },
      dead.port,
    );
    await makeDue();
    await deliverDueMails(through(alive.port));
    await alive.close();
    expect(alive.taken[0]?.text).toContain('Content-Type: application/x-sheet');
    expect(alive.taken[0]?.text).toContain(bytes.toString('base64'));
    expect([(await row(id)).sent_at, (await row(gone)).refused_at]).not.toContain(null);
    expect(await kept()).toBe(0);
    await queued({ attachments });
    await db()
      .updateTable('mails')
      .set({ sent_at: sql`provost_now() - interval '31 days'` })
      .where('refused_at', 'is', null)
      .execute();
    expect(await kept()).toBe(1);
    await blankOldMails(db(), 1000);
    expect(await kept(), 'what a crash has left goes with the text').toBe(0);
  });

  test('never gives up: after thousands of tries it waits a minute at most', async () => {
    const dead = await openSmtp();
    await dead.close();
    const id = await queued();
    const waits: number[] = [];
    for (const attempts of [0, 3, 20, 5000]) {
      await db().updateTable('mails').set({ attempts }).where('id', '=', id).execute();
      await makeDue();
      await deliverDueMails(through(dead.port));
      waits.push(await waitOf(id));
    }
    expect(waits[0]).toBeLessThanOrEqual(2);
    expect(waits[1]).toBeGreaterThan(10);
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(60);
    const alive = await openSmtp({}, dead.port);
    await makeDue();
    await deliverDueMails(through(alive.port));
    await alive.close();
    expect(alive.taken).toHaveLength(1);
  });

  test('marks an address that refuses for good, and leaves it alone', async () => {
    const refused = new Map([
      ['gone@example.org', refusal(550, '5.1.1 no such person')],
      ['full@example.org', refusal(552, '5.2.2 mailbox full')],
      ['later@example.org', refusal(450, '4.2.1 try later')],
      ['policy@example.org', refusal(550, '5.7.1 relaying denied')],
    ]);
    const smtp = await openSmtp({
      onRcptTo: ({ address }, _session, done) => done(refused.get(address)),
    });
    const ids: number[] = [];
    for (const to_address of [...refused.keys(), 'fine@example.org']) ids.push(await queued({ to_address }));
    await deliverDueMails(through(smtp.port));
    const state = async () => {
      const rows = await Promise.all(ids.map(row));
      return rows.map(({ sent_at, refused_at, attempts }) => [
        sent_at ? 'sent' : refused_at ? 'refused' : 'waits',
        attempts,
      ]);
    };
    expect(await state()).toEqual([
      ['refused', 1],
      ['waits', 1],
      ['waits', 1],
      ['waits', 1],
      ['sent', 1],
    ]);
    await makeDue();
    await deliverDueMails(through(smtp.port));
    expect(await state()).toEqual([
      ['refused', 1],
      ['waits', 2],
      ['waits', 2],
      ['waits', 2],
      ['sent', 1],
    ]);
    await smtp.close();
    expect((await row(ids[0] ?? 0)).last_error).toContain('550');
  });

  test('does not take a refused sender for a refused recipient', async () => {
    const smtp = await openSmtp({
      onMailFrom: (_from, _session, done) => done(refusal(550, '5.1.8 who are you')),
    });
    const id = await queued();
    await deliverDueMails(through(smtp.port));
    await smtp.close();
    expect(await row(id)).toMatchObject({ refused_at: null, sent_at: null, attempts: 1 });
  });

  test('marks what is no address without asking anybody', async () => {
    const smtp = await openSmtp();
    const [none, fine] = [await queued({ to_address: '' }), await queued()];
    await deliverDueMails(through(smtp.port));
    await smtp.close();
    expect((await row(none)).refused_at).not.toBeNull();
    expect((await row(fine)).sent_at).not.toBeNull();
  });

  test('serves others while slow recipients are waited for, those that come later as well', async () => {
    const released = new EventEmitter();
    const smtp = await openSmtp({
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('slow')) released.once('go', () => done());
        else done();
      },
    });
    for (let n = 0; n < 5; n++) await queued({ to_address: `slow-${n}@example.org` });
    for (let n = 0; n < 20; n++) await queued({ to_address: `quick-${n}@example.org` });
    const pass = deliverDueMails(through(smtp.port));
    await until(() => expect(smtp.taken).toHaveLength(20));
    await queued({ to_address: 'quick-late@example.org' });
    await until(() => expect(smtp.taken).toHaveLength(21));
    released.emit('go');
    await pass;
    expect(smtp.taken).toHaveLength(26);
    await smtp.close();
  });

  test('stops taking mails when the process is about to end', async () => {
    const smtp = await openSmtp();
    await queued();
    await deliverDueMails(through(smtp.port), AbortSignal.abort());
    expect(smtp.taken).toHaveLength(0);
    await smtp.close();
  });

  test('sends by itself once the server is back, without a restart', async () => {
    const dead = await openSmtp();
    await dead.close();
    const id = await queued();
    await app().platform.jobs.work(through(dead.port), [deliverMails]);
    await until(async () => expect((await row(id)).attempts).toBeGreaterThan(1));
    const alive = await openSmtp({}, dead.port);
    await until(async () => expect((await row(id)).sent_at).not.toBeNull());
    await alive.close();
    expect(alive.taken.filter(({ text }) => text.includes(`<provost-${id}-`))).toHaveLength(1);
  });
});

test('belongs to its transaction', async () => {
  const failing = inTransaction(db(), async (trx) => {
    await sendMail(trx, MAIL);
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await db().selectFrom('mails').selectAll().execute()).toEqual([]);
});
