/** Limits that protect count what all processes of a database have seen. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeProgram, makeSiteKey } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { openDatabase } from '../db/client.ts';
import { buildHttp } from './http.ts';

const app = useTestApp({ siteCallsPerMinute: 6 });
let second: { database: ReturnType<typeof openDatabase>; http: Awaited<ReturnType<typeof buildHttp>> };
beforeAll(async () => {
  const { platform, urls } = app();
  const database = openDatabase(urls, 4);
  second = { database, http: await buildHttp({ ...platform, database }) };
});
afterAll(async () => {
  await second.http.close();
  await second.database.close();
});

type Sent = { method?: 'POST'; url: string; remoteAddress?: string; headers?: object; payload?: object };

/** Sends these requests to both servers in turn, and returns the statuses. */
async function sendInTurn(requests: readonly Sent[]): Promise<number[]> {
  const servers = [app().http, second.http];
  const statuses: number[] = [];
  for (const [n, request] of requests.entries())
    statuses.push((await servers[n % 2]?.inject(request as object))?.statusCode ?? 0);
  return statuses;
}

const signIn = (email: string, remoteAddress: string): Sent => ({
  method: 'POST',
  url: '/api/wladmin/auth',
  remoteAddress,
  payload: { email, password: 'wrong one' },
});

test('wrong passwords of an account', async () => {
  const { email } = await makeAdmin(app().platform.database.everything, { permissions: ['events'] });
  const tries = Array.from({ length: 7 }, (_, n) => signIn(email, `192.0.2.${n + 1}`));
  expect(await sendInTurn(tries)).toEqual([...Array(5).fill(401), 429, 429]);
});

test('wrong passwords from a network', async () => {
  const tries = Array.from({ length: 22 }, (_, n) => signIn(`guess-${n}@example.com`, '203.0.113.9'));
  expect(await sendInTurn(tries)).toEqual([...Array(20).fill(401), 429, 429]);
});

test('calls of a site key', async () => {
  const db = app().platform.database.everything;
  const { site_key } = await makeSiteKey(db, (await makeProgram(db)).id);
  const call = { url: '/api/site/categories', headers: { authorization: `Bearer ${site_key}` } };
  expect(await sendInTurn(Array(8).fill(call))).toEqual([...Array(6).fill(200), 429, 429]);
});
