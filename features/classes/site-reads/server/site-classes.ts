import { type Expression, type SqlBool, sql } from 'kysely';
import { notFoundAt } from '../../../../core/errors.ts';
import type { Locale } from '../../../../core/locales.ts';
import { matchesWords } from '../../../../server/nouns/list-query.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import {
  rowOfSiteList,
  rowsOfSiteList,
  type SiteList,
  type SiteListQuery,
  type SiteRow,
} from '../../../../server/sites/site-lists.ts';
import { localesOf, type SiteLocales, textIn } from '../../../../server/sites/site-texts.ts';
import { type StoredImage, siteImageOf } from '../../../uploads/server/site-images.ts';

import { visibleIn } from '../../server/classes.ts';
import type { SiteClass } from '../contract.ts';
import { priceOf } from '../rules.ts';

type Filter = SiteListQuery & {
  locale?: Locale | undefined;
  type: 'class' | 'bundle' | '';
  category_id?: number | undefined;
  q: string;
};

/** Classes that the filter `visible` of staff's list finds in the program, in its order. A 400 for a broken cursor. */
export async function siteClasses(context: SiteCall, { locale, type, category_id, q, ...stretch }: Filter) {
  const locales = localesOf(context, locale);
  const { rows, next } = await rowsOfSiteList<SiteClassRow>(context.db, listIn(context, locales), {
    matching: [
      visibleIn(context.site.program_id),
      type === '' ? sql<boolean>`true` : sql<boolean>`c.is_bundle = ${type === 'bundle'}`,
      category_id === undefined ? sql<boolean>`true` : within(category_id),
      matchesWords(sql`lower(concat_ws(' ', c.class_name, t.class_name, d.class_name))`, q),
    ],
    ...stretch,
  });
  return { classes: rows.map((row) => toAnswer(context, row)), next, locale: locales.locale };
}

/** A class that the program shows; throws a 404 for any other. */
export async function siteClass(
  context: SiteCall,
  { id, locale }: { id: number; locale?: Locale | undefined },
) {
  const locales = localesOf(context, locale);
  const row = await rowOfSiteList<SiteClassRow>(context.db, listIn(context, locales), [
    visibleIn(context.site.program_id),
    sql<boolean>`c.id = ${id}`,
  ]);
  return row ? { class: toAnswer(context, row), locale: locales.locale } : notFoundAt('id');
}

/** A category that the program does not show holds nothing: its number tells nothing of another program's classes. */
function within(category: number): Expression<SqlBool> {
  return sql<SqlBool>`(${category} in (c.category, c.sub_category) and exists (
    select from site_categories s where s.id = ${category} and s.status = 1 and s.del_flag = 0
      and exists (select from site_category_programs o where o.category_id = s.id)))`;
}

type SiteClassRow = SiteRow &
  Omit<SiteClass, 'price' | 'image' | 'classes'> & {
    discount_percentage: number;
    image: StoredImage | null;
    classes: { id: number; name: string }[];
  };

function listIn({ site }: SiteCall, locales: SiteLocales): SiteList {
  const { locale, fallback } = locales;
  const text = (field: string) => textIn(locales, `c.${field}`, `t.${field}`, `d.${field}`);
  return {
    name: 'classes',
    from: sql`(class_programs l join classes c on c.id = l.class_id and l.program_id = ${site.program_id}
      left join class_translations t on t.class_id = c.id and t.language_slug = ${locale}
      left join class_translations d on d.class_id = c.id and d.language_slug = ${fallback})`,
    id: sql`c.id`,
    featured: sql`l.featured`,
    place: sql`l.display_order`,
    columns: sql`c.id, ${text('class_name')} as name, ${text('description')} as description,
      ${text('additional_info')} as additional_info, case when c.is_bundle then 'bundle' else 'class' end as type,
      c.class_price as full_price, l.discount_percentage, c.currency, l.active = 1 as for_sale, l.featured, l.display_order,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.id), '[]')
        from class_program_tags ct join program_tags g on g.id = ct.tag_id
        where ct.class_id = c.id and ct.program_id = l.program_id and g.active = 1) as tags,
      (select json_build_object('id', s.id, 'name', s.category_name) from site_categories s
        where s.id = c.category and s.status = 1 and s.del_flag = 0
          and exists (select from site_category_programs o where o.category_id = s.id)) as category,
      (select json_build_object('id', s.id, 'name', s.category_name) from site_categories s
        where s.id = c.sub_category and s.status = 1 and s.del_flag = 0
          and exists (select from site_category_programs o where o.category_id = s.id)) as sub_category,
      case when i.name is not null then json_build_object('id', c.instructor_id, 'name', i.name) end as instructor,
      (select json_build_object('path', u.path, 'width', u.width) from uploads u
        where u.id = c.class_image_id) as image,
      ${bundled(site.program_id, locales)} as classes`,
    joins: sql`cross join lateral (select taught_here(c.id) as name) i`,
  };
}

/** The classes in the bundle of a row; they have the names of the list's own tables, which the rule of visibility is said of. */
function bundled(program: number, locales: SiteLocales) {
  const { locale, fallback } = locales;
  return sql`(select coalesce(json_agg(json_build_object('id', c.id,
        'name', ${textIn(locales, 'c.class_name', 't.class_name', 'd.class_name')}) order by b.position, c.id), '[]')
      from bundle_classes b join classes c on c.id = b.class_id
        join class_programs l on l.class_id = c.id and l.program_id = ${program}
        left join class_translations t on t.class_id = c.id and t.language_slug = ${locale}
        left join class_translations d on d.class_id = c.id and d.language_slug = ${fallback}
      where b.bundle_id = page.found and ${visibleIn(program)})`;
}

function toAnswer(
  { platform }: SiteCall,
  { discount_percentage, image, classes, ...row }: SiteClassRow,
): SiteClass {
  return {
    ...row,
    price: priceOf(row.full_price, discount_percentage),
    image: siteImageOf(platform, image),
    ...(row.type === 'bundle' && { classes }),
  };
}
