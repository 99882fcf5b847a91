/** The verifier on proofs that the server published: it holds a true one, and names the step where one was altered. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, useTestApp } from '../test/harness.ts';
import { endSoon, inDays, makeEvent, makeTickets } from '../test/rows/events.ts';

const VERIFIER = path.join(import.meta.dirname, 'verify-draw.mjs');

type Proof = {
  event_id: number;
  C: string;
  s: string;
  L: string;
  seed: string;
  beacon: null | object;
  terms: { type: string; start_at: string; end_at: string };
  edits: { edited_at: string; field: string; before: string | number; after: string | number }[];
  frozen_at: string;
  tickets: string[];
  attempts: { attempt: number; number: number; ticket: string; x: string; confirmed_at: string | null }[];
};

const app = useTestApp();
let folder: string;
let proof: Proof;
let before: Answer;
let after: Answer;
const published = (id: number, headers = {}) =>
  app().call('GET', `/storage/draws/${id}.json`, undefined, headers);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'provost-proof-'));
  const db = app().platform.database.everything;
  const superadmin = await app().as({ permissions: ['superadmin'] });
  const event = await makeEvent(db, { end_at: inDays(1) });
  await makeTickets(db, event, 25);
  for (const data of [{ available: 900, end_at: inDays(2) }, { active: 0 }, { active: 1, available: 1200 }])
    await superadmin('PATCH', `lilt-event/${event.id}`, { data });
  await endSoon(superadmin, event.id);
  let winner = { id: 0, token: '' };
  for (let attempt = 0; attempt < 3; attempt++) {
    winner = (await superadmin('GET', `lilt-event/${event.id}/draw?reason=Jane%20Doe`)).body;
  }
  const { id, token } = winner;
  before = await published(event.id);
  await superadmin('POST', `lilt-event/${event.id}/draw-final`, { id, token });
  after = await published(event.id);
  proof = after.body;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function verify(altered: unknown, ...options: string[]) {
  const file = path.join(folder, 'proof.json');
  await writeFile(file, JSON.stringify(altered));
  const { status, stdout } = spawnSync(process.execPath, [VERIFIER, file, ...options], { encoding: 'utf8' });
  const failed = stdout.split('\n').flatMap((line) => /^FAIL {2}([^:]+):/.exec(line)?.[1] ?? []);
  return { status, failed };
}

const holds = { status: 0, failed: [] };
const altered = (change: (copy: Proof) => void) => {
  const copy = structuredClone(proof);
  change(copy);
  return copy;
};

test('a proof is published by the confirmation, for everybody, and need not be sent twice', async () => {
  expect([before.status, before.headers['cache-control']]).toEqual([404, 'no-store']);
  expect([after.status, after.headers['cache-control']]).toEqual([200, 'public, max-age=86400']);
  const again = await published(proof.event_id, { 'if-none-match': String(after.headers.etag) });
  expect([again.status, again.body]).toEqual([304, '']);
  for (const address of ['0', '01', '1e3', 'x', '99999999', '-1'])
    expect((await app().call('GET', `/storage/draws/${address}.json`)).status).toBe(404);
});

test('a published proof holds, also against the commitment shown before, and names nobody', async () => {
  expect(await verify(proof)).toEqual(holds);
  expect(await verify(proof, '--commitment', proof.C)).toEqual(holds);
  expect(await verify(proof, '--commitment', '00'.repeat(32))).toEqual({ status: 1, failed: ['commitment'] });
  expect(JSON.stringify(proof)).not.toMatch(/@|Ada|Jane|reason|user/);
  for (const hex of [proof.C, proof.s, proof.L, proof.seed]) expect(hex).toMatch(/^[0-9a-f]{64}$/);
});

test('a list of any length has the hash that Node gives it', async () => {
  for (const length of [1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 100_000]) {
    const tickets = ['x'.repeat(length)];
    const L = createHash('sha256').update(tickets.join('\n')).digest('hex');
    const { failed } = await verify({ ...proof, tickets, L });
    expect([length, failed.includes('list of tickets')]).toEqual([length, false]);
  }
  const umlauts = ['ä', 'ö', '\uffff', '😀'];
  const L = createHash('sha256').update(umlauts.join('\n')).digest('hex');
  const { failed } = await verify({ ...proof, tickets: umlauts, L });
  expect(failed.filter((name) => name.includes('tickets'))).toEqual([]);
});

test('one altered ticket: the list', async () => {
  // The highest code altered upwards keeps the order.
  const ticket = altered(({ tickets }) => tickets.splice(-1, 1, 'ZZZZZZZZZZZZ'));
  const { status, failed } = await verify(ticket);
  expect([status, failed.slice(0, 1)]).toEqual([1, ['list of tickets']]);
});

test('one byte of the secret: the commitment', async () => {
  const secret = altered((copy) => {
    copy.s = `${copy.s.slice(0, 62)}${copy.s.endsWith('00') ? '01' : '00'}`;
  });
  expect(await verify(secret)).toEqual({ status: 1, failed: ['commitment', 'seed'] });
});

test('the order of the list: the order', async () => {
  const order = altered(({ tickets }) => {
    [tickets[3], tickets[4]] = [tickets[4] ?? '', tickets[3] ?? ''];
  });
  const { status, failed } = await verify(order);
  expect([status, failed.slice(0, 2)]).toEqual([1, ['order of the tickets', 'list of tickets']]);
});

test('one attempt: that attempt, whatever is altered in it', async () => {
  const attempt = (change: (attempt: Proof['attempts'][number]) => void) =>
    verify(altered(({ attempts: [, second] }) => second && change(second)));
  const failed = { status: 1, failed: ['attempt 1'] };
  expect(await attempt((made) => (made.number = (made.number + 1) % 25))).toEqual(failed);
  expect(await attempt((made) => (made.ticket = '000000000000'))).toEqual(failed);
  expect(
    await attempt((made) => (made.x = made.x.replace(/^./, (digit) => (digit === '0' ? '1' : '0')))),
  ).toEqual(failed);
  expect(await attempt((made) => (made.attempt = 7))).toEqual(failed);
  const left = altered(({ attempts }) => attempts.splice(0, 1));
  expect((await verify(left)).failed).toEqual(['attempt 0', 'attempt 1']);
  const older = altered(({ attempts: [first, , third] }) => {
    if (first && third) [first.confirmed_at, third.confirmed_at] = [third.confirmed_at, null];
  });
  expect((await verify(older)).failed).toEqual(['winner']);
});

test('an event, a seed or a beacon of another draw: the seed', async () => {
  expect((await verify(altered((copy) => (copy.event_id += 1)))).failed).toEqual(['seed']);
  const beacon = { chain_hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971', round: 1 };
  const withBeacon = altered((copy) => (copy.beacon = { ...beacon, signature: 'ab'.repeat(48) }));
  expect((await verify(withBeacon)).failed).toEqual(['seed']);
  expect((await verify(altered((copy) => (copy.beacon = { ...beacon, signature: 'ab' })))).failed).toContain(
    'beacon',
  );
});

test('every edit since the first ticket stands in the proof and is shown; an altered one is found', async () => {
  expect(proof.edits.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['end_at', expect.any(String), proof.edits[5]?.before],
    ['available', 1000, 900],
    ['active', 1, 0],
    ['available', 900, 1200],
    ['active', 0, 1],
    ['end_at', proof.edits[0]?.after, proof.terms.end_at],
  ]);
  const file = path.join(folder, 'proof.json');
  await writeFile(file, JSON.stringify(proof));
  const { stdout } = spawnSync(process.execPath, [VERIFIER, file], { encoding: 'utf8' });
  expect(stdout.match(/^note {2}.+ was .+, became .+$/gm)).toHaveLength(6);
  expect(stdout).toContain('available was 900, became 1200');
  const edits = { status: 1, failed: ['edits of the terms'] };
  const edited = (change: (edits: Proof['edits']) => unknown) =>
    verify(altered((copy) => void change(copy.edits)));
  const last = (fields: object) =>
    edited((all) =>
      all.push({ edited_at: proof.frozen_at, field: 'end_at', before: 0, after: 1, ...fields }),
    );
  expect(await edited(([, , , fourth]) => fourth && (fourth.before = 901))).toEqual(edits);
  expect(await edited((all) => all.pop())).toEqual(edits);
  expect(await edited((all) => all.reverse())).toEqual(edits);
  expect(await last({ before: proof.terms.end_at, after: '2100-01-01T00:00:00.000Z' })).toEqual(edits);
  expect(await last({ field: 'available', before: 1200, after: 1201 })).toEqual(edits);
  expect(await last({ field: 'type', before: 'regular', after: 'giveaway' })).toEqual(edits);
  expect(await last({ field: 'name' })).toEqual(edits);
  expect(await last({ field: 'available', before: 1200, after: 1100 })).toEqual(holds);
  const backdated = altered((copy) => {
    const end = copy.edits[5];
    if (end) copy.terms.end_at = end.after = new Date(Date.parse(end.edited_at) - 1).toISOString();
  });
  expect(await verify(backdated)).toEqual(edits);
  expect(await verify(altered((copy) => (copy.terms.end_at = '2100-01-01T00:00:00.000Z')))).toEqual(edits);
  const { edits: _, terms: __, ...old } = structuredClone(proof);
  expect(await verify(old)).toEqual(holds);
});

test('no proof at all ends with 2; the file needs nothing but Node', async () => {
  expect((await verify({})).status).toBe(2);
  expect(spawnSync(process.execPath, [VERIFIER, path.join(folder, 'none.json')]).status).toBe(2);
  const source = await readFile(VERIFIER, 'utf8');
  const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name);
  expect(imports.every((name) => name?.startsWith('node:'))).toBe(true);
  const copied = path.join(folder, 'alone.mjs');
  await writeFile(copied, source);
  await writeFile(path.join(folder, 'proof.json'), JSON.stringify(proof));
  const alone = spawnSync(process.execPath, [copied, 'proof.json'], {
    cwd: folder,
    env: {},
    encoding: 'utf8',
  });
  expect([alone.status, alone.stdout.split('\n').at(-2)]).toEqual([
    0,
    expect.stringMatching(/^The draw holds/),
  ]);
});
