import { sql } from 'kysely';
import type { Trx } from '../../../server/db/client.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { MAIN_PROGRAM } from '../../programs/server/demo.ts';

export const demo: readonly DemoStep[] = [{ order: 60, make: ({ tx }) => demoSiteCategories(tx.db) }];

/** Categories with their subcategories; the second half has no classes, some have no subcategories. */
const TREE: readonly (readonly [string, ...string[]])[] = [
  ['Arts and crafts', 'Painting', 'Pottery', 'Textiles', 'Woodwork'],
  ['Music', 'Strings', 'Piano', 'Voice'],
  ['Languages', 'English', 'Français', '日本語', 'Українська'],
  ['Science', 'Astronomy', 'Chemistry', 'Mathematics'],
  ['Cooking', 'Baking', 'Fermentation'],
  ['History'],
  ['Business and work', 'Bookkeeping', 'Marketing'],
  ['العلوم والفنون', 'الخط العربي'],
  ['Emptied: nothing is taught here any more'],
  ['Switched off'],
  [
    'Everything that did not fit into any of the other categories, kept here until somebody finds a better place for it, which nobody has done in the nine years since',
  ],
  ['Deleted'],
];
const [USED, OFF, DELETED] = [7, 10, 12];

async function demoSiteCategories(trx: Trx): Promise<void> {
  const top = TREE.map(([category_name], index) => ({
    id: index + 1,
    category_name,
    parent_id: null as number | null,
    program_id: index < 6 || index === 7 ? null : MAIN_PROGRAM,
    status: index + 1 === OFF ? 0 : 1,
    del_flag: index + 1 === DELETED ? 1 : 0,
  }));
  const below = TREE.flatMap(([, ...names], index) =>
    names.map((category_name) => ({ ...top[index], category_name, parent_id: index + 1 })),
  );
  const rows = [...top, ...below].map((row, index) => ({ ...row, id: index + 1 }));
  await insertAll(trx, 'site_categories', rows as Parameters<typeof insertAll<'site_categories'>>[2]);
  await skipIds(trx, 'site_categories', rows.length);
  await sql`
    insert into site_category_programs (category_id, program_id, display_order)
    select c.id, p.id, case when c.group_id < 9 then c.id else 0 end from site_categories c
    join programs p on p.id = c.program_id or c.program_id is null and p.id <= 6`.execute(trx);
  await sql`
    update classes c set category = s.category, sub_category = s.sub_category
    from (
      select k.id, g.id as category,
        case when k.id % 3 > 0 then below.ids[1 + k.id % cardinality(below.ids)] end as sub_category
      from classes k
      join site_categories g on g.id = 1 + k.id % ${USED} and (g.program_id is null or g.program_id = k.program_id)
      cross join lateral (
        select array_agg(b.id order by b.id) as ids from site_categories b where b.parent_id = g.id) below
      where k.id % 10 > 0) s
    where c.id = s.id`.execute(trx);
}
