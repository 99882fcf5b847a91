import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { ADA, INSTRUCTORS, ORGANISATIONS } from '../demo.ts';
import { saveUserPrograms } from '../user-programs.ts';
import { demoPhotos } from './photos.ts';

export const demo: readonly DemoStep[] = [{ order: 70, make: ({ tx }) => demoBelongings(tx) }];

const PHOTOS = 48;

/** Requires the demo's programs, site categories and classes. */
async function demoBelongings(tx: TransactionContext): Promise<void> {
  const { db } = tx;
  const shown = Array.from({ length: PHOTOS - 1 }, (_, index) =>
    index < 30 ? 5 + index : INSTRUCTORS + 1 + index,
  );
  await demoPhotos(tx, [ADA, ...shown]);
  // As many have one as a program's own and the site's categories allow; every other with one below it.
  await sql`
    insert into site_user_categories (user_id, category_id, sub_category_id)
    select u.id, c.id, case when u.id % 2 = 0 then below.ids[1 + u.id % cardinality(below.ids)] end
    from site_users u cross join generate_series(0, 1) n
      join site_categories c on c.id = 1 + (u.id * 5 + n * 3) % 8 and (c.program_id is null or c.program_id = u.program_id)
      cross join lateral (
        select array_agg(b.id order by b.id) as ids from site_categories b where b.parent_id = c.id and b.del_flag = 0) below
    where u.id % 3 = 0 or u.id = ${ADA}`.execute(db);
  await sql`
    insert into site_user_sites (user_id, program_id)
    select u.id, p.id from site_users u join programs p on p.id <> u.program_id
    where u.id = ${ADA} and p.id in (1, 6) or u.id % 97 = 0 and p.id = 1 + u.id % 6`.execute(db);
  const selling: [number, number[]][] = [
    [ADA + 9, [1, 6]],
    [ADA + 19, [3]],
    [ORGANISATIONS.first, [1, 2, 3]],
  ];
  for (const [id, programs] of selling) await saveUserPrograms(tx, { id, programs });
}
