/** Every route answers 200 and does what it is for, as each kind of member of staff who may call it. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { makeProgram } from '../factories.ts';
import type { TestApp } from '../harness.ts';
import { nullPrograms } from '../rows/program-zero.ts';
import { unsaidIn } from './audit-sentences.ts';
import { type Route, routesOf } from './cases.ts';
import { filled, type Kind, permissionsFor, STAFF } from './route-cases.ts';

const KINDS = Object.keys(STAFF) as Kind[];

export function testSuccesses(app: () => TestApp, share: number, shares: number): void {
  const faults: unknown[] = [];
  beforeAll(() => {
    vi.spyOn(app().platform.log, 'error').mockImplementation((entry: unknown) => void faults.push(entry));
  });

  describe.each(routesOf(share, shares))('$name', (route) => {
    test.each(KINDS.filter((kind) => permissionsFor(kind, route.access)))('as a %s', async (kind) => {
      faults.length = 0;
      const { answer, effect } = await succeed(app(), route, kind);
      expect([answer.status, answer.status === route.status ? null : answer.body, faults]).toEqual([
        route.status,
        null,
        [],
      ]);
      expect(nullPrograms(answer.body)).toEqual([]);
      await effect(answer.body);
    });
  });

  // Last, so that it reads what all of them have recorded.
  test('every change that they recorded reads as a sentence', async () => {
    const { everything } = app().platform.database;
    const entries = await everything.selectFrom('audit_entries').selectAll().execute();
    expect(
      unsaidIn(entries.filter(({ entity, action }) => !MADE_BY_TESTS.includes(`${entity} ${action}`))),
    ).toEqual([]);
  });
}

/** Entries that cases write into the table by themselves. */
const MADE_BY_TESTS = ['thing update', 'upload update'];

async function succeed(app: TestApp, { method, access, success, ...route }: Route, kind: Kind) {
  const db = app.platform.database.everything;
  const program = (await makeProgram(db)).id;
  const caller = await app.as({
    permissions: permissionsFor(kind, access) ?? [],
    program_id: STAFF[kind].bound ? program : 0,
  });
  const { id, query, body, headers, effect, demands } = await success({
    app,
    db,
    kind,
    caller,
    program_id: program,
  });
  const permissions = demands ? permissionsFor(kind, demands) : null;
  if (permissions)
    await db.updateTable('admins').set({ permissions }).where('id', '=', caller.admin_id).execute();
  const path = filled(route.path, id ?? 0);
  const call = access === 'public' ? app.call : caller;
  return { answer: await call(method, query ? `${path}?${query}` : path, body, headers), effect };
}
