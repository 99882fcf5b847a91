/** Keys of the example sites that a demo shows. Specification: Sites, the example site. */
import type { TransactionContext } from '../../../../server/context.ts';
import { deriveKey, hashOfSecret } from '../../../../server/keys.ts';
import type { Platform } from '../../../../server/platform.ts';
import { keepSiteKey } from './site-keys.ts';

/** Returns the key of a program's example site: it is worked out anew, and kept nowhere but as its hash. */
export function exampleSiteKeyOf({ exampleSiteKey }: Platform, program_id: number): string {
  return deriveKey(Buffer.from(exampleSiteKey), `program ${program_id}`).toString('base64url');
}

/** Returns whether a program has an example site: it holds the key that is worked out for that. */
export async function hasExampleSite(platform: Platform, program_id: number): Promise<boolean> {
  const key = await platform.database.everything
    .selectFrom('site_keys')
    .select('id')
    .where('key_hash', '=', hashOfSecret(exampleSiteKeyOf(platform, program_id)))
    .executeTakeFirst();
  return key !== undefined;
}

export async function makeExampleSiteKeys(tx: TransactionContext): Promise<void> {
  const programs = await tx.db.selectFrom('programs').select('id').orderBy('id').execute();
  for (const { id: program_id } of programs) {
    const site_key = exampleSiteKeyOf(tx.platform, program_id);
    await keepSiteKey(tx, { program_id, name: 'Example site', site_key });
  }
}
