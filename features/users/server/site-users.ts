import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { must } from '../../../core/must.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import {
  type Conditions,
  conditionsOf,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../server/nouns/list-query.ts';
import type { SITE_USER_FILTERS, SITE_USER_SORTS } from '../contract.ts';
import { levelOf } from '../rules.ts';
import {
  DETAIL_FIELDS,
  type Instructor,
  LISTED_USER_FIELDS,
  type SiteUser,
  type SiteUserRow,
} from '../user-schemas.ts';
import { clockIn } from './timezones.ts';
import { categoriesOf } from './user-categories.ts';

export type SiteUserFilter = FilterQuery<typeof SITE_USER_FILTERS>;

type Sort = (typeof SITE_USER_SORTS)[number];
type SiteUserPage = PageQuery<typeof SITE_USER_FILTERS, typeof SITE_USER_SORTS>;

/** Sorts by id by default, deleted users included; a bound admin sees those of its own program. */
export async function pageOfSiteUsers(context: Context, filter: SiteUserPage) {
  const { page, page_of, sort_by = 'id', sort_dest } = filter;
  const matching = usersMatching(context, filter);
  const { rows: users, ...counted } = await pageOf<SiteUserRow, Sort>(context.db, listBy(sort_by), {
    matching,
    page,
    page_of,
    sort_by,
    sort_dest,
  });
  const { rows: gone } = await sql<{ deleted: number }>`select count(*) as deleted from site_users u
    where ${sql.join([...matching, sql`u.del_status = 1`], sql` and `)}`.execute(context.db);
  return { users, ...counted, deleted: must(gone[0], 'count').deleted };
}

export function usersMatching({ actor }: Pick<Context, 'actor'>, filter: SiteUserFilter): Conditions {
  return conditionsOf<typeof SITE_USER_FILTERS>({
    program_id: visibleIn(actor, 'u.program_id', filter.program_id),
    name: matchesWordsOrId('u.search', 'u.id', filter.name),
  });
}

/** Returns all fields but the password; throws a 404 for an invisible user. */
export async function readSiteUser(context: Context, id: number): Promise<SiteUser> {
  const { actor, db } = context;
  const matching: Conditions = [visibleTo(actor, 'u.program_id'), sql<boolean>`u.id = ${id}`];
  const [row] = await rowsOf<StoredDetails>(db, DETAILS, matching);
  if (!row) notFound();
  const { timezone_name, ...user } = row;
  const { daily_quiz_next_time: next, lilt_balance, lilt_total } = user;
  return {
    ...user,
    lilt_balance: lilt_balance / COIN,
    lilt_total: lilt_total / COIN,
    level: levelOf(lilt_total / COIN),
    daily_quiz_next_time_row: next === null ? null : clockIn(timezone_name, next),
    categories: await categoriesOf(context, id),
  };
}

/** Throws a 404 for an invisible user, and for one who neither teaches nor has a share of a sale. */
export async function readInstructor({ actor, db }: Context, id: number): Promise<Instructor> {
  const [found] = await rowsOf<Instructor>(db, INSTRUCTOR, [
    visibleTo(actor, 'u.program_id'),
    sql<boolean>`(u.user_type <> 'S' or exists (select from charge_lines l where l.user_id = u.id))`,
    sql<boolean>`u.id = ${id}`,
  ]);
  return found ?? notFound();
}

type StoredDetails = Omit<SiteUser, 'level' | 'daily_quiz_next_time_row' | 'categories'> & {
  timezone_name: string;
};

/** The ledger counts in hundredths. */
const COIN = 100;

const COLUMNS = sql`u.id, u.dateadded, ${fieldColumns('u', LISTED_USER_FIELDS)}, u.email, u.del_status,
  u.membership, u.program_id as site_program, u.timezone, u.bounced_at, u.updated_at,
  z.name as timezone_name`;

const PHOTO = imageOf('i');

/** Joins tables that only one order needs, to keep them out of the count. */
function listBy(sort_by: Sort): List<Sort> {
  return { ...LIST, from: SORTED_FROM[sort_by] ?? LIST.from };
}

const SORTED_FROM: { [Name in Sort]?: List<Sort>['from'] } = {
  program: sql`(site_users u left join programs sp on sp.id = u.program_id)`,
  timezone: sql`(site_users u join timezones sz on sz.id = u.timezone)`,
};

const LIST: List<Sort> = {
  from: sql`site_users u`,
  id: sql`u.id`,
  columns: sql`${COLUMNS}, p.program_display_name as program, ${PHOTO} as instructor_image`,
  joins: sql`left join programs p on p.id = u.program_id join timezones z on z.id = u.timezone
    left join uploads i on i.id = u.photo_id`,
  orders: {
    id: sql`u.id`,
    name: sql`u.name_search`,
    first_name: sql`lower(u.first_name)`,
    last_name: sql`lower(u.last_name)`,
    email: sql`u.email_key`,
    user_type: sql`u.user_type`,
    del_status: sql`u.del_status`,
    status: sql`u.status`,
    approved: sql`u.approved`,
    viewable: sql`u.viewable`,
    membership: sql`u.membership`,
    program: sql`lower(sp.program_display_name)`,
    site_address: sql`lower(u.site_address)`,
    timezone: sql`sz.name`,
    dateadded: sql`u.dateadded`,
  },
  nullable: ['program'],
};

const INSTRUCTOR = {
  from: sql`site_users u`,
  columns: sql`u.id, u.first_name, u.last_name, u.email, u.user_type, u.del_status, u.status, u.approved, u.viewable,
    u.program_id as site_program, p.program_display_name as program`,
  joins: sql`left join programs p on p.id = u.program_id`,
};

const DETAILS = {
  from: sql`site_users u`,
  columns: sql`${COLUMNS}, ${fieldColumns('u', DETAIL_FIELDS)}, u.membership_at, u.lilt_balance, u.lilt_total,
    u.daily_quiz_next_time, u.mail_failures, ${PHOTO} as photo, ${imageOf('b')} as banner`,
  joins: sql`join timezones z on z.id = u.timezone left join uploads i on i.id = u.photo_id
    left join uploads b on b.id = u.banner_id`,
};

function imageOf(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('id')} is not null then json_build_object('id', ${column('id')},
    'original_name', ${column('original_file')}, 'path', ${column('path')}) end`;
}
