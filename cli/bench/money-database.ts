/** The money of the bench: 3,000,000 charges of 200 programs over three years, the last 600,000 unpaid; made once by SQL. */
import pg from 'pg';

const PROGRAMS = 200;
const FORM = 'bench of money';

export type MoneySize = {
  instructors: number;
  open_payees: number;
  charges: number;
  open_charges: number;
};

export function moneySize(scale: number): MoneySize {
  return {
    instructors: Math.ceil(5000 * scale),
    open_payees: Math.ceil(1000 * scale),
    charges: 3_000_000 * scale,
    open_charges: 600_000 * scale,
  };
}

/** Builds what is missing as the owner of the database; a finished one is left as it is. */
export async function buildMoneyDatabase(ownerUrl: string, scale: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select from settings where name = $1', [FORM]);
    if (rows.length > 0) return;
    process.stdout.write('building the database of money, once\n');
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    // What the triggers would check of each row is right as it is made.
    await client.query('set local session_replication_role = replica');
    for (const statement of statementsOf(moneySize(scale))) await client.query(statement);
    await client.query('select sum_payee_balances(), sum_sales()');
    await client.query(`insert into settings values ('${FORM}', 'true')`);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

function statementsOf({ instructors, open_payees, charges, open_charges }: MoneySize): string[] {
  const students = instructors * 20;
  return [
    `insert into programs (program_tag, program_display_name)
   select 'money-' || n, 'Program of money ' || n from generate_series(1, ${PROGRAMS}) n`,
    `insert into site_users (first_name, last_name, email, program_id, user_type)
   select 'First' || n, 'Last' || n, 'person' || n || '@example.org', 1 + n % ${PROGRAMS},
     case when n <= ${instructors} then 'I' else 'S' end
   from generate_series(1, ${instructors + students}) n`,
    `insert into payment_settings (user_id, paid_by, fields)
   select n, 'venmo', jsonb_build_object('venmo', jsonb_build_object('user', '@person' || n))
   from generate_series(1, ${open_payees}) n`,
    `update payee_changes set at = now() - interval '1 year', told_at = now() - interval '1 year'`,
    `insert into classes (class_name, program_id, instructor_id, class_price)
   select 'Class ' || n, 1 + (1 + n % ${instructors}) % ${PROGRAMS}, 1 + n % ${instructors}, 5000
   from generate_series(1, ${instructors * 10}) n`,
    `insert into class_sessions (class_id, start_at, end_at)
   select n, now() + interval '3 days', now() + interval '3 days 1 hour'
   from generate_series(${open_payees * 2}, ${instructors * 10}, 500) n where 1 + n % ${instructors} > ${open_payees}`,
    `insert into commission_rows (level, owner_id, program_id, type, commission, created_at)
   values (0, 0, null, 0, 20, now()), (0, 0, null, 4, 80, now())`,
    `insert into commission_rows (level, owner_id, program_id, type, commission, created_at)
   select 1, n, n, 1, 10, now() from generate_series(1, ${PROGRAMS}) n`,
    // Sold by all of them at first, by the few in the end.
    `insert into charges (id, class_id, instructor_id, program_id, student_id, amount, currency, created_at, description)
   select n, case when i = ${instructors} then i else i + ${instructors} end, i, 1 + i % ${PROGRAMS},
     ${instructors} + 1 + n % ${students}, 1000 + n % 9000, 'USD',
     now() - (${charges} - n) * interval '3 years' / ${charges}, 'Class'
   from (select n, case when n <= ${charges - open_charges} then 1 + n % ${instructors}
     else 1 + n % ${open_payees} end as i from generate_series(1, ${charges}) n) s`,
    `insert into payouts (id, user_id, program_id, scope_program_id, currency, amount, name, state)
   select n, n, null, 1 + n % ${PROGRAMS}, 'USD', 1, 'First' || n, 'made' from generate_series(1, ${instructors}) n
   union all select ${instructors} + n, null, n, n, 'USD', 1, 'Program of money ' || n, 'made'
   from generate_series(1, ${PROGRAMS}) n
   union all select ${instructors + PROGRAMS + 1}, null, null, null, 'USD', 1, 'GLOBAL SITE', 'made'`,
    `insert into charge_lines (charge_id, scope_program_id, type, row_id, commission, user_id, program_id, divided,
     divided_by, rounding, amount, payout_id, paid)
   select c.id, c.program_id, l.type, l.row_id, l.commission, l.user_id, l.of_program, l.divided, 100, 0, l.amount,
     case when c.id <= ${charges - open_charges} then l.payout_id end,
     case when c.id <= ${charges - open_charges} and l.payout_id is not null then l.amount end
   from charges c
   join commission_rows r on r.level = 1 and r.owner_id = c.program_id
   cross join lateral (values
     (0, (select min(id) from commission_rows where level = 0), 20, null::integer, null::integer, c.amount,
       c.amount * 20 / 100, ${instructors + PROGRAMS + 1}),
     (1, r.id, 10, null, c.program_id, c.amount, c.amount * 10 / 100, ${instructors} + c.program_id),
     (4, null, 100, c.instructor_id, null, c.amount - c.amount * 20 / 100 - c.amount * 10 / 100,
       c.amount - c.amount * 20 / 100 - c.amount * 10 / 100, c.instructor_id)
   ) l (type, row_id, commission, user_id, of_program, divided, amount, payout_id)`,
    `select setval(pg_get_serial_sequence('charges', 'id'), ${charges})`,
    `select setval(pg_get_serial_sequence('payouts', 'id'), ${instructors + PROGRAMS + 1})`,
  ];
}
