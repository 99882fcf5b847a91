import { refuse, refuseField } from '../../../../core/errors.ts';
import type { Context } from '../../../../server/context.ts';
import type { Tree } from '../../conditions/tree.ts';
import type { RuleTestUser } from '../../contract.ts';
import { testTree } from '../test-audience.ts';
import { SqlFault } from './sql-fault.ts';

/** Bytes of a text that is looked at. */
const LONGEST = 8192;

/**
 * The first 50 users of the tree that the text is read as, and how many there are, in a transaction that writes nothing
 * and ends after 2 seconds. The text itself never reaches the database: 400 with `position` and `near` where it is not
 * one plain SELECT of users.
 */
export async function testSql(
  context: Context,
  { sql: text, program_id }: { sql: string; program_id: number },
): Promise<{ users: RuleTestUser[]; count: number }> {
  if (Buffer.byteLength(text) > LONGEST) refuseField('sql', `must be at most ${LONGEST} bytes`);
  const tree = await read(text);
  return testTree(context, tree, program_id, 'sql');
}

async function read(text: string): Promise<Tree> {
  // PostgreSQL's grammar is WebAssembly: it costs memory that a server needs only where somebody tries a SELECT.
  const { parseConditions } = await import('./parse-sql.ts');
  try {
    return await parseConditions(text);
  } catch (error) {
    if (!(error instanceof SqlFault)) throw error;
    const { message, position, near } = error;
    const errors = [{ path: 'sql', message }];
    return refuse(400, `${message} (at ${position}${near && `, near ${near}`})`, { errors, position, near });
  }
}
