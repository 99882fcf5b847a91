import { sql } from 'kysely';
import { exportOf, moment, number, text } from '../../../exports/server/kinds.ts';
import { namedTo } from '../../server/class-users.ts';

/** The status as the list shows it (`stateOf`). */
const STATUS = sql`case when e.cancel_after_refund = 1 or e.enrol_status in (1, 3) then 'Canceled'
  when e.enrol_status = 5 then 'Blocked' else 'Active' end`;

/** Everybody who was ever enrolled: a bound admin reads all of a class at home, and the own people of one that is only sold there. */
export const classUsers = exportOf<{ id: number }>({
  name: 'class-users',
  saved_as: 'class-users',
  access: { area: 'catalogue' },
  columns: [
    ['ID', number(sql`e.user_id`)],
    ['First name', text(sql`u.first_name`)],
    ['Last name', text(sql`u.last_name`)],
    ['Email', text(sql`u.email`)],
    ['Added', moment(sql`e.dateadded`)],
    ['Status', text(STATUS)],
  ],
  rows: (actor, { id }) => ({
    from: sql`class_users e join (${namedTo(actor, id)}) u on u.id = e.user_id`,
    where: sql`e.class_id = ${id}`,
    order: sql`e.id`,
  }),
});
