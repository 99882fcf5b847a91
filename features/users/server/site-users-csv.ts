import { type RawBuilder, sql } from 'kysely';
import { exportOf, number, text } from '../../exports/server/kinds.ts';
import { USER_TYPE_NAMES, USER_TYPES } from '../rules.ts';
import { type SiteUserFilter, usersMatching } from './site-users.ts';

export const siteUsersCsv = exportOf<SiteUserFilter>({
  name: 'site-users',
  saved_as: 'users',
  access: { area: 'users' },
  columns: [
    ['ID', number(sql`u.id`)],
    ['First name', text(sql`u.first_name`)],
    ['Last name', text(sql`u.last_name`)],
    ['Email', text(sql`u.email`)],
    ['Type', typeName()],
    ['Deleted', said(sql`u.del_status = 1`, 'Yes', 'No')],
    ['Status', said(sql`u.status <> 0`, 'Active', 'Inactive')],
    ['Approved', said(sql`u.approved = 1`, 'Yes', 'No')],
    ['Viewable', said(sql`u.viewable = 1`, 'Yes', 'No')],
    ['Membership', said(sql`u.membership = 1`, 'Yes', 'No')],
    ['Program', text(sql`p.program_display_name`)],
    ['Address', text(sql`u.site_address`)],
    ['Timezone', text(sql`z.name`)],
  ],
  rows: (actor, filter) => ({
    from: sql`site_users u left join programs p on p.id = u.program_id join timezones z on z.id = u.timezone`,
    where: sql.join([...usersMatching({ actor }, filter)], sql` and `),
    order: sql`u.id`,
  }),
});

function typeName() {
  const cases = USER_TYPES.map((type) => sql`when ${sql.lit(type)} then ${sql.lit(USER_TYPE_NAMES[type])}`);
  return sql`case u.user_type ${sql.join(cases, sql` `)} end`;
}

function said(condition: RawBuilder<unknown>, yes: string, no: string) {
  return sql`case when ${condition} then ${sql.lit(yes)} else ${sql.lit(no)} end`;
}
