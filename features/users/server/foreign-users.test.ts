/** Whatever a bound admin asks: users of another program are not seen, not moved, not told of, but that an address is taken. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Answer, type Call, useTestApp } from '../../../test/harness.ts';
import { SITE_USER_SORTS } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

/** Stands in every text of the foreign. */
const MARK = 'xenia';
const NOBODY = 2_000_000_000;
const TAKEN = [{ path: 'user_data.email', message: 'Another user has this email' }];

let bound: Call;
let [own, other]: number[] = [];
let mine: number[];
let foreign: number[];
let addresses: { mine: string[]; foreign: string[] };

beforeAll(async () => {
  [own, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  bound = await app().as({ permissions: ['programadmin'], program_id: own });
  const people = async (named: string, homes: (number | null | undefined)[]) =>
    Promise.all(
      homes.map((program_id, n) =>
        makeSiteUser(db(), {
          program_id: program_id ?? null,
          first_name: `${named} ${n}`,
          last_name: named,
          email: `${named}-${n}@example.org`,
          site_address: `${named} street`,
          lilt_delivery: named,
          user_type: n % 2 ? 'I' : 'S',
          del_status: n === 3 ? 1 : 0,
        }),
      ),
    );
  const [ours, theirs] = [
    await people('own', [own, own, own, own]),
    await people(MARK, [other, other, null, other]),
  ];
  [mine, foreign] = [ours.map(({ id }) => id), theirs.map(({ id }) => id)];
  addresses = { mine: ours.map(({ email }) => email), foreign: theirs.map(({ email }) => email) };
});

/** A row that is the caller's, a foreign one or nobody's, by its place. */
const anyId = fc.nat(8).map((n) => [...mine, ...foreign, NOBODY][n] ?? NOBODY);
const anyAddress = fc.oneof(
  fc.nat(3).map((n) => addresses.foreign[n]),
  fc.nat(3).map((n) => addresses.mine[n]),
  fc.nat(3).map((n) => addresses.foreign[n]?.toUpperCase()),
  fc.uuid().map((id) => `${id}@example.org`),
);
const change = fc.record(
  {
    first_name: fc.constantFrom('Own', ''),
    email: anyAddress,
    site_program: fc.constantFrom(0, 1, 2, NOBODY).map((n) => (n === 1 ? own : n === 2 ? other : n)),
    del_status: fc.constantFrom(0, 1),
    membership: fc.boolean(),
    photo_id: fc.constantFrom(0, 1, NOBODY),
  },
  { requiredKeys: [] },
);
const word = fc.constantFrom('', MARK, MARK.slice(0, 3), 'own', '@example.org', '#1', '%', '_');

type Asked = { said: string; ask: () => Promise<Answer> };
const asked: fc.Arbitrary<Asked> = fc.oneof(
  fc
    .record({
      name: fc.oneof(word, anyId.map(String)),
      program_id: fc.constantFrom(0, 1, 2).map((n) => [0, own, other][n]),
      sort_by: fc.constantFrom(...SITE_USER_SORTS),
      sort_dest: fc.constantFrom('asc', 'desc'),
    })
    .map((query) =>
      get(`site-users?${new URLSearchParams(query as object as Record<string, string>).toString()}`),
    ),
  fc.oneof(word, anyId.map(String)).map((name) => get(`user-search?name=${encodeURIComponent(name)}`)),
  anyId.map((id) => get(`site-user/${id}`)),
  anyId.map((id) => get(`user/${id}/categories`)),
  fc.tuple(anyId, change).map(([id, user_data]) => ({
    said: `PATCH ${id} ${JSON.stringify(user_data)}`,
    ask: () => bound('PATCH', `site-user/${id}`, { user_data }),
  })),
  change.map((user_data) => ({
    said: `POST ${JSON.stringify(user_data)}`,
    ask: () =>
      bound('POST', 'site-user', {
        user_data: { email: addresses.foreign[0], password: 'abc', ...user_data },
      }),
  })),
);

function get(path: string): Asked {
  return { said: path, ask: () => bound('GET', path) };
}

const theirRows = async () => {
  const { rows } = await sql<{ rows: string }>`
    select json_agg(u order by u.id)::text as rows from site_users u where u.program_id is distinct from ${own}`.execute(
    db(),
  );
  return rows[0]?.rows;
};
const ours = async () =>
  (
    await db()
      .selectFrom('site_users')
      .select('id')
      .where('program_id', '=', own ?? 0)
      .execute()
  ).length;

test('holds of any call', async () => {
  const before = await theirRows();
  let count = await ours();
  await fc.assert(
    fc.asyncProperty(asked, async ({ said, ask }) => {
      const { status, body } = await ask();
      expect([200, 400, 403, 404], said).toContain(status);
      // An address that the caller has typed itself, of somebody deleted: it may be given to another.
      const told = JSON.stringify({ ...body, request_id: '' }).replaceAll(/xenia-\d@example\.org/gi, '');
      expect(told, said).not.toContain(MARK);
      const taken = status === 400 && told.includes('has this email');
      expect(taken ? body.errors : TAKEN, said).toEqual(TAKEN);
      expect(await theirRows(), said).toBe(before);
      const now = await ours();
      expect(now, said).toBeGreaterThanOrEqual(count);
      count = now;
    }),
    { numRuns: inDepth(80, 5000) },
  );
});

test('a foreign user and nobody are answered alike', async () => {
  const told = async (id: number) =>
    Promise.all(
      [
        bound('GET', `site-user/${id}`),
        bound('GET', `user/${id}/categories`),
        bound('PATCH', `site-user/${id}`, { user_data: { first_name: 'x' } }),
        bound('PATCH', `site-user/${id}`, { user_data: { site_program: own, email: addresses.mine[0] } }),
        bound('PATCH', `site-user/${id}`, {
          user_data: { updated_at: '2026-01-01T00:00:00Z', timezone: 32_000 },
        }),
      ].map(async (answer) => {
        const { status, body } = await answer;
        return [status, { ...body, request_id: '' }];
      }),
    );
  const nobody = await told(NOBODY);
  expect(nobody.map(([status]) => status)).toEqual([404, 404, 404, 404, 404]);
  for (const id of foreign) expect(await told(id)).toEqual(nobody);
});
