/** One meaning of a rule: as SQL, as a SELECT that is typed, and as plain JavaScript. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { audienceFrom, COINS, itemFrom } from '../../../test/rows/random-audience.ts';
import { type FilteredUser, usersMeeting } from '../../../test/rows/rule-filter.ts';
import { makePeople } from '../../../test/rows/rule-people.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { sqlOf, sqlOfAudience } from '../conditions/as-sql.ts';
import { ONE_GROUP, wholeAudience } from '../conditions/audience.ts';
import { COLUMN_FIELDS } from '../conditions/fields.ts';
import { faultOf, type RuleItem } from '../conditions/items.ts';
import { type Tree, treeOf, treeOfAudience } from '../conditions/tree.ts';
import { compile } from './compile-tree.ts';
import { parseConditions } from './test-sql/parse-sql.ts';

const database = useDatabase();
const db = () => database().everything;
const USERS = 150;
let users: FilteredUser[];
let known: Awaited<ReturnType<typeof makePeople>>['known'];

beforeAll(async () => {
  ({ users, known } = await makePeople(db(), USERS, COINS));
});

async function idsWhere(tree: Tree, program_id = 0): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select u.id from site_users u where ${compile(tree, program_id)} order by u.id`.execute(db());
  return rows.map(({ id }) => id);
}

const now = () => Date.now();

describe('a rule', () => {
  test('reaches whom plain JavaScript finds, said as items and typed as a SELECT', async () => {
    let reached = 0;
    const item = itemFrom(COLUMN_FIELDS, known);
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), async (items) => {
        expect(items.map(faultOf).filter(Boolean)).toEqual([]);
        const expected = usersMeeting(users, { items, ...ONE_GROUP }, { now: now(), program_id: 0 });
        expect(await idsWhere(treeOf(items))).toEqual(expected);
        expect(await parseConditions(sqlOf(items))).toEqual(flat(treeOf(items)));
        reached += expected.length;
      }),
      { numRuns: inDepth(600, 10_000), endOnFailure: true },
    );
    expect(reached).toBeGreaterThan(USERS);
  });

  test('reaches whom plain JavaScript finds, of every field, in groups and with exclusions, of one program or all', async () => {
    let [reached, narrowed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        audienceFrom(known),
        fc.constantFrom(0, ...known.programs),
        async (audience, program_id) => {
          expect(wholeAudience(audience)).toEqual(audience);
          const expected = usersMeeting(users, audience, { now: now(), program_id });
          expect(await idsWhere(treeOfAudience(audience), program_id)).toEqual(expected);
          const typed = sqlOfAudience(audience);
          const asTyped = typed === null ? expected : await idsWhere(await parseConditions(typed));
          expect(asTyped).toEqual(expected);
          reached += expected.length;
          narrowed += expected.length < USERS ? 1 : 0;
        },
      ),
      { numRuns: inDepth(700, 10_000), endOnFailure: true },
    );
    expect(reached).toBeGreaterThan(USERS * 10);
    expect(narrowed).toBeGreaterThan(100);
  });

  test('finds nobody by a date that is not there', async () => {
    const never = users.filter((user) => user.membership_at === null).map(({ id }) => id);
    for (const condition of ['days_older_than', 'days_newer_than'] as const) {
      const found = await idsWhere(treeOf([{ field_name: 'membership_at', condition, value: 0 }]));
      expect(found.filter((id) => never.includes(id))).toEqual([]);
    }
  });

  test('keeps whom it cannot be said of where a group excludes, and finds them neither in a country nor elsewhere', async () => {
    const unknown = users.filter(({ country }) => country === null).map(({ id }) => id);
    const all = users.map(({ id }) => id);
    const item: RuleItem = { field_name: 'country', condition: 'any_of', value: ['DE'] };
    const everybody = { field_name: 'dateadded', condition: 'days_older_than', value: 0 } as const;
    const found = await idsWhere(
      treeOfAudience({ ...ONE_GROUP, items: [everybody], exclude: [{ match: 'all', items: [item] }] }),
    );
    expect(found).toEqual(users.filter(({ country }) => country !== 'DE').map(({ id }) => id));
    for (const condition of ['any_of', 'none_of'] as const)
      expect((await idsWhere(treeOf([{ ...item, condition }]))).filter((id) => unknown.includes(id))).toEqual(
        [],
      );
    expect(unknown.length > 0 && unknown.length < all.length).toBe(true);
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
