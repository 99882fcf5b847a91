/** A live row of every noun that can be archived. */
import type { ArchivedNoun } from '../../features/nouns.ts';
import type { Db } from '../../server/db/client.ts';
import { makeProduct } from '../factories.ts';
import { inDays, makeEvent } from './events.ts';
import { makeRule } from './rules.ts';

export const MAKE_ARCHIVED: Record<
  ArchivedNoun,
  (db: Db, program_id: number | null, name?: string) => Promise<{ id: number }>
> = {
  banner: (db, program_id, title = 'A banner') =>
    db.insertInto('banners').values({ program_id, title }).returning('id').executeTakeFirstOrThrow(),
  email_rule: async (db, program_id, name = 'A rule') => ({
    id: await makeRule(db, { program_id, name }),
  }),
  event: async (db, program_id, name = 'An event') => {
    const { id } = await makeEvent(db, { program_id, name, end_at: inDays(5) });
    await shownBy(db, 'event_programs', { event_id: id, program_id });
    return { id };
  },
  gift_product: async (db, program_id, name = 'A product') => {
    const { id } = await makeProduct(db, { program_id, name });
    await shownBy(db, 'gift_product_programs', { product_id: id, program_id });
    return { id };
  },
  landing_page: (db, program_id, name = 'A page') =>
    db
      .insertInto('landing_pages')
      .values({ program_id, name, title: name, path: `/${crypto.randomUUID()}`, template: 'classic.html' })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

async function shownBy(
  db: Db,
  table: 'event_programs' | 'gift_product_programs',
  { program_id, ...row }: { program_id: number | null; event_id?: number; product_id?: number },
): Promise<void> {
  if (program_id === null) return;
  const into = db.insertInto(table as 'event_programs').values({ ...row, program_id } as never);
  await into.onConflict((conflict) => conflict.doNothing()).execute();
}
