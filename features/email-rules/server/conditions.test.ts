/** One meaning of a rule: as SQL, as a SELECT that is typed, and as plain JavaScript. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeSiteUser } from '../../../test/factories.ts';
import { type FilteredUser, usersMeeting } from '../../../test/rows/rule-filter.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { treeOf } from '../condition-tree.ts';
import { CONDITIONS_OF, FIELDS, type FieldName, faultOf, KIND_OF, type RuleItem, sqlOf } from '../rules.ts';
import { compile } from './compile-tree.ts';
import { parseConditions } from './test-sql/parse-sql.ts';

const database = useDatabase();
const db = () => database().everything;
const USERS = 150;
const COINS = [0, 1, 50, 100, 101, 399, 1000, 12_345];
let users: FilteredUser[];

/** Half a day off every whole day, so that the time that a test takes moves nobody over an edge. */
const daysAgo = (days: number) => new Date(Date.now() - (days + 0.5) * 86_400_000).toISOString();

beforeAll(async () => {
  for (let n = 0; n < USERS; n++) {
    const membership = n % 3 === 0 ? 1 : 0;
    const { id } = await makeSiteUser(db(), {
      user_type: 'SIO'[n % 3] ?? 'S',
      membership: n % 2 === 0 ? membership : 0,
      membership_at: n % 2 === 0 && membership ? daysAgo(n % 40) : null,
      dateadded: daysAgo((n * 7) % 60),
    });
    const amount = COINS[n % COINS.length] ?? 0;
    if (amount > 0)
      await db().insertInto('lilt_entries').values({ user_id: id, amount, kind: 'grant' }).execute();
    if (n % 5 === 0 && amount > 1)
      await db().insertInto('lilt_entries').values({ user_id: id, amount: -1, kind: 'purchase' }).execute();
  }
  const found = await db()
    .selectFrom('site_users')
    .select(['id', 'user_type', 'membership', 'dateadded', 'membership_at', 'lilt_balance', 'lilt_total'])
    .orderBy('id')
    .execute();
  users = found.map((user) => ({
    ...user,
    lilt_balance: Number(user.lilt_balance),
    lilt_total: Number(user.lilt_total),
  }));
});

const value = (field: FieldName): fc.Arbitrary<RuleItem['value']> =>
  ({
    user_type: fc.constantFrom('S', 'I', 'O'),
    membership: fc.constantFrom(0, 1),
    date: fc.integer({ min: 0, max: 61 }),
    coins: fc.oneof(
      fc.constantFrom(...COINS.map((amount) => amount / 100)),
      fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100),
    ),
  })[KIND_OF[field]] as fc.Arbitrary<RuleItem['value']>;

const item: fc.Arbitrary<RuleItem> = fc.constantFrom(...FIELDS).chain((field_name) =>
  fc.record({
    field_name: fc.constant(field_name),
    condition: fc.constantFrom(...CONDITIONS_OF[KIND_OF[field_name]]),
    value: value(field_name),
  }),
);

async function idsWhere(tree: Parameters<typeof compile>[0]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select u.id from site_users u where ${compile(tree)} order by u.id`.execute(db());
  return rows.map(({ id }) => id);
}

describe('a rule', () => {
  test(
    'reaches whom plain JavaScript finds, said as items and typed as a SELECT',
    async () => {
      let reached = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), async (items) => {
          expect(items.map(faultOf).filter(Boolean)).toEqual([]);
          const expected = usersMeeting(users, items, Date.now());
          expect(await idsWhere(treeOf(items))).toEqual(expected);
          expect(await parseConditions(sqlOf(items))).toEqual(flat(treeOf(items)));
          reached += expected.length;
        }),
        { numRuns: inDepth(1000, 10_000), endOnFailure: true },
      );
      expect(reached).toBeGreaterThan(USERS);
    },
    inDepth(60_000, 900_000),
  );

  test('finds nobody by a date that is not there', async () => {
    const never = users.filter((user) => user.membership_at === null).map(({ id }) => id);
    for (const condition of ['days_older_than', 'days_newer_than'] as const) {
      const found = await idsWhere(treeOf([{ field_name: 'membership_at', condition, value: 0 }]));
      expect(found.filter((id) => never.includes(id))).toEqual([]);
    }
  });

  test('compares coins to the hundredth, and finer ones between two of them', async () => {
    const at = (operator: '>' | '=' | '<', number: string) =>
      idsWhere({ field: 'lilt_total', operator, operand: { number } });
    const having = (holds: (total: number) => boolean) =>
      users.filter((user) => holds(user.lilt_total)).map(({ id }) => id);
    expect(await at('=', '1.01')).toEqual(having((total) => total === 101));
    expect(await at('=', '1.005')).toEqual([]);
    expect(await at('>', '1.005')).toEqual(having((total) => total >= 101));
    expect(await at('<', '1.005')).toEqual(having((total) => total <= 100));
  });
});

/** A SELECT with one condition has no list of one. */
function flat(tree: ReturnType<typeof treeOf>) {
  return 'all' in tree && tree.all.length === 1 ? tree.all[0] : tree;
}
