import { type RawBuilder, sql } from 'kysely';
import { mayAccess } from '../../../core/access.ts';
import { must } from '../../../core/must.ts';
import { type Context, visibleIn } from '../../../server/context.ts';
import { siteUsersContract } from '../../users/contract.ts';
import type { Dashboard } from '../contract.ts';
import { ACTIVE_MINUTES, CHANGE_DAYS, MOST_ACTIVE } from '../rules.ts';

/** Counts what the caller sees of a program, 0 for all, without deleted rows. Counts are for all staff, names for those who may see users. */
export async function readDashboard(context: Context, program_id = 0): Promise<Dashboard> {
  return {
    ...(await countPeople(context, program_id)),
    classes: await countClasses(context, program_id),
    ...(await activeUsers(context, program_id)),
    affiliate: await affiliateOf(context),
  };
}

/** The start of the recent period, of which today is the last day: the same days as {@link readLately} counts. */
export const LATELY = sql`date_trunc('day', now(), 'UTC') - make_interval(days => ${sql.lit(CHANGE_DAYS - 1)})`;

/** Counts each number separately by its narrowest index: one query would scan all users. */
async function countPeople({ db, actor }: Context, program_id: number) {
  const users = (condition: RawBuilder<unknown>) => sql`(select count(*) from site_users u
    where u.del_status = 0 and ${visibleIn(actor, 'u.program_id', program_id)} and ${condition})`;
  const { rows } = await sql<Record<`${'users' | 'instructors' | 'members'}${'' | '_new'}`, number>>`
    select ${users(sql`true`)} as users, ${users(sql`u.dateadded >= ${LATELY}`)} as users_new,
      ${users(sql`u.user_type = 'I'`)} as instructors,
      ${users(sql`u.user_type = 'I' and u.dateadded >= ${LATELY}`)} as instructors_new,
      ${users(sql`u.membership = 1`)} as members,
      ${users(sql`u.membership = 1 and u.membership_at >= ${LATELY}`)} as members_new`.execute(db);
  const found = must(rows[0], 'counts of people');
  return {
    users: { count: found.users, change: found.users_new },
    instructors: { count: found.instructors, change: found.instructors_new },
    members: { count: found.members, change: found.members_new },
  };
}

async function countClasses({ db, actor }: Context, program_id: number) {
  const { rows } = await sql<Dashboard['classes']>`
    select count(*) as count, count(*) filter (where c.dateadded >= ${LATELY}) as change
    from classes c where c.del_flag = 0 and not c.is_bundle and ${visibleIn(actor, 'c.program_id', program_id)}`.execute(
    db,
  );
  return must(rows[0], 'count of classes');
}

async function activeUsers(
  context: Context,
  program_id: number,
): Promise<Pick<Dashboard, 'active_users' | 'active_users_count'>> {
  const { db, actor } = context;
  const active = sql`seen_users s join site_users u on u.id = s.user_id
    where s.last_seen_at >= now() - make_interval(mins => ${sql.lit(ACTIVE_MINUTES)}) and u.del_status = 0
      and ${visibleIn(actor, 'u.program_id', program_id)}`;
  const counted = await sql<{ count: number }>`select count(*) as count from ${active}`.execute(db);
  const { count: active_users_count } = must(counted.rows[0], 'count of active users');
  if (!mayAccess(actor, siteUsersContract.siteUser['~orpc'].meta.access))
    return { active_users: [], active_users_count };
  const { rows } = await sql<{ id: number; full_name: string }>`
    select u.id, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.email) as full_name
    from ${active} order by s.last_seen_at desc, u.id limit ${MOST_ACTIVE}`.execute(db);
  return { active_users: rows, active_users_count };
}

async function affiliateOf({ db, actor }: Context): Promise<Dashboard['affiliate']> {
  const program = await db
    .selectFrom('programs')
    .select('affiliate')
    .where('id', '=', actor.program_id)
    .executeTakeFirst();
  return program ? (program.affiliate === 1 ? 1 : 0) : null;
}
