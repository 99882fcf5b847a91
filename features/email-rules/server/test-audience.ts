import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { type Context, transact } from '../../../server/context.ts';
import { withinSeconds } from '../../../server/db/within-seconds.ts';
import { timeLimit } from '../../../server/time-limits.ts';
import type { Audience } from '../conditions/audience.ts';
import { type Tree, treeOfAudience } from '../conditions/tree.ts';
import type { RuleTestUser } from '../contract.ts';
import { usersWhere } from './audience.ts';

/** The first 50 users that the conditions match, and how many there are. */
export function testConditions(
  context: Context,
  { program_id, ...audience }: Audience & { program_id: number },
) {
  return testTree(context, treeOfAudience(audience), program_id, 'items');
}

/** Runs in a transaction that writes nothing and ends after 2 seconds; 400 on `field` where that is not enough. */
export async function testTree(
  context: Context,
  tree: Tree,
  program_id: number,
  field: 'sql' | 'items',
): Promise<{ users: RuleTestUser[]; count: number }> {
  return transact(context, async (tx) => {
    await sql`set transaction read only`.execute(tx.db);
    return withinSeconds(tx.db, TEST_SECONDS, {
      ask: () => usersWhere(tx, tree, program_id),
      refuse: () =>
        refuseField(field, `This takes longer than ${timeLimit(TEST_SECONDS)} seconds. Narrow it down.`),
    });
  });
}

const TEST_SECONDS = 2;
