/** The public randomness of a draw: recorded rounds of drand's quicknet, served over loopback, checked with its real key. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '../../../../server/context.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { makeEvent, makeTickets } from '../../../../test/rows/events.ts';
import { useShortLimits } from '../../../../test/short-limits.ts';
import { isGenuine, QUICKNET, roundAfter } from './beacon.ts';
import { confirmWinner, proposeWinner } from './draws.ts';
import { readProof } from './proofs.ts';

useShortLimits();

/** Rounds that quicknet has published. */
const ROUNDS: Record<number, string> = {
  1000: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  657413: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
};

const app = useTestApp();
const db = () => app().platform.database.everything;
const asked: string[] = [];
let answer: (round: number) => unknown = () => null;
let url = '';

const drand = createServer((request, response) => {
  asked.push(request.url ?? '');
  const body = answer(Number(request.url?.split('/').at(-1)));
  response.statusCode = body ? 200 : 404;
  response.end(JSON.stringify(body));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => drand.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(drand.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => drand.close(resolve)));

const published = (round: number) => ({ round, signature: ROUNDS[round] });
/** A chain with the real key whose clock is such that round 1000 is the one to come. */
const chain = () => ({ ...QUICKNET, genesis: Date.now() / 1000 - 998 * 3 + 0.1 });
/** The clock is moved by hand: however long a busy machine takes, the round to come is the same. */
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const context = (admin_id = 0) =>
  ({
    platform: app().platform,
    db: db(),
    actor: { admin_id, email: '', program_id: 0, role: 'superadmin', permissions: ['superadmin'] },
    address: '',
    request_id: '',
  }) as unknown as Context;
async function giveaway() {
  const event = await makeEvent(db());
  await makeTickets(db(), event, 12);
  return event.id;
}

test('recorded rounds are genuine, for their own number and in every byte', async () => {
  for (const [round, hex] of Object.entries(ROUNDS)) {
    const signature = Buffer.from(hex, 'hex');
    expect(await isGenuine(QUICKNET, Number(round), signature)).toBe(true);
    expect(await isGenuine(QUICKNET, Number(round) + 1, signature)).toBe(false);
    for (const at of [0, 20, 47]) {
      const altered = Buffer.from(signature);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(await isGenuine(QUICKNET, Number(round), altered)).toBe(false);
    }
  }
  expect(await isGenuine(QUICKNET, 1000, Buffer.alloc(48))).toBe(false);
});

test('the round that is fixed lies ahead of every clock', () => {
  const published = (round: number) => (QUICKNET.genesis + (round - 1) * QUICKNET.period) * 1000;
  for (const now of [1_800_000_000_000, 1_800_000_001_999, 1_800_000_002_999]) {
    expect(published(roundAfter(QUICKNET, now)) - now).toBeGreaterThan(3000);
    expect(published(roundAfter(QUICKNET, now)) - now).toBeLessThanOrEqual(6000);
  }
});

test('200: the round goes into the seed, is fixed with the list and stands in the proof', async () => {
  answer = published;
  const id = await giveaway();
  const beacon = { url: `${url}/`, chain: chain() };
  expect(roundAfter(beacon.chain, Date.now())).toBe(1000);
  const first = await proposeWinner(context(), { id, reason: '' }, beacon);
  expect(asked.at(-1)).toBe(`/${QUICKNET.hash}/public/1000`);
  const requests = asked.length;
  const second = await proposeWinner(context(), { id, reason: '' }, beacon);
  expect([first.attempt, second.attempt, asked.length]).toEqual([0, 1, requests]);
  await confirmWinner(context(), { id, user_id: second.id, token: second.token });
  const proof = await readProof(db(), id);
  expect(proof?.beacon).toMatchObject({ round: 1000, signature: ROUNDS[1000], chain_hash: QUICKNET.hash });
});

test('400: a false signature, or none: nothing is drawn, the round stays fixed, and nothing else waits', async () => {
  const id = await giveaway();
  const beacon = { url, chain: chain() };
  const refused = (beaconOrNone: typeof beacon | null) =>
    proposeWinner(context(), { id, reason: '' }, beaconOrNone).then(
      () => 'drawn',
      (error: Error) => error.message,
    );
  answer = (round) => ({ round, signature: ROUNDS[657413] });
  expect(await refused(beacon)).toBe('The public randomness is not genuine. Nothing was drawn.');
  const superadmin = await app().as({ permissions: ['superadmin'] });
  let waiting: Promise<string> | undefined;
  await new Promise<void>((resolve) => {
    answer = () => {
      resolve();
      return null;
    };
    waiting = refused(beacon);
  });
  // The clock stands still, so the draw goes on waiting until this is answered.
  const { body } = await superadmin('GET', `lilt-event/${id}/draws`);
  expect(body).toMatchObject({ draws: [], frozen: { beacon_round: 1000, beacon_signature: null } });
  pass(60);
  expect(await waiting).toMatch('does not answer');
  const passing = setInterval(() => pass(60), 100);
  expect(await refused({ url: 'http://127.0.0.1:9', chain: beacon.chain })).toMatch('does not answer');
  clearInterval(passing);
  expect(await refused(null)).toMatch('no beacon is configured');
  answer = published;
  expect(await refused(beacon)).toBe('drawn');
});
