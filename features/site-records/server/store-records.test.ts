/** Personal reads of coins, tickets and purchases: what of a guest belongs to the site. Specification: Sites, personal reads. */
import { beforeEach, expect, test } from 'vitest';
import { makeProduct, makeProgram, makePurchase, makeSiteKey } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makeUserWithCoins } from '../../../test/rows/coins.ts';
import { makeEvent, makeTickets } from '../../../test/rows/events.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

type Site = { id: number; key: string };
let home: Site;
let away: Site;
let user_id: number;
beforeEach(async () => {
  [home, away] = [await makeSite(), await makeSite()];
  user_id = await makeUserWithCoins(db(), 10, { program_id: home.id });
  await db().insertInto('site_user_sites').values({ user_id, program_id: away.id }).execute();
});

async function makeSite(): Promise<Site> {
  const { id } = await makeProgram(db());
  return { id, key: (await makeSiteKey(db(), id)).site_key };
}
const call = (site: Site, method: 'GET' | 'POST', path: string, body?: object) =>
  app().call(method, `/api/site/${path}`, body, { authorization: `Bearer ${site.key}` });
const read = async (site: Site, records: string) =>
  (await call(site, 'GET', `users/${user_id}/${records}`)).body;

test('a reason is read by the site that gave it and by no other, the sums by both', async () => {
  for (const site of [home, away]) {
    const gift = { reference: 'gift', user_id, amount: 1.5, reason: `said by ${site.id}` };
    expect((await call(site, 'POST', 'coins', gift)).status).toBe(200);
  }
  for (const site of [home, away]) {
    const { entries, balance } = await read(site, 'coins');
    expect(entries.map(({ amount }: { amount: number }) => amount)).toEqual([10, 1.5, 1.5]);
    expect(entries.map((entry: { balance: number }) => entry.balance)).toEqual([10, 11.5, 13]);
    expect(balance).toBe(13);
    const reasons = entries.map(({ reason }: { reason: string }) => reason).filter(Boolean);
    expect(reasons).toEqual([`said by ${site.id}`]);
  }
});

test('a guest’s tickets and purchases of other sites are the home’s to read, without names it does not show', async () => {
  for (const { id: program_id } of [home, away]) {
    await makeTickets(db(), await makeEvent(db(), { program_id, name: `of ${program_id}` }), 1, user_id);
    const { id: product_id } = await makeProduct(db(), { program_id, name: `of ${program_id}` });
    await db().insertInto('gift_product_programs').values({ program_id, product_id }).execute();
    await makePurchase(db(), { product_id, user_id });
  }
  for (const [list, name] of [
    ['tickets', 'event_name'],
    ['purchases', 'product_name'],
  ] as const) {
    const names = async (site: Site) =>
      (await read(site, list))[list].map((row: Record<string, unknown>) => row[name]);
    expect(await names(home)).toEqual([`of ${home.id}`, null]);
    expect(await names(away)).toEqual([`of ${away.id}`]);
  }
});

test('a list goes on from its cursor, once each', async () => {
  const event = await makeEvent(db(), { program_id: home.id });
  await makeTickets(db(), event, 5, user_id);
  const ids: number[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = await read(home, `tickets?limit=2${next && `&cursor=${next}`}`);
    ids.push(...page.tickets.map(({ id }: { id: number }) => id));
    next = page.next;
  }
  expect(ids).toHaveLength(5);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
});
