/** The database of the bench: 1,000,000 users in 200 programs, 200,000 classes, 200,000 charges with 600,000 lines, made by SQL once. */
import pg from 'pg';

const PROGRAMS = 200;
const FORM = 'bench of 200 programs';

const programOf = (seed: string) =>
  `case when ${seed} % 20 = 0 then 1 else 2 + ${seed} % ${PROGRAMS - 1} end`;

/** Builds what is missing as the owner of the database; a finished one is left as it is. `scale` 1 is the whole size. */
export async function buildBenchDatabase(ownerUrl: string, scale: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select name from settings where name like 'bench%'",
    );
    if (rows[0]?.name === FORM) return;
    if (rows[0]) throw new Error('The database of the bench has an older form: remove .cache/bench');
    process.stdout.write('building the database of the bench, once\n');
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    for (const statement of statementsOf(scale)) await client.query(statement);
    await client.query(`insert into settings values ('${FORM}', 'true')`);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Syllables of a name from a number: pronounceable, and a substring of one is in few of the others. */
const name = (seed: string) => `initcap(
  (array['ba','ke','li','mo','nu','ra','se','ti','vo','zu','cha','dre','fli','gro','stu','pla'])[1 + (${seed}) % 16]
  || (array['lan','mer','nis','vor','duk','pal','hem','rin','sot','bur','tek','wil'])[1 + (${seed}) / 16 % 12]
  || (array['a','o','i','er','us','en','ez','ova','sky','son','berg','ini'])[1 + (${seed}) / 192 % 12])`;

function statementsOf(scale: number): string[] {
  const [users, instructors] = [1_000_000 * scale, 20_000 * scale];
  const [classes, charges] = [200_000 * scale, 200_000 * scale];
  return [
    `insert into programs (program_tag, program_display_name)
   select 'bench-' || n, 'Bench program ' || n from generate_series(1, ${PROGRAMS}) n`,
    `insert into site_users (first_name, last_name, email, program_id, user_type)
   select ${name('n * 7 % 2304')}, ${name('n / 3 % 2304')} || ' ' || n, 'user' || n || '@example.org',
     ${programOf('n')}, case when n <= ${instructors} then 'I' else 'S' end
   from generate_series(1, ${users}) n`,
    `insert into classes (class_name, program_id, instructor_id, class_price)
   select ${name('n * 5 % 2304')} || ' ' || ${name('n / 7 % 2304')} || ' ' || n, ${programOf('i')}, i, 1000 + n % 9000
   from (select n, 1 + n % ${instructors} as i from generate_series(1, ${classes}) n) s`,
    `insert into commission_groups (level, owner_id, program_id) values (0, 0, null)`,
    `insert into commission_groups (level, owner_id, program_id) select 1, id, id from programs`,
    `insert into commission_groups (level, owner_id, program_id)
   select 2, id, program_id from site_users where user_type = 'I'`,
    `insert into commission_groups (level, owner_id, program_id)
   select 3, c.id, u.program_id from classes c join site_users u on u.id = c.instructor_id where c.id % 4 = 0`,
    `insert into commission_rows (level, owner_id, program_id, type, commission, referrer_id, created_at)
   select g.level, g.owner_id, g.program_id, t.type,
     case g.level when 0 then (array[20, null, null, null, 80])[t.type + 1]
       when 1 then (array[null, 10, null, null, 90])[t.type + 1]
       when 2 then (array[null, null, 5, null, 95])[t.type + 1]
       else (array[null, 12.5, null, null, 87.5])[t.type + 1] end,
     case when t.type = 2 then ${instructors} + g.owner_id end, now()
   from commission_groups g
   join (values (0, 0), (0, 4), (1, 1), (1, 4), (2, 2), (2, 4), (3, 1), (3, 4)) t (level, type) on t.level = g.level
   where g.level <> 2 or g.owner_id % 2 = 0`,
    `insert into charges (class_id, instructor_id, program_id, student_id, amount, currency, split_rows)
   select c.id, c.instructor_id, c.program_id, ${instructors} + 1 + n % ${users - instructors}, 100 + n % 20000, 'USD',
     array(select r.id from commission_rows r where r.type < 4 and (
         (r.level = 0 and r.owner_id = 0 and r.type = 0)
         or (r.level = 3 and r.owner_id = c.id)
         or (r.level = 1 and r.owner_id = c.program_id and c.id % 4 <> 0)
         or (r.level = 2 and r.owner_id = c.instructor_id))
       order by r.id)
   from (select n, 1 + n * 13 % ${classes} as class_id from generate_series(1, ${charges}) n) s
   join classes c on c.id = s.class_id`,
    // Divided by percentages that floor well enough; the instructor has the rest. The recalculation makes it exact.
    `insert into charge_lines (charge_id, scope_program_id, type, row_id, commission, user_id, program_id, divided,
     divided_by, rounding, amount)
   with part as (
     select c.id, c.program_id as scope, c.instructor_id, c.amount, r.type, r.id as row_id, r.commission, r.referrer_id
     from charges c cross join unnest(c.split_rows) u (row_id) join commission_rows r on r.id = u.row_id
   )
   select id, scope, type, row_id, commission, referrer_id, case when type = 1 then scope end, amount, 100, 0,
     div(amount * commission, 100) from part
   union all
   select id, scope, 4, null, 100, instructor_id, null, amount - sum(div(amount * commission, 100)), 100, 0,
     amount - sum(div(amount * commission, 100))
   from part group by id, scope, instructor_id, amount`,
  ];
}
