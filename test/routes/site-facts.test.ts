/** Facts that sites tell: each once, whoever tells it at the same moment. Specification: Sites, facts. */
import { describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey } from '../factories.ts';
import { type Answer, statusesOf, useTestApp } from '../harness.ts';
import { siteRoutes } from './site-cases.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;
/** Users and sessions have references and are no facts: told with another body, they change. */
const facts = siteRoutes.filter(
  ({ inputSchema, path }) =>
    'reference' in ((inputSchema as { shape?: object }).shape ?? {}) && !/\/(?:users|sessions)\b/.test(path),
);

test('some routes tell facts', () => expect(facts.length).toBeGreaterThan(5));

describe.each(facts)('$method $path', (route) => {
  async function told() {
    const program_id = (await makeProgram(db())).id;
    const request = await route.request({ app: app(), db: db(), program_id, mark: `fact-${program_id}` });
    const { site_key } = await makeSiteKey(db(), program_id);
    const tell = (body: unknown): Promise<Answer> =>
      app().call(route.method, route.path, body, { authorization: `Bearer ${site_key}` });
    return { request, tell };
  }

  test('fifty at once with one reference: one fact, one answer', async () => {
    const { request, tell } = await told();
    const answers = await Promise.all(Array.from({ length: 50 }, () => tell(request.body)));
    expect(statusesOf(answers)).toEqual(Array(50).fill(200));
    const results = answers.map(({ body }) => body.results[0]);
    expect(results.filter(({ state }) => state === 'created')).toHaveLength(1);
    expect(results.filter(({ state }) => state === 'unchanged')).toHaveLength(49);
    expect(new Set(results.map((result) => JSON.stringify({ ...result, state: '' }))).size).toBe(1);
    await request.effect(answers.find(({ body }) => body.results[0].state === 'created')?.body);
  });

  test('the reference with another body is taken, and named is what differs', async () => {
    const { request, tell } = await told();
    const body = request.body as { user_id: number };
    expect((await tell(body)).status).toBe(200);
    const { status, body: refused } = await tell({ ...body, user_id: body.user_id + 1 });
    expect([status, refused.code, refused.errors[0].path]).toEqual([409, 'REFERENCE_TAKEN', 'user_id']);
  });

  test('one that is rejected leaves its reference free, and nothing else', async () => {
    const { request, tell } = await told();
    const body = request.body as object;
    const { status, body: refused } = await tell({ ...body, user_id: 2_000_000_000 });
    expect([status, refused.errors[0].path]).toEqual([404, 'user_id']);
    const items = [{ ...body, user_id: 2_000_000_000 }];
    expect((await tell({ items })).body.results[0]).toMatchObject({ id: null, state: 'rejected' });
    expect((await tell({ items, atomic: true })).body.errors[0].path).toBe('items.0.user_id');
    const answer = await tell(body);
    expect(answer.body.results[0].state).toBe('created');
    await request.effect(answer.body);
  });
});
