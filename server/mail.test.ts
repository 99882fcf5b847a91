import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useWorld } from '../test/harness.ts';
import { transact } from './db/client.ts';
import { deliverMail, sendMail } from './mail.ts';
import type { Platform } from './platform.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'provost-mail-'));
const world = useWorld({ dataDir, mailFrom: 'Provost <no-reply@provost.example>' });
const db = () => world().platform.database.everything;
const MAIL = { to_address: 'ada@example.org', subject: 'Привет', body_text: 'One line\n.\nAnother' };

async function queued(): Promise<number> {
  await sendMail(db(), world().platform.jobs, MAIL);
  const { id } = await db().selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}

const row = (id: number) =>
  db().selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const deliver = (platform: Platform, id: number) => deliverMail.run(platform, { id });
const through = (port: number): Platform => ({
  ...world().platform,
  config: { ...world().platform.config, smtpUrl: `smtp://127.0.0.1:${port}` },
});

/** The least of an SMTP server: takes every mail, or answers each with `refusal`. */
async function openSmtp(taken: string[], { port = 0, refusal = '' } = {}): Promise<Server> {
  const server = createServer((socket) => {
    let pending = '';
    let inData = false;
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      pending += chunk.toString();
      for (;;) {
        const end = inData ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n');
        if (end < 0) return;
        const text = pending.slice(0, end);
        pending = pending.slice(end + (inData ? 5 : 2));
        if (inData) taken.push(text);
        const starts = !inData && /^data/i.test(text);
        inData = starts;
        socket.write(
          starts ? '354 go on\r\n' : refusal && /^mail/i.test(text) ? `${refusal}\r\n` : '250 ok\r\n',
        );
        if (/^quit/i.test(text)) socket.end();
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const close = (server: Server) => new Promise((resolve) => server.close(resolve));

describe('without a mail server', () => {
  it('keeps the mail as a file that a mail program opens', async () => {
    const id = await queued();
    await deliver(world().platform, id);
    const folder = path.join(dataDir, 'mail');
    expect(await readdir(folder)).toEqual([`${String(id).padStart(6, '0')}.eml`]);
    const eml = await readFile(path.join(folder, `${String(id).padStart(6, '0')}.eml`), 'utf8');
    expect(eml).toContain('To: ada@example.org');
    expect(eml).toContain('From: Provost <no-reply@provost.example>');
    expect(eml).toMatch(new RegExp(`Message-ID: <provost-${id}-\\d+@provost\\.example>`));
    expect((await row(id)).sent_at).not.toBeNull();
  });
});

describe('with a mail server', () => {
  let taken: string[];
  let server: Server;
  beforeEach(async () => {
    taken = [];
    server = await openSmtp(taken);
  });
  afterEach(() => close(server));

  it('sends the mail once, also where the job runs again', async () => {
    const id = await queued();
    await deliver(through(portOf(server)), id);
    await deliver(through(portOf(server)), id);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toContain('To: ada@example.org');
    expect(taken[0]).toContain('\r\n\r\nOne line\r\n..\r\nAnother');
    expect(await row(id)).toMatchObject({ attempts: 1, last_error: null, sent_at: expect.any(String) });
  });

  it('gives a second copy the same Message-ID', async () => {
    const id = await queued();
    await deliver(through(portOf(server)), id);
    await db().updateTable('mails').set({ sent_at: null }).where('id', '=', id).execute();
    await deliver(through(portOf(server)), id);
    const ids = taken.map((text) => /Message-ID: (\S+)/.exec(text)?.[1]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('does nothing for a mail that is gone', async () => {
    await deliver(through(portOf(server)), 999_999);
    expect(taken).toEqual([]);
  });
});

describe('with a mail server that is dead or refuses', () => {
  it('keeps the mail with what went wrong, and sends it later', async () => {
    const dead = await openSmtp([]);
    const port = portOf(dead);
    await close(dead);
    const id = await queued();
    await expect(deliver(through(port), id)).rejects.toThrow(/ECONNREFUSED/);
    expect(await row(id)).toMatchObject({
      attempts: 1,
      sent_at: null,
      last_error: expect.stringContaining('ECONN'),
    });
    const refusing = await openSmtp([], { port, refusal: '451 later' });
    await expect(deliver(through(port), id)).rejects.toThrow(/451/);
    await close(refusing);
    const taken: string[] = [];
    const alive = await openSmtp(taken, { port });
    await deliver(through(port), id);
    await close(alive);
    expect(taken).toHaveLength(1);
    expect(await row(id)).toMatchObject({ attempts: 3, last_error: null, sent_at: expect.any(String) });
  });

  it('is tried again by the queue, and holds up nobody', async () => {
    const dead = await openSmtp([]);
    const port = portOf(dead);
    await close(dead);
    const id = await queued();
    await world().platform.jobs.work(through(port), [deliverMail] as never);
    await vi.waitFor(async () => expect((await row(id)).attempts).toBeGreaterThan(0), { timeout: 20_000 });
    const taken: string[] = [];
    const alive = await openSmtp(taken, { port });
    await vi.waitFor(async () => expect((await row(id)).sent_at).not.toBeNull(), {
      timeout: 30_000,
      interval: 200,
    });
    await close(alive);
    expect(taken.filter((text) => text.includes(`<provost-${id}-`))).toHaveLength(1);
  });
});

it('belongs to its transaction', async () => {
  const count = () =>
    db()
      .selectFrom('mails')
      .select('id')
      .execute()
      .then((rows) => rows.length);
  const before = await count();
  const failing = transact(db(), async (trx) => {
    await sendMail(trx, world().platform.jobs, MAIL);
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await count()).toBe(before);
});
