/** Draws that were frozen ticket by ticket, as they were before: they stay what they were, go on, and check out. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { beforeEach, expect, inject, test } from 'vitest';
import type { Context } from '../../../../server/context.ts';
import { openDatabase } from '../../../../server/db/client.ts';
import { keepFingerprint } from '../../../../server/db/keys/key-fingerprint.ts';
import { asOwner, migrate } from '../../../../server/db/migrate.ts';
import { makeEvent, makeTickets } from '../../../../test/rows/events.ts';
import { TEST_KEYS, TEST_SECRET } from '../../../../test/test-database.ts';
import { pick, seedOf } from './draw-arithmetic.ts';
import { readSecret } from './draw-secrets.ts';
import { confirmWinner, proposeWinner } from './draws.ts';
import { readProof } from './proofs.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const MIGRATIONS = path.join(ROOT, 'server/db/migrations/001-029');
type Verifier = {
  checkProof: (proof: unknown, shown?: string) => { name: string; fault: string | null }[];
};
const { checkProof } = (await import(path.join(ROOT, 'cli/verify-draw.mjs'))) as Verifier;

let made = 0;
let url: string;
let owner: pg.Client;

/** A database as the migration before left it. */
beforeEach(async () => {
  const { server, template } = inject('testDatabase');
  const name = `${template.slice(0, 30)}_f${process.pid}_${made++}`;
  const first = new pg.Client(server);
  await first.connect();
  await first.query(`create database ${name} template template0`);
  await first.end();
  url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) });
  const names = (await readdir(MIGRATIONS)).filter((file) => file < '008');
  const texts = await Promise.all(names.map((file) => readFile(path.join(MIGRATIONS, file), 'utf8')));
  const steps = names.map((file, at) => {
    const up = async (on: Kysely<unknown>) =>
      void (await on.executeQuery(CompiledQuery.raw(texts[at] ?? '')));
    return [path.basename(file, '.sql'), { up }] as const;
  });
  const provider = { getMigrations: async () => Object.fromEntries(steps) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  await db.destroy();
  if (error) throw new Error('the migrations of before fail', { cause: error });
  await asOwner(url, (run) => keepFingerprint(run, TEST_SECRET));
  owner = new pg.Client(url);
  await owner.connect();
  return () => owner.end();
});

async function frozenBefore(tickets: number) {
  const before = openDatabase({ global: url, scoped: url, site: url }, 2);
  const { id } = await makeEvent(before.everything, { available: tickets });
  await makeTickets(before.everything, { id, program_id: null }, tickets);
  const secret = await readSecret(before.everything, TEST_KEYS.drawKey, id);
  await before.close();
  await owner.query('begin');
  await owner.query(`
    insert into draw_tickets (event_id, number, ticket_id)
    select event_id, row_number() over (order by code collate "C") - 1, id from tickets where event_id = ${id}`);
  const { rows } = await owner.query<{ list_hash: Buffer; commitment: Buffer }>(`
    insert into draws (event_id, tickets, commitment, list_hash)
    select id, tickets, commitment, (select sha256(convert_to(string_agg(t.code, e'\\n' order by l.number), 'UTF8'))
      from draw_tickets l join tickets t on t.id = l.ticket_id where l.event_id = e.id)
    from events e where id = ${id} returning list_hash, commitment`);
  await owner.query('commit');
  const { list_hash, commitment } = rows[0] as { list_hash: Buffer; commitment: Buffer };
  const { number } = pick(seedOf({ event_id: id, list_hash, secret, beacon: Buffer.alloc(0) }), 0, tickets);
  await owner.query(`
    insert into draw_attempts (event_id, attempt, number, ticket_id, token_hash)
    select event_id, 0, number, ticket_id, sha256('${id}') from draw_tickets
    where event_id = ${id} and number = ${number}`);
  return { id, secret, commitment: commitment.toString('hex') };
}

const listOf = async (id: number) =>
  (
    await owner.query<{ list: Buffer }>(
      `select string_agg(int8send(ticket_id), ''::bytea order by number) as list from draw_tickets where event_id = ${id}`,
    )
  ).rows[0]?.list;

test('a confirmed draw and one that waits keep their lists, and both check out', async () => {
  const [confirmed, waiting] = [await frozenBefore(700), await frozenBefore(300)];
  await owner.query('update draw_attempts set confirmed_at = now() where event_id = $1', [confirmed.id]);
  await owner.query('update draws set secret = $1 where event_id = $2', [confirmed.secret, confirmed.id]);
  const lists = [await listOf(confirmed.id), await listOf(waiting.id)];
  const database = openDatabase(await migrate(url, TEST_SECRET), 2);
  const db = database.everything;
  const { rows } = await owner.query('select ticket_ids from draws order by event_id');
  expect(rows.map(({ ticket_ids }) => ticket_ids)).toEqual(lists);
  const context = {
    platform: { config: {}, drawKey: TEST_KEYS.drawKey },
    db,
    actor: { admin_id: 0, email: '', program_id: 0, role: 'superadmin', permissions: ['superadmin'] },
    address: '',
    request_id: '',
  } as unknown as Context;
  const proposal = await proposeWinner(context, { id: waiting.id, reason: '' }, null);
  expect(proposal).toMatchObject({ attempt: 1, tickets: 300 });
  await confirmWinner(context, { id: waiting.id, user_id: proposal.id, token: proposal.token });
  for (const { id, commitment } of [confirmed, waiting]) {
    const proof = JSON.parse(JSON.stringify(await readProof(db, id)));
    expect(checkProof(proof, commitment).filter(({ fault }) => fault)).toEqual([]);
  }
  await database.close();
});

test('a list that is not the list of its tickets stops the migration, and nothing is lost', async () => {
  const { id } = await frozenBefore(5);
  await owner.query('set session_replication_role = replica');
  await owner.query('delete from draw_tickets where event_id = $1 and number = 4', [id]);
  await owner.query('set session_replication_role = origin');
  await expect(migrate(url, TEST_SECRET)).rejects.toThrow(`the frozen list of event ${id}`);
  expect(await listOf(id)).toHaveLength(32);
});
