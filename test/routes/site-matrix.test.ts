/** Which key may call what: each route of the site contract by keys of every kind. Specification: Sites, keys. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { makeProgram, makeSiteKey } from '../factories.ts';
import { type Call, useTestApp } from '../harness.ts';
import { requestTo } from './fuzz-requests.ts';
import { filled } from './route-cases.ts';
import { type SiteRoute, siteRoutes } from './site-cases.ts';
import type { SiteRequest, SiteStage } from './site-route-cases.ts';

const app = useTestApp({ siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;
const faults: unknown[] = [];
beforeAll(() => {
  vi.spyOn(app().platform.log, 'error').mockImplementation((entry: unknown) => void faults.push(entry));
});

let made = 0;
async function stage(): Promise<SiteStage> {
  made += 1;
  const { id } = await makeProgram(db());
  return { app: app(), db: db(), program_id: id, mark: `marker-${process.pid}-${made}-` };
}

function send(route: SiteRoute, request: SiteRequest, key: string | null, call: Call = app().call) {
  const path = filled(route.path, request.id ?? 0);
  const address = request.query ? `${path}?${request.query}` : path;
  const body = route.method === 'GET' ? undefined : (request.body ?? {});
  return call(route.method, address, body, key === null ? {} : { authorization: `Bearer ${key}` });
}

describe.each(siteRoutes)('$method $path', (route) => {
  test('200 with a key of the program that has the right, and does what it is for', async () => {
    faults.length = 0;
    const at = await stage();
    const request = await route.request(at);
    const { site_key } = await makeSiteKey(db(), at.program_id, { rights: [route.right] });
    const answer = await send(route, request, site_key);
    expect([answer.status, answer.status === 200 ? null : answer.body, faults]).toEqual([200, null, []]);
    await request.effect(answer.body);
  });

  test('401 without a key, with an unknown, an ended or a member of staff’s', async () => {
    const at = await stage();
    const request = await route.request(at);
    const { site_key: ended } = await makeSiteKey(db(), at.program_id, { ends_at: new Date().toISOString() });
    for (const key of [null, 'unknown', ended]) expect((await send(route, request, key)).status).toBe(401);
    const staff = await app().as({ permissions: ['superadmin'] });
    expect((await send(route, request, null, staff)).status).toBe(401);
  });

  test('403 without the right; where the program is off only reads go on', async () => {
    const at = await stage();
    const request = await route.request(at);
    const other = route.right === 'read' ? 'write' : 'read';
    const { site_key: without } = await makeSiteKey(db(), at.program_id, { rights: [other] });
    expect((await send(route, request, without)).body).toMatchObject({ code: 'FORBIDDEN' });
    const { site_key } = await makeSiteKey(db(), at.program_id);
    await db().updateTable('programs').set({ status: 0 }).where('id', '=', at.program_id).execute();
    const answer = await send(route, request, site_key);
    expect([answer.status, answer.body.code]).toEqual(route.reads ? [200, undefined] : [403, 'PROGRAM_OFF']);
  });

  test(`nothing of one program is another’s`, async () => {
    const at = await stage();
    const request = await route.request(at);
    const { site_key } = await makeSiteKey(db(), (await stage()).program_id);
    const answer = await send(route, request, site_key);
    expect([answer.status, JSON.stringify(answer.body).includes(at.mark)]).toEqual([
      route.foreign ?? 404,
      false,
    ]);
  });

  test('odd requests are refused in words', async () => {
    faults.length = 0;
    const at = await stage();
    await route.request(at);
    const { site_key } = await makeSiteKey(db(), at.program_id);
    const allowed = [200, 400, 404, ...(route.odd ?? [])];
    await fc.assert(
      fc.asyncProperty(requestTo(route), async ({ path, query, body, headers }) => {
        const answer = await app().http.inject({
          method: route.method,
          url: path + query,
          headers: { ...headers, authorization: `Bearer ${site_key}` },
          ...(body === undefined ? {} : { payload: body }),
        });
        const odd = [413, 415];
        expect([...allowed, ...odd], `${answer.statusCode} ${answer.body.slice(0, 300)}`).toContain(
          answer.statusCode,
        );
      }),
      { numRuns: 60 },
    );
    expect(faults).toEqual([]);
  });
});
