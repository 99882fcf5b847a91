import { sql } from 'kysely';
import type { SiteCall } from '../../../server/sites/site-context.ts';
import { rowsOfSiteList, type SiteRow } from '../../../server/sites/site-lists.ts';
import { localesOf, type SiteLocales, textIn } from '../../../server/sites/site-texts.ts';
import { toldStatus } from '../../classes/server/enrolments.ts';
import type { SiteChargeRecord, SiteEnrolment } from '../contract.ts';
import { type RecordsQuery, refuseStranger } from './record-owner.ts';

/** Returns where a user of the site is enrolled, blocked and cancelled places as well. 404 for anybody else. */
export async function enrolmentsOf(context: SiteCall, { id, locale, ...stretch }: RecordsQuery) {
  await refuseStranger(context, id);
  const locales = localesOf(context, locale);
  const { rows, next } = await rowsOfSiteList<SiteEnrolment & SiteRow>(
    context.db,
    {
      name: 'enrolments',
      from: sql`(class_users e join classes c on c.id = e.class_id ${translations(locales)})`,
      id: sql`e.id`,
      columns: sql`e.id, e.class_id, ${className(locales)} as class_name, e.dateadded as enrolled_at, ${toldStatus} as enrol_status,
        e.charge_id, (select coalesce(json_agg(json_build_object('id', s.id, 'reference', case when s.site_program_id = ${context.site.program_id}::integer then s.external_id end,
            'start_at', iso_moment(s.start_at), 'end_at', iso_moment(s.end_at), 'cancelled', s.cancelled = 1)
            order by s.start_at, s.id), '[]')
          from class_sessions s where s.class_id = e.class_id) as sessions`,
    },
    { matching: [sql<boolean>`e.user_id = ${id}`], ...stretch },
  );
  return { enrolments: rows, next, locale: locales.locale };
}

/** Returns what a user has bought on this site, amounts in minor units. 404 for anybody who is no user of the site. */
export async function chargesOf(context: SiteCall, { id, locale, ...stretch }: RecordsQuery) {
  await refuseStranger(context, id);
  const locales = localesOf(context, locale);
  const { rows, next } = await rowsOfSiteList<SiteChargeRecord & SiteRow>(
    context.db,
    {
      name: 'charges',
      from: sql`(charges h left join classes c on c.id = h.class_id ${translations(locales)})`,
      id: sql`h.id`,
      columns: sql`h.id, h.created_at as occurred_at, replace(h.charge_type, '_payment', '') as type, h.class_id, h.event_id,
        h.subscription, coalesce(${className(locales)}, h.description) as name, h.amount, h.refunded, h.currency,
        (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount,
            'state', case when r.state in ('succeeded', 'failed') then r.state else 'pending' end,
            'created_at', iso_moment(r.created_at), 'settled_at', iso_moment(coalesce(r.succeeded_at, r.failed_at)))
            order by r.id), '[]')
          from refunds r where r.charge_id = h.id) as refunds`,
    },
    { matching: [sql<boolean>`h.student_id = ${id}`], ...stretch },
  );
  return { charges: rows, next, locale: locales.locale };
}

function translations({ locale, fallback }: SiteLocales) {
  return sql`left join class_translations t on t.class_id = c.id and t.language_slug = ${locale}
      left join class_translations d on d.class_id = c.id and d.language_slug = ${fallback}`;
}

function className(locales: SiteLocales) {
  return textIn(locales, 'c.class_name', 't.class_name', 'd.class_name');
}
