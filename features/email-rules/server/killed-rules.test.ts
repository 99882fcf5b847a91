/** `kill -9` at the statements of a turn and of its delivery: nobody gets a mail twice, and nobody is left out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram } from '../../../test/factories.ts';
import { deadConnectionsEnded } from '../../../test/killed/dead-connections.ts';
import { passes } from '../../../test/models/rule-passes.ts';
import { openSmtp } from '../../../test/peers/smtp-server.ts';
import { makeRule, makeStudents, nameOf, sendsOfRule } from '../../../test/rows/rules.ts';
import { useDatabase } from '../../../test/use-database.ts';

const CHILD = path.join(import.meta.dirname, '../../../test/killed/killed-rules.ts');
const STARTING = path.join(import.meta.dirname, '../../../test/killed/killed-rule-start.ts');
const STUDENTS = 6;
const KILLS = inDepth(8, 60);

const database = useDatabase();
const db = () => database().everything;
let smtp: Awaited<ReturnType<typeof openSmtp>>;
beforeAll(async () => {
  smtp = await openSmtp();
});
afterAll(() => smtp.close());
beforeEach(async () => {
  await db().updateTable('email_rules').set({ active: 0 }).execute();
  smtp.taken.length = 0;
});

const url = () => `smtp://127.0.0.1:${smtp.port}`;

/** Runs the passes in a process that dies at the statement (0: never); answers how many it sent, null where it died. */
const pass = (statement: number, moment: string) => dying(CHILD, url(), statement, moment);

async function dying(
  program: string,
  told: string,
  statement: number,
  moment: string,
): Promise<number | null> {
  const { global, scoped } = database().urls;
  const child = spawn(process.execPath, [program, global, scoped, told, String(statement), moment], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code, signal] = await once(child, 'close');
  await deadConnectionsEnded(db());
  if (signal === 'SIGKILL') return null;
  expect(code, output).toBe(0);
  return Number.parseInt(output, 10);
}

async function story() {
  const program_id = (await makeProgram(db())).id;
  const students = await makeStudents(db(), program_id, STUDENTS);
  const rules = [await makeRule(db(), { program_id }), await makeRule(db(), { program_id })];
  return { rules, names: rules.flatMap((rule) => students.map((user) => `${rule}-${user}-1`)).toSorted() };
}

const named = async (rule: number) =>
  (await sendsOfRule(db(), rule)).map(({ user_id, number, state }) => ({
    name: `${rule}-${user_id}-${number}`,
    state,
  }));

test(`sends each number of a rule to each user once, killed at ${KILLS} moments`, async () => {
  const whole = await story();
  const statements = (await pass(0, '')) ?? 0;
  expect(smtp.taken.map(({ text }) => nameOf(text)).toSorted()).toEqual(whole.names);
  expect(statements).toBeGreaterThan(KILLS);
  let unknown = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await db().updateTable('email_rules').set({ active: 0 }).execute();
    smtp.taken.length = 0;
    const { rules, names } = await story();
    // A busy machine says the same with a few statements less.
    const at = 1 + Math.floor((kill * statements * 0.6) / (KILLS - 1));
    expect(await pass(at, kill % 2 ? 'before' : 'after'), `statement ${at}`).toBeNull();
    // Whoever was killed has had its time.
    await sql`update mails set next_at = provost_now() where sent_at is null`.execute(db());
    await Promise.all([passes(database(), url()), passes(database(), url())]);
    // What the database had not noticed to be dead was left to the next turn.
    await passes(database(), url());
    const taken = smtp.taken.map(({ text }) => nameOf(text));
    expect(taken.length, `statement ${at}: nothing twice`).toBe(new Set(taken).size);
    const sends = (await Promise.all(rules.map((rule) => named(rule)))).flat();
    expect(sends.filter(({ state }) => !['sent', 'unknown'].includes(state))).toEqual([]);
    const sent = sends.filter(({ state }) => state === 'sent').map(({ name }) => name);
    expect(sent.filter((name) => !taken.includes(name))).toEqual([]);
    unknown += sends.length - sent.length;
    const told = sends.map(({ name }) => name);
    expect(told.toSorted(), `statement ${at}: nobody left out`).toEqual(names);
  }
  // Those that were being handed over at the moment: their text may have been taken.
  expect(unknown).toBeLessThanOrEqual(KILLS * 6);
});

test('a start and its undo, killed at each statement: a rule that waits and can be undone, or none; nobody gets a mail', async () => {
  const program_id = (await makeProgram(db())).id;
  await makeStudents(db(), program_id, STUDENTS);
  const rule = {
    name: 'Killed',
    subject: 'News',
    template: 'community-highlights.html',
    type: 'community_highlights',
    program_id,
    active: true,
    every_days: 1,
    repeat_count: 1,
    run_after: '2020-01-01T00:00:00.000Z',
    items: [{ field_name: 'user_type', condition: 'equals', value: 'S' }],
    confirmed_due_count: STUDENTS,
  };
  const made = async () =>
    db()
      .selectFrom('email_rules')
      .select(['id', 'active', 'first_mails_at', 'undo'])
      .where('program_id', '=', program_id)
      .orderBy('id')
      .execute();
  const whole = (await dying(STARTING, JSON.stringify({ rule }), 0, '')) ?? 0;
  for (let at = 1; at <= whole; at += inDepth(3, 1))
    await dying(STARTING, JSON.stringify({ rule }), at, at % 2 ? 'before' : 'after');
  const started = await made();
  for (const one of started) expect(one).toMatchObject({ active: 1, undo: { active: 0 } });
  await passes(database(), url());
  for (const [n, { id }] of started.entries())
    await dying(STARTING, JSON.stringify({ id }), 2 + 2 * n, 'after');
  for (const one of await made())
    expect([one.active, one.first_mails_at === null]).toEqual(one.active === 1 ? [1, false] : [0, true]);
  await passes(database(), url());
  expect(smtp.taken).toEqual([]);
});
