/** A body is done as a whole: what no schema knows is named, and a row goes back as it was read (specification: Wire conventions). */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ADMIN_PASSWORD, makeProgram } from '../../test/factories.ts';
import { type Call, useTestApp } from '../../test/harness.ts';
import { type Route, routes } from '../../test/routes/cases.ts';
import { filled, permissionsFor } from '../../test/routes/route-cases.ts';

const app = useTestApp({ recalculationDelay: 300 });

/** What a save asks for besides, and undefined for what it refuses. */
const BESIDE: Record<string, object> = {
  'payment.savePaymentSettings': { password: ADMIN_PASSWORD, legacy: undefined },
};

/** Objects of a body whose keys are data, and what refuses a strange one. */
const DATA: Record<string, string> = { 'userImports.mapUserImport mapping': 'Nobody knows' };

/** Reads whose rows are not what the save of the same address takes, and why. */
const NOT_SENT_BACK: Record<string, string> = {
  'adminUsers.updateAdminUser': 'permissions are answered with their names and given by their ids',
  'siteUsers.saveSiteUserSites': 'what is set by hand is read apart from what the home program brings',
};

const writing = routes.filter(
  ({ method, inputSchema }) => method !== 'GET' && !namesOf(inputSchema).includes('file'),
);

describe.each(writing)('$name', (route) => {
  test('400 that names a field which no schema knows, wherever it stands', async () => {
    const { caller, path, body, headers } = await staged(route);
    const call = route.access === 'public' ? app().call : caller;
    // Without a body a DELETE says by its address what is meant.
    const given = (body ?? (route.method === 'DELETE' ? addressed(path) : {})) as object;
    for (const place of objectsIn(given)) {
      const wrong = structuredClone(given);
      (at(wrong, place) as Record<string, unknown>).nobody_knows = 1;
      const { status, body: answer } = await call(route.method, path, wrong, headers);
      expect([place, status, answer.message]).toEqual([
        place,
        400,
        expect.stringMatching(DATA[`${route.name} ${place.join('.')}`] ?? '"nobody_knows"'),
      ]);
    }
  });
});

const reads = routes.filter(({ method }) => method === 'GET');
const pairs = routes
  .filter(({ method }) => method === 'PATCH')
  .flatMap((save) => {
    const read = reads.find(({ path }) => path === save.path);
    return read ? [{ name: save.name, save, read }] : [];
  });

test('there are many', () => expect(pairs.length).toBeGreaterThan(20));

describe.each(pairs)('$name', ({ name, save, read }) => {
  test.skipIf(name in NOT_SENT_BACK)('what was read goes back, and nothing changes', async () => {
    const { caller, path } = await staged(save);
    const before = await caller('GET', path);
    expect([before.status, before.body.message]).toEqual([200, undefined]);
    const sent = { ...sentBack(save, read, before.body), ...BESIDE[name] };
    const answer = await caller('PATCH', path, sent);
    expect([answer.status, answer.body.message, answer.body.errors]).toEqual([200, undefined, undefined]);
    expect((await caller('GET', path)).body).toEqual(before.body);
  });
});

/** The route on the row of its case of success, by a superadmin. */
async function staged(route: Route) {
  const { platform } = app();
  const db = platform.database.everything;
  const kind = 'superadmin';
  const caller = await app().as({ permissions: permissionsFor(kind, route.access) ?? ['superadmin'] });
  const program_id = (await makeProgram(db)).id;
  const { id, query, body, headers } = await route.success({ app: app(), db, kind, caller, program_id });
  const path = filled(route.path, id ?? 0).replace('/api/wladmin/', '');
  return { caller: caller as Call, path: query ? `${path}?${query}` : path, body, headers };
}

function addressed(path: string): object {
  return Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
}

/** What the save takes of an answer: as it is, or the row in it under the name that the save gives it. */
function sentBack({ inputSchema }: Route, { outputSchema }: Route, read: Record<string, unknown>): object {
  const takes = shapeOf(inputSchema);
  const [row = ''] = namesOf(outputSchema);
  if (row in takes || typeof read[row] !== 'object' || Array.isArray(read[row])) return read;
  const wrapper = Object.keys(takes).find((name) => name === 'data' || name.endsWith('_data'));
  return wrapper ? { [wrapper]: read[row] } : (read[row] as object);
}

type Definition = z.core.$ZodTypeDef & {
  innerType?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
};

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  const { shape, innerType, in: from } = schema.def as Definition;
  const inner = innerType ?? from;
  return shape ?? (inner ? shapeOf(inner) : {});
}

function namesOf(schema: z.ZodType): string[] {
  return Object.keys(shapeOf(schema));
}

function* objectsIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield path;
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...path, key]);
}

function at(value: object, path: readonly string[]): object {
  return path.reduce((inner, step) => (inner as Record<string, object>)[step] as object, value);
}
