import { sql } from 'kysely';
import type { Locale } from '../../../../core/locales.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import {
  rowsOfSiteList,
  type SiteList,
  type SiteListQuery,
  type SiteRow,
} from '../../../../server/sites/site-lists.ts';
import { localesOf } from '../../../../server/sites/site-texts.ts';
import type { SiteCategory } from '../contract.ts';

/** Categories assigned to the program, on and not deleted; one whose parent is missing is a row of its own, as for staff. A 400 for a broken cursor. */
export async function siteCategories(
  context: SiteCall,
  { locale, ...stretch }: SiteListQuery & { locale?: Locale | undefined },
) {
  const list = listIn(context.site.program_id);
  const { rows, next } = await rowsOfSiteList<SiteRow & SiteCategory>(context.db, list, {
    matching: [
      sql<boolean>`c.status = 1 and c.del_flag = 0`,
      sql<boolean>`not exists (select from site_categories t join site_category_programs p on p.category_id = t.id
        where t.id = c.parent_id and t.status = 1 and t.del_flag = 0)`,
    ],
    ...stretch,
  });
  return { categories: rows, next, locale: localesOf(context, locale).locale };
}

function listIn(program: number): SiteList {
  return {
    name: 'categories',
    from: sql`(site_category_programs o join site_categories c on c.id = o.category_id and o.program_id = ${program})`,
    id: sql`c.id`,
    place: sql`o.display_order`,
    columns: sql`c.id, c.category_name as name, o.display_order,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.category_name, 'display_order', so.display_order)
          order by nullif(so.display_order, 0) nulls last, s.id), '[]')
        from site_category_programs so join site_categories s on s.id = so.category_id and so.program_id = ${program}
        where s.parent_id = c.id and s.status = 1 and s.del_flag = 0) as sub_categories`,
  };
}
