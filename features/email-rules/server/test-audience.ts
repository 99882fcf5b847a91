/** Trying out conditions, as a SELECT or as they are in the form. Specification: Email rules. */
import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { type Context, transact } from '../../../server/context.ts';
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
  try {
    return await transact(context, async (tx) => {
      await sql`set transaction read only`.execute(tx.db);
      await sql`set local statement_timeout = '2s'`.execute(tx.db);
      return usersWhere(tx, tree, program_id);
    });
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED)
      refuseField(field, 'This takes longer than 2 seconds. Narrow it down.');
    throw error;
  }
}

const QUERY_CANCELED = '57014';
