/** An inactive program takes nothing new. Specification: Roles and programs. */
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeProgram } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { routes } from '../../test/routes/cases.ts';
import { filled } from '../../test/routes/route-cases.ts';

const app = useTestApp({ recalculationDelay: 300 });
const NAME = 'Closed for good';
let inactive: number;

beforeAll(async () => {
  const { everything } = app().platform.database;
  inactive = (await makeProgram(everything, { status: 0, program_display_name: NAME })).id;
});

/** Routes whose program is not where something new comes to stand. */
const OTHERS: Record<string, string> = {
  'emailTemplates.deleteEmailTemplate': 'takes one away',
  'emailTemplates.testEmailTemplate': 'keeps nothing',
  'emailRules.testRuleSql': 'keeps nothing',
  'emailRules.testRuleConditions': 'keeps nothing',
  'landingPages.previewLandingPage': 'keeps nothing',
  'classes.saveClassTags': 'of a link that is there',
  'programs.setProgramAffiliate': 'a mark of the program itself',
  'giftCategories.switchGiftCategories': 'a star in a program that has the row already is nothing new',
  'unmatchedPayments.matchPayment': 'what was paid is booked, whatever became of the program',
};

/** Where the body of a route names a program: the way to it, and what stands there. */
function placesOf(schema: z.ZodType): { way: string[]; value: unknown }[] {
  return found(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, []);
}

type Node = { type?: string; properties?: Record<string, Node>; items?: Node; anyOf?: Node[] };

function found({ properties = {}, anyOf = [] }: Node, way: string[]): { way: string[]; value: unknown }[] {
  const here = Object.entries(properties).flatMap(([name, node]) => {
    const inside = [...way, name];
    // Which rows are meant, not where they go.
    if (name === 'filter') return [];
    if (['program_id', 'program', 'site_program'].includes(name)) return [{ way: inside, value: inactive }];
    if (['programs', 'program_ids'].includes(name)) {
      const isLink = node.items?.properties?.program_id !== undefined;
      return [{ way: inside, value: [isLink ? { program_id: inactive } : inactive] }];
    }
    return found(node, inside);
  });
  return [...here, ...anyOf.flatMap((node) => found(node, way))];
}

const taking = routes.filter(
  ({ name, method, path, inputSchema }) =>
    method !== 'GET' &&
    !OTHERS[name] &&
    // A place or a mark in a program that the row is assigned to already is nothing new.
    !/display-order$|\/order$|featured$/.test(path) &&
    placesOf(inputSchema).length > 0,
);

test('every exception is a route that names a program', () => {
  const named = routes.filter(({ inputSchema }) => placesOf(inputSchema).length > 0).map(({ name }) => name);
  expect(Object.keys(OTHERS).filter((name) => !named.includes(name))).toEqual([]);
  expect(taking.length).toBeGreaterThan(20);
});

describe.each(taking)('$name', ({ method, path, inputSchema, success }) => {
  test.each([0, 1].filter((index) => placesOf(inputSchema)[index]))(
    '400 that names it, place %i',
    async (index) => {
      const db = app().platform.database.everything;
      const caller = await app().as({ permissions: ['superadmin'] });
      const program_id = (await makeProgram(db)).id;
      const sent = await success({ app: app(), db, kind: 'superadmin', caller, program_id });
      const { way, value } = placesOf(inputSchema)[index] ?? { way: [], value: null };
      const body = withValue((sent.body ?? {}) as Record<string, unknown> | FormData, way, value);
      const address = filled(path, sent.id ?? 0);
      const answer = await caller(
        method,
        sent.query ? `${address}?${sent.query}` : address,
        body,
        sent.headers,
      );
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(NAME)]);
      expect(String(answer.body.errors?.[0]?.path)).toContain(way.join('.'));
    },
  );
});

function withValue(body: Record<string, unknown> | FormData, way: readonly string[], value: unknown): object {
  const [name = '', ...rest] = way;
  if (body instanceof FormData) {
    body.set(name, String(value));
    return body;
  }
  if (rest.length === 0) return { ...body, [name]: value };
  return { ...body, [name]: withValue((body[name] ?? {}) as Record<string, unknown>, rest, value) };
}
