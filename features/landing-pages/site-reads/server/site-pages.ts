import { sql } from 'kysely';
import { notFoundAt } from '../../../../core/errors.ts';
import { directionOf, type Locale } from '../../../../core/locales.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import {
  rowOfSiteList,
  rowsOfSiteList,
  type SiteList,
  type SiteListQuery,
  type SiteRow,
} from '../../../../server/sites/site-lists.ts';
import { localesOf, type SiteLocales, textIn } from '../../../../server/sites/site-texts.ts';
import { siteAddress } from '../../../programs/server/site-address.ts';
import { shownProgram } from '../../../programs/site-reads/server/site-program.ts';
import { renderTemplate } from '../../server/page-templates.ts';
import type { SitePage } from '../contract.ts';

/** The program's own that are switched on, by id. A 400 for a broken cursor. */
export async function sitePages(
  context: SiteCall,
  { locale, ...stretch }: SiteListQuery & { locale?: Locale | undefined },
) {
  const locales = localesOf(context, locale);
  const matching = shownIn(context);
  const { rows, next } = await rowsOfSiteList<Row>(context.db, listIn(locales), { matching, ...stretch });
  return { pages: rows.map(toAnswer), next, locale: locales.locale };
}

/** A page of the program by its path, rendered as staff's preview is; throws a 404 for a path that has none. */
export async function sitePage(
  context: SiteCall,
  { path, locale: asked }: { path: string; locale?: Locale | undefined },
) {
  const locales = localesOf(context, asked);
  const { locale } = locales;
  const row = await rowOfSiteList<Row>(context.db, listIn(locales), [
    ...shownIn(context),
    sql<boolean>`l.path = ${path.startsWith('/') ? path : `/${path}`}`,
  ]);
  if (!row) notFoundAt('path');
  const { template } = row;
  const { program_tag, program_display_name, texts } = await shownProgram(context, locales);
  const html = renderTemplate(template, {
    language: locale,
    direction: directionOf(locale),
    ...toAnswer(row),
    ...texts,
    program_name: program_display_name,
    site_url: siteAddress(context.platform, program_tag),
  });
  return { page: { ...toAnswer(row), html }, locale };
}

type Row = SiteRow & SitePage & { name: string; template: string };

function shownIn({ site }: SiteCall) {
  return [sql<boolean>`l.program_id = ${site.program_id}`, sql<boolean>`l.active = 1`] as const;
}

function listIn(locales: SiteLocales): SiteList {
  const { locale, fallback } = locales;
  const text = (field: string) => textIn(locales, `l.${field}`, `t.${field}`, `d.${field}`);
  return {
    name: 'pages',
    from: sql`(landing_pages l
      left join landing_page_translations t on t.page_id = l.id and t.language_slug = ${locale}
      left join landing_page_translations d on d.page_id = l.id and d.language_slug = ${fallback})`,
    id: sql`l.id`,
    columns: sql`l.path, l.name, l.template, ${text('title')} as title, ${text('keywords')} as keywords,
      ${text('description')} as description`,
  };
}

/** A page without a title is called by its name, as in staff's preview. */
function toAnswer({ path, name, title, keywords, description }: Row): SitePage {
  return { path, title: title || name, keywords, description };
}
