import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { daysBefore } from '../../../../server/db/demo/random.ts';
import { recordAttendance } from '../attendances.ts';
import { ADAS_BUNDLE, ADAS_CLASSES } from '../demo.ts';
import { enrolBuyers } from '../enrolments.ts';
import { recordSession } from '../sessions.ts';

export const demo: readonly DemoStep[] = [{ order: 40, make: ({ tx, today }) => demoClassLife(tx, today) }];

/** Classes with something unusual, as test cases for the list. */
const ODD_CLASSES = { everywhere: 8, homeAlone: 9, bundleOfBundles: 1882, emptyBundle: 1883 };

async function demoClassLife(tx: TransactionContext, today: Date): Promise<void> {
  await linkSome(tx);
  await enrolBuyers(tx.db, 'every');
  await cancelSome(tx);
  await holdSessions(tx, today);
  await commentOnSome(tx);
}

async function linkSome({ db }: TransactionContext): Promise<void> {
  const { everywhere, homeAlone } = ODD_CLASSES;
  await sql`
    insert into class_programs (class_id, program_id, active, discount_percentage, featured, display_order)
    select c.id, p.id, (c.id % 7 <> 0)::int, c.id % 5 * 5, c.id % 3 = 0, c.id % 40
    from classes c join programs p on p.id <> c.program_id
    where c.id = ${everywhere} or c.id <> ${homeAlone} and (c.id * 31 + p.id * 17) % 29 = 0
    on conflict do nothing`.execute(db);
  await sql`update class_programs set featured = true, display_order = class_id % 12 where class_id % 17 = 0`.execute(
    db,
  );
  await sql`update class_programs l set active = 0 from classes c
    where c.id = l.class_id and c.program_id = l.program_id and c.id % 53 = 0 and c.id > 20`.execute(db);
  await sql`
    insert into class_program_tags (class_id, program_id, tag_id)
    select l.class_id, l.program_id, t.id from class_programs l join program_tags t on t.program_id = l.program_id
    where t.active = 1 and (l.class_id * 7 + t.id) % 9 = 0`.execute(db);
  await sql`insert into bundle_classes (bundle_id, class_id, position)
    select ${ODD_CLASSES.bundleOfBundles}, b.id, 100 + b.id from classes b join classes outer_one
      on outer_one.id = ${ODD_CLASSES.bundleOfBundles} and b.program_id = outer_one.program_id
    where b.is_bundle and b.id > ${ODD_CLASSES.emptyBundle} order by b.id limit 2`.execute(db);
  await sql`delete from bundle_classes where bundle_id = ${ODD_CLASSES.emptyBundle}`.execute(db);
}

/** Cancels refunded enrolments; blocks some users and lets some leave. */
async function cancelSome({ db }: TransactionContext): Promise<void> {
  await sql`
    update class_users e set enrol_status = 1, cancel_after_refund = 1
    from charges c where c.id = e.charge_id and c.refunded = c.amount and c.refunded > 0`.execute(db);
  await sql`
    update class_users set enrol_status = case when id % 97 = 0 then 5 when id % 131 = 0 then 3 else 1 end
    where enrol_status = 0 and (id % 97 = 0 or id % 131 = 0 or id % 151 = 0)`.execute(db);
}

/** Every fifth class meets: three times that are over, twice to come, some called off. Two thirds attended, a third of those by a recording. */
async function holdSessions(tx: TransactionContext, today: Date): Promise<void> {
  const { db } = tx;
  const [class_id = 0] = ADAS_CLASSES;
  await sql`
    insert into class_sessions (class_id, start_at, end_at, cancelled)
    select c.id, at, at + interval '90 minutes', (c.id % 4 = 0 and week = 2)::int
    from classes c cross join generate_series(-3, 2) as week
      cross join lateral (select ${today.toISOString()}::timestamptz + week * interval '7 days'
        + (c.id % 7) * interval '1 day' + (8 + c.id % 12) * interval '1 hour' as at) moment
    where not c.is_bundle and c.id % 5 = 0 and week <> 0`.execute(db);
  await sql`
    insert into attendances (session_id, user_id, type, attended_at)
    select s.id, e.user_id, case when (e.user_id + s.id) % 3 = 0 then 'recording' else 'live' end, s.start_at
    from class_sessions s join class_users e on e.class_id = s.class_id
    where s.start_at < ${today.toISOString()} and s.cancelled = 0 and e.enrol_status = 0
      and (e.user_id * 7 + s.id) % 6 < 4`.execute(db);
  // Ada's first class meets tomorrow, as her calendar tells the site.
  const starts = [-7, 1, 8];
  for (const [index, days] of starts.entries()) {
    const session_id = await recordSession(tx, {
      class_id,
      external_id: `ada-${index + 1}`,
      start_at: daysBefore(today, -days - 0.6),
      end_at: daysBefore(today, -days - 0.7),
    });
    const { rows } = await sql<{ user_id: number }>`
      select user_id from class_users where class_id = ${class_id} and enrol_status = 0 limit 2`.execute(db);
    if (days < 0)
      for (const { user_id } of rows) await recordAttendance(tx, { session_id, user_id, type: 'live' });
  }
}

async function commentOnSome({ db }: TransactionContext): Promise<void> {
  const said = [
    'Clear and well paced; I finished it in a weekend.',
    'Could the third session be recorded again? The sound is very low.',
    'Merci beaucoup, c’était formidable !',
    'とても分かりやすかったです。',
    'شكراً، كان الدرس رائعاً',
    `${'I would like to hear more about this. '.repeat(12)}Thank you!`,
  ];
  await sql`
    insert into class_comments (class_id, user_id, message, created_at)
    select e.class_id, e.user_id, (${said}::text[])[1 + e.id % ${said.length}::int], e.dateadded + interval '20 days'
    from class_users e
    where e.class_id in (select class_id from class_users group by 1 order by count(*) desc, class_id limit 49)
      and e.id % 3 = 0
    union all
    select ${ADAS_CLASSES[0] ?? 1}::int, user_id, (${said}::text[])[1], now() from
      (select user_id from class_users where class_id = ${ADAS_CLASSES[0] ?? 1}::int order by id limit 1) first_one
    union all
    select ${ADAS_BUNDLE}::int, null, (${said}::text[])[2], now()`.execute(db);
}
