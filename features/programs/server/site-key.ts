/** The program whose site calls. Specification: Site programs. */
import { createHash } from 'node:crypto';
import { refuse } from '../../../core/errors.ts';
import type { Call, TransactionContext } from '../../../server/context.ts';

/** Returns the program of the key in `Authorization: Bearer`; throws a 401 without a valid one. */
export async function programBySiteKey({ db, headers }: Call & TransactionContext): Promise<number> {
  const key = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1];
  if (key === undefined) refuse(401, 'Send the key of the program’s site');
  const program = await db
    .selectFrom('programs')
    .select('id')
    .where('site_key_hash', '=', hashOf(key))
    .executeTakeFirst();
  return program?.id ?? refuse(401, 'This is not the key of a program’s site');
}

/** Returns the stored hash of a site key or login token. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
