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
const DATA: Record<string, string> = {
  'userImports.mapUserImport mapping': 'Nobody knows',
  'classImports.mapClassImport mapping': 'Nobody knows',
  'siteImports.mapSiteImport mapping': 'Nobody knows',
  'outdatedTranslations.markOutdated items.0.made_from': 'Nobody knows',
};

/** Reads whose rows are not what the save of the same address takes, and why. */
const NOT_SENT_BACK: Record<string, string> = {
  'adminUsers.updateAdminUser': 'permissions are answered with their names and given by their ids',
  'siteUsers.saveSiteUserSites': 'what is set by hand is read apart from what the home program brings',
  'classes.saveClassOrder': 'rows are read with names and numbers, and given by their ids',
  'events.saveEventOrder': 'rows are read with names and numbers, and given by their ids',
  'giftCategories.saveGiftCategoryOrder': 'rows are read with names and numbers, and given by their ids',
  'siteCategories.saveSiteCategoryOrder': 'rows are read with names and numbers, and given by their ids',
};

/** Calls that do something and save nothing that the same address answers. */
const ACTS: Record<string, string> = {
  'classReport.classReport': 'makes the file that is fetched there',
  'tokens.createTokens': 'adds tokens, which are read as a list',
  'loginAs.openLogin': 'opens a login',
  'payment.approvePayment': 'approves what is read there',
  'payoutReleases.releasePayee': 'releases a payee, with a reason',
  'siteKeys.createSiteKey': 'makes one more key, beside those that are read there',
  'passkeys.addPasskey': 'adds a passkey that an authenticator has made, beside those that are read there',
  'passkeys.signInByPasskey': 'opens a session; whether passkeys work here is read there',
  'singleSignOn.beginSignOn': 'leads to the provider; whether there is one is read there',
  'erasure.eraseUser': 'erases whose standing is read there',
  'webhooks.createWebhook': 'makes one more webhook, beside those that are read there',
};

/** What a save calls a list that is read under another name, beside which the rest of the read is not taken. */
const GIVEN_AS: Record<string, Record<string, string>> = {
  'commissions.saveClassCommission': { commission: 'commissions', updated_at: 'updated_at' },
  'commissions.saveInstructorCommission': { commission: 'commissions', updated_at: 'updated_at' },
  'commissions.saveProgramCommission': { commission: 'commissions', updated_at: 'updated_at' },
};

/** Where the rows stand that have a place in a program. */
const LISTS: Record<string, string> = {
  class: 'classes',
  'lilt-category': 'lilt-categories',
  'lilt-event': 'lilt-events',
  'site-category': 'site-categories',
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
  .filter(({ method, name }) => method === 'PATCH' || (method === 'POST' && !(name in ACTS)))
  .flatMap((save) => {
    const read = reads.find(({ path }) => path === save.path);
    return read ? [{ name: save.name, save, read }] : [];
  });

test('there are many', () => {
  expect(pairs.filter(({ save }) => save.method === 'PATCH').length).toBeGreaterThan(20);
  expect(pairs.filter(({ save }) => save.method === 'POST').length).toBeGreaterThan(5);
});

describe.each(pairs)('$name', ({ name, save, read }) => {
  test.skipIf(name in NOT_SENT_BACK)('what was read goes back, and nothing changes', async () => {
    const { caller, path, body } = await staged(save);
    const asked = `${path}${queryOf(read, body)}`;
    // What is saved and made by the same call is there to be read once it has been.
    if (save.method === 'POST') await caller('POST', path, body);
    const before = await caller('GET', asked);
    expect([before.status, before.body.message]).toEqual([200, undefined]);
    const sent = { ...sentBack(save, read, before.body), ...BESIDE[name] };
    const answer = await caller(save.method, path, sent);
    expect([answer.status, answer.body.message, answer.body.errors]).toEqual([200, undefined, undefined]);
    expect((await caller('GET', asked)).body).toEqual(before.body);
  });
});

const places = routes.filter(({ path }) => path.endsWith('/display-order'));

test.each(places)('$name: a place that was read in the list goes back, and nothing changes', async (save) => {
  const { caller, path, body } = await staged(save);
  const { program_id, ...place } = body as { program_id: number } & Record<string, number>;
  const [column = ''] = Object.keys(place);
  const [, noun = '', id = ''] = path.match(/^([\w-]+)\/(\d+)\//) ?? [];
  // Of a program that holds nothing else.
  const list = `${LISTS[noun]}?program_id=${program_id}`;
  const rowOf = async () =>
    rowsIn((await caller('GET', list)).body).find((row) => String(row.id) === id) ?? {};
  for (const given of [3, 0]) {
    expect((await caller('PATCH', path, { program_id, [column]: given })).status).toBe(200);
    const before = await rowOf();
    expect(before[column]).toBe(given);
    const answer = await caller('PATCH', path, { program_id, [column]: before[column] });
    expect([answer.status, answer.body]).toEqual([200, { [column]: given }]);
    expect(await rowOf()).toEqual(before);
  }
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
function sentBack(
  { name, inputSchema }: Route,
  { outputSchema }: Route,
  read: Record<string, unknown>,
): object {
  const takes = shapeOf(inputSchema);
  const [row = ''] = namesOf(outputSchema);
  const given = GIVEN_AS[name];
  if (given) {
    const group = read[row] as Record<string, unknown>;
    return Object.fromEntries(Object.entries(given).map(([to, from]) => [to, group[from]]));
  }
  if (row in takes || typeof read[row] !== 'object' || Array.isArray(read[row])) return read;
  const wrapper = Object.keys(takes).find((name) => name === 'data' || name.endsWith('_data'));
  return wrapper ? { [wrapper]: read[row] } : (read[row] as object);
}

/** By what a read without an id in its address asks, of the body that names the same. */
function queryOf({ path, inputSchema }: Route, body: unknown): string {
  if (path.includes('{')) return '';
  const named = Object.entries((body ?? {}) as object).filter(([key]) => namesOf(inputSchema).includes(key));
  const query = new URLSearchParams(Object.fromEntries(named.map(([key, value]) => [key, String(value)])));
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** The rows of a page, wherever they stand in its answer. */
function rowsIn(body: Record<string, unknown>): Record<string, unknown>[] {
  for (const value of Object.values(body)) {
    if (Array.isArray(value)) return value;
    if (typeof value === 'object' && value !== null) return rowsIn(value as Record<string, unknown>);
  }
  return [];
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
