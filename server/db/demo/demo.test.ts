import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../features/classes/server/catalogue-import.ts';
import { troubledPayees } from '../../../features/payouts/server/payees/payees.ts';
import { prepareDemo } from '../../../test/demo-database.ts';
import { platformOn, system } from '../../../test/system.ts';
import { useDemo } from '../../../test/use-database.ts';
import { passwordMatches } from '../../passwords/password-hashes.ts';
import { demoRows } from './demo.ts';

const database = useDemo();
const prepare = () => prepareDemo(database(), database().urls.owner);
const one = async (query: RawBuilder<unknown>) =>
  Object.values((await query.execute(database().everything)).rows[0] as object);

test('two processes that started at once made one demo, and name the same accounts', async () => {
  const notices = await Promise.all([prepare(), prepare()]);
  expect(notices[0]).toBe(notices[1]);
  for (const name of ['superadmin', 'programadmin', 'admin'])
    expect(notices[0]).toContain(` ${name}@example.com`);
});

test('it has the size that was promised', async () => {
  const counts = await one(sql`select
    (select count(*) from programs), (select count(*) from admins) as admins,
    (select count(*) from site_users where user_type = 'I') as instructors,
    (select count(*) from site_users where user_type = 'S' and id <= 6400) as students,
    (select count(*) from classes) as classes, (select count(*) from charges) as charges`);
  expect(counts).toEqual([8, 12, 400, 6000, 2000, 30_000]);
  // What is made from now on takes the next ids.
  const { id } = await database()
    .everything.insertInto('programs')
    .values({ program_tag: 'next', program_display_name: 'Next' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(id).toBe(9);
});

test('the planner knows it from the first moment on', async () => {
  const uncounted = sql`select count(*)::integer from pg_class
    where relname in ('charges', 'charge_lines', 'site_users', 'classes', 'commission_rows') and reltuples < 100`;
  expect(await one(uncounted)).toEqual([0]);
});

test('its people are of all types and in all states, each address is one living person’s', async () => {
  const many = await one(sql`select
    count(*) filter (where user_type = 'O') as organisations, count(*) filter (where status = 0) as inactive,
    count(*) filter (where status = 2) as half, count(*) filter (where approved = 0) as unapproved,
    count(*) filter (where viewable = 0) as hidden, count(*) filter (where membership_at is not null) as members,
    count(photo_id) as photos, count(*) filter (where site_address <> '') as addresses,
    count(*) filter (where lilt_delivery <> '' and lilt_delivery is json) as deliveries,
    count(*) filter (where lilt_delivery is not json) - count(*) filter (where lilt_delivery = '') as broken,
    count(distinct timezone) as zones, (select count(*) from site_user_categories) as categories,
    (select count(*) from site_user_sites) as sites,
    (select count(*) from class_programs where made_for is not null) as links,
    count(*) filter (where del_status = 1 and exists (select from site_users v
      where v.email_key = u.email_key and v.email <> u.email and v.del_status = 0)) as duplicates
    from site_users u`);
  for (const [index, number] of many.entries()) expect(number, `number ${index}`).toBeGreaterThan(10);
});

test('everybody signs in with the demo password, in the program and with the rights they have', async () => {
  const admins = await database().everything.selectFrom('admins').selectAll().orderBy('id').execute();
  expect(await passwordMatches(admins[2]?.password_hash, 'demo-password', 'test')).toBe(true);
  expect(
    admins.slice(0, 3).map(({ email, program_id, permissions }) => [email, program_id, permissions]),
  ).toEqual([
    ['superadmin@example.com', 0, ['superadmin']],
    ['programadmin@example.com', 2, ['programadmin']],
    ['admin@example.com', 2, ['commissions', 'events', 'users', 'money', 'catalogue', 'audit']],
  ]);
  expect(new Set(admins.map((admin) => admin.password_hash)).size).toBe(1);
});

describe('the money', () => {
  test('of every charge that is not held is all in its lines, refunds as well', async () => {
    expect(
      await one(sql`select count(*) from charges c
        left join lateral (select count(*) as lines, coalesce(sum(amount), 0) as amount,
          coalesce(sum(refunded), 0) as refunded from charge_lines l where l.charge_id = c.id) l on true
        where c.held is null and (l.lines = 0 or l.amount <> c.amount or l.refunded <> c.refunded)`),
    ).toEqual([0]);
    expect(
      await one(sql`select count(*) from charges c where c.refunded <>
        (select coalesce(sum(r.amount), 0) from refunds r where r.charge_id = c.id and r.state = 'succeeded')`),
    ).toEqual([0]);
  });

  test('that was paid is what the payouts say, but for refunds that came later', async () => {
    const [payouts, wrong] = await one(sql`
      select count(*), count(*) filter (where p.amount <> s.paid + a.beside or s.paid > s.amount
        or s.paid < s.amount - s.refunded or s.others > 0) as wrong
      from payouts p
      join lateral (select sum(l.amount) as amount, sum(l.refunded) as refunded, sum(l.paid) as paid, count(*) filter (
          where l.user_id is distinct from p.user_id and l.program_id is distinct from p.program_id) as others
        from charge_lines l where l.payout_id = p.id) s on true
      join lateral (select coalesce(sum(a.amount), 0) as beside from payout_adjustments a where a.payout_id = p.id) a on true
      where p.kind = 'sales'`);
    expect(payouts).toBeGreaterThan(1000);
    expect(wrong).toBe(0);
  });

  test('comes in many currencies, with codes, partly and wholly refunded, and over three years', async () => {
    const [currencies, codes, partly, wholly, days] = await one(sql`
      select count(distinct currency), count(code) as codes,
        count(*) filter (where refunded between 1 and amount - 1) as partly,
        count(*) filter (where refunded > 0 and refunded = amount) as wholly,
        extract(day from max(created_at) - min(created_at))::int as days from charges`);
    expect(currencies).toBeGreaterThanOrEqual(5);
    expect(codes).toBeGreaterThan(1000);
    expect(partly).toBeGreaterThan(50);
    expect(wholly).toBeGreaterThan(50);
    expect(days).toBeGreaterThan(1000);
    expect(await one(sql`select count(*) from charges where created_at > provost_now()`)).toEqual([0]);
  });
});

describe('the awkward', () => {
  test('charges are held: levels that clash, and a program part without a program', async () => {
    const { rows } = await sql<{ held: string }>`
      select distinct held from charges where held is not null order by held`.execute(database().everything);
    expect(rows.map((row) => row.held)).toEqual(['no_program', 'over_100']);
  });

  test('a debt that no payout takes off is there, and payees whom nothing can be paid to', async () => {
    const db = database();
    const context = { ...system(db.everything), platform: platformOn(db) };
    const { stuck_debt, without_method } = await troubledPayees(context);
    expect(stuck_debt.count).toBe(1);
    expect(without_method.count).toBeGreaterThan(10);
  });

  test('people, classes and emails are there', async () => {
    expect(
      await one(sql`select
        (select count(*) from site_users where user_type = 'I' and program_id is null),
        (select max(length(last_name)) > 80 from site_users where user_type = 'I') as long_name,
        (select max(length(class_name)) from classes) as class_name,
        (select max(length(email)) between 200 and 254 from admins) as email,
        (select count(*) from site_users where program_id = 8) as nobody,
        (select default_currency from programs where id = 4) as currency,
        (select bool_and(n between 2 and 8) from (select count(*) as n from bundle_classes group by bundle_id) b) as b`),
    ).toEqual([1, true, 300, true, 0, 'JPY', true]);
  });

  test('histories hold one state of a group at a time, none of it younger than the sales', async () => {
    const [replaced, youngest, overlapping] = await one(sql`
      select count(replaced_at), max(created_at) < (select min(created_at) from charges) as youngest,
        (select count(*) from commission_rows a join commission_rows b using (level, owner_id, type)
          where a.type < 2 and a.id < b.id and a.created_at < coalesce(b.replaced_at, 'infinity')
          and b.created_at < coalesce(a.replaced_at, 'infinity')) as overlapping
      from commission_rows`);
    expect(replaced).toBeGreaterThan(200);
    expect(youngest).toBe(true);
    expect(overlapping).toBe(0);
  });
});

test('Ada Lovelace of program 2 has a dozen unpaid charges in two currencies, some with a code', async () => {
  expect(
    await one(sql`
      select count(*), count(distinct c.currency) as currencies, count(c.code) > 3 as codes,
        bool_and(c.refunded = 0 and c.held is null and c.program_id = 2) as whole,
        (select count(*) from charge_lines l join charges x on x.id = l.charge_id
          where x.instructor_id = u.id and l.payout_id is not null) as paid
      from site_users u join charges c on c.instructor_id = u.id
      where u.first_name = 'Ada' and u.last_name = 'Lovelace' group by u.id`),
  ).toEqual([12, 2, true, true, 0]);
});

test('two demos made on the same day are the same', () => {
  const hash = () => {
    const { random: _, ...rows } = demoRows('a hash', new Date('2026-03-01T15:00:00Z'));
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  };
  expect(hash()).toBe(hash());
});

test('what is made from now on takes an id that is free, in every table and after an import as well', async () => {
  const db = database().everything;
  async function* file() {
    yield Buffer.from('course_id,course_title,price\n1,One,5\n2,Two,6\n');
  }
  expect(await importCatalogue(system(db), file(), { program_id: 2 })).toMatchObject({ created: 2 });
  const { rows: identities } = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> ''
      -- What triggers alone write is numbered by nobody else.
      and has_sequence_privilege(pg_get_serial_sequence(c.relname, a.attname), 'usage') order by 1`.execute(
    db,
  );
  expect(identities.length).toBeGreaterThan(15);
  for (const { name, column } of identities) {
    const [next, highest] = await one(sql`
      select nextval(pg_get_serial_sequence(${name}, ${column})), (select coalesce(max(${sql.ref(column)}), 0) from ${sql.table(name)})`);
    expect(next, `${name}: ${next} is taken`).toBeGreaterThan(Number(highest));
  }
});
