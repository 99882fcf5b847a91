import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import type { Context, TransactionContext } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { newCode } from '../../events/draws/server/tickets.ts';

/** Returns twelve characters of Crockford's base 32 that no token has. */
export async function freeCode(context: Context): Promise<string> {
  const [code] = await freeCodes(context, 1);
  return must(code, 'generated code');
}

/** Returns `quantity` codes that no token has, each another one; `generate` makes one. */
export async function freeCodes(
  context: Context,
  quantity: number,
  generate: () => string = newCode,
): Promise<string[]> {
  const free = new Set<string>();
  while (free.size < quantity) {
    const generated = Array.from({ length: quantity - free.size }, () => generate());
    const taken = await takenAmong(context, generated);
    for (const code of generated) if (!taken.has(code)) free.add(code);
  }
  return [...free];
}

/** Lets one transaction at a time give codes, or two could each find the same one free. */
export function lockCodes({ db }: TransactionContext): Promise<void> {
  return lock(db, 'codes of tokens');
}

/** Throws a 400 where another token than `id` has the code; holds {@link lockCodes}. */
export async function refuseTaken(tx: TransactionContext, code: string, id = 0): Promise<void> {
  await lockCodes(tx);
  const holder = await tx.db
    .selectFrom('lilt_tokens')
    .select('id')
    .where(sql<boolean>`lower(code) = lower(${code.normalize('NFC')})`)
    .executeTakeFirst();
  if (holder && holder.id !== id) refuseField('token_data.code', 'Another token has this code');
}

/** Generated codes are of upper case; those of tokens may be of any. */
async function takenAmong({ db }: Context, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const lowered = codes.map((code) => code.toLowerCase());
  const rows = await db
    .selectFrom('lilt_tokens')
    .select('code')
    .where(sql<boolean>`lower(code) = any (${lowered}::text[])`)
    .execute();
  return new Set(rows.map(({ code }) => code.toUpperCase()));
}
