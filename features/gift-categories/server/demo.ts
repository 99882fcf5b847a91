import { sql } from 'kysely';
import type { Trx } from '../../../server/db/client.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { MAIN_PROGRAM } from '../../programs/server/demo.ts';

export const demo: readonly DemoStep[] = [{ order: 50, make: ({ tx }) => demoCategories(tx.db) }];

async function demoCategories(trx: Trx): Promise<void> {
  const top = ['Books', 'Music', 'Crafts', 'Travel', 'Science', 'Kitchen'];
  const below = [
    ['Novels', 1],
    ['Atlases', 1],
    ['Instruments', 2],
    ['Painting', 3],
    ['Pottery', 3],
    ['Weekends', 4],
  ] as const;
  const rows = [
    ...top.map((name, index) => ({
      id: index + 1,
      name,
      parent_id: null,
      program_id: index < 3 ? MAIN_PROGRAM : null,
    })),
    ...below.map(([name, parent_id], index) => ({
      id: index + 7,
      name,
      parent_id,
      program_id: MAIN_PROGRAM,
    })),
  ];
  await insertAll(trx, 'gift_categories', rows);
  await skipIds(trx, 'gift_categories', rows.length);
  await sql`
    insert into gift_category_programs (category_id, program_id, featured, sort_order)
    select c.id, p.id, c.id = 1, c.id from gift_categories c
    join programs p on p.id = c.program_id or c.program_id is null`.execute(trx);
  const names = [
    ['de', 'Bücher', 'Musik', 'Handwerk'],
    ['fr', 'Livres', 'Musique', 'Artisanat'],
    ['ar', 'كتب', 'موسيقى', 'حرف'],
  ];
  const translations = names.flatMap(([language_slug = '', ...translated]) =>
    translated.map((name, index) => ({ category_id: index + 1, language_slug, name })),
  );
  await insertAll(trx, 'gift_category_translations', translations);
  // The third was called otherwise when it was put into Arabic and French.
  await sql`
    update gift_category_translations t set made_from = jsonb_build_object('name', english_hash(
      case when c.id = 3 and t.language_slug <> 'de' then 'Handicrafts' else c.name end))
    from gift_categories c where c.id = t.category_id`.execute(trx);
}
