/** People with all that conditions of a rule ask about, as rows and as the model of the tests knows them. */
import { sql } from 'kysely';
import type { Db } from '../../server/db/client.ts';
import {
  makeCategory,
  makeClass,
  makeEnrolment,
  makeInstructor,
  makeProgram,
  makeSiteUser,
} from '../factories.ts';
import { makeCharge, makeRefund } from './charges.ts';
import type { FilteredUser } from './rule-filter.ts';

const LOCALES = ['en', 'de', 'zh-TW'];
/** As sites keep them, and the country that each is. */
const ADDRESSES: readonly [kept: string, country: string | null][] = [
  ['{"country_id":"us","country":"USA"}', 'US'],
  ['{"country_id":"DE"}', 'DE'],
  ['{"country_id":"","country":" Germany "}', 'DE'],
  ['{"country":"Austria"}', 'AT'],
  ['{"country":"usa"}', 'US'],
  ['{"city":"Graz"}', null],
  ['{"country_id": broken', null],
  ['Graz, Austria', null],
  ['', null],
];

/** Half a day off every whole day, so that the time that a test takes moves nobody over an edge. */
const daysAgo = (days: number) => new Date(Date.now() - (days + 0.5) * 86_400_000).toISOString();

/** Two programs; a class of each, one of the first that the second shows, and a bundle of the first two. */
export async function makePeople(db: Db, count: number, coins: readonly number[]) {
  const { programs, categories, classes, bundle, teacher } = await makeCatalogue(db);
  for (let n = 0; n < count; n++) {
    const isMember = n % 6 === 0;
    const { id } = await makeSiteUser(db, {
      user_type: 'SIO'[n % 3] ?? 'S',
      program_id: [programs[0], programs[1], null][n % 3],
      locale: LOCALES[(n >> 1) % LOCALES.length],
      lilt_delivery: ADDRESSES[n % ADDRESSES.length]?.[0],
      membership: isMember ? 1 : 0,
      membership_at: isMember ? daysAgo(n % 40) : null,
      dateadded: daysAgo((n * 7) % 60),
    });
    const amount = coins[n % coins.length] ?? 0;
    if (amount > 0)
      await db.insertInto('lilt_entries').values({ user_id: id, amount, kind: 'grant' }).execute();
    if (n % 5 === 0 && amount > 1)
      await db.insertInto('lilt_entries').values({ user_id: id, amount: -1, kind: 'purchase' }).execute();
    if (n % 4 !== 0)
      await db
        .insertInto('seen_users')
        .values({ user_id: id, last_seen_at: daysAgo((n * 5) % 61) })
        .execute();
    for (let bought = 0; bought < n % 4; bought++) {
      const sold = [...classes, bundle][(n + bought) % 4];
      if (sold)
        await makeCharge(db, {
          class_id: sold.id,
          instructor_id: teacher,
          student_id: id,
          program_id: sold.program_id,
          currency: bought === 1 ? 'JPY' : 'USD',
          amount: (n % 7) * 500,
          created_at: daysAgo((n * 3 + bought * 20) % 90),
          charge_type: sold === bundle ? 'bundle_payment' : 'class_payment',
        });
    }
    for (const [at, { id: class_id }] of classes.entries())
      if ((n >> at) % 3 === 1)
        await makeEnrolment(db, { class_id, user_id: id, enrol_status: n % 11 === 0 ? 1 : 0 });
  }
  await giveSomeBack(db);
  return {
    users: await readPeople(db),
    known: { programs, categories, classes: [...classes, bundle].map(({ id }) => id) },
  };
}

/** Every third sale in full, others in part, and of some bundles one class. */
async function giveSomeBack(db: Db): Promise<void> {
  const sales = await db.selectFrom('charges').selectAll().where('amount', '>', 0).orderBy('id').execute();
  for (const [at, { id: charge_id, amount }] of sales.entries()) {
    const part = await db
      .selectFrom('charge_parts')
      .selectAll()
      .where('charge_id', '=', charge_id)
      .where('amount', '>', 0)
      .orderBy('class_id')
      .executeTakeFirst();
    if (part) {
      if (at % 2 === 0)
        await makeRefund(db, { charge_id, amount: Number(part.amount), class_id: part.class_id });
    } else if (at % 3 === 0) await makeRefund(db, { charge_id, amount: Number(amount) });
    else if (at % 5 === 1) await makeRefund(db, { charge_id, amount: 100 });
  }
}

async function makeCatalogue(db: Db) {
  const programs = [(await makeProgram(db)).id, (await makeProgram(db)).id] as const;
  const teacher = (await makeInstructor(db, { program_id: programs[0] })).id;
  const [arts, crafts] = [await makeCategory(db, {}), await makeCategory(db, {})];
  const clay = await makeCategory(db, { parent_id: arts.id });
  const own = { instructor_id: teacher, program_id: programs[0] };
  const classes = [
    await makeClass(db, { ...own, category: arts.id, sub_category: clay.id }),
    await makeClass(db, { ...own, category: crafts.id }),
    await makeClass(db, { instructor_id: teacher, program_id: programs[1] }),
  ];
  await db
    .insertInto('class_programs')
    .values({ class_id: classes[1]?.id ?? 0, program_id: programs[1] })
    .execute();
  const bundle = await makeClass(db, { ...own, is_bundle: true });
  for (const [position, { id: class_id }] of classes.slice(0, 2).entries())
    await db.insertInto('bundle_classes').values({ bundle_id: bundle.id, class_id, position }).execute();
  return { programs, teacher, categories: [arts.id, crafts.id, clay.id], classes, bundle };
}

type Read = Omit<FilteredUser, 'country' | 'lilt_balance' | 'lilt_total'> & {
  lilt_delivery: string;
  lilt_balance: string;
  lilt_total: string;
};

/** Reads what was made, each table by itself and put together here. */
async function readPeople(db: Db): Promise<FilteredUser[]> {
  const [people, charges, parts, enrolments, classes, links] = await Promise.all([
    sql<Read>`select u.*, w.last_seen_at from site_users u left join seen_users w on w.user_id = u.id order by u.id`.execute(
      db,
    ),
    db.selectFrom('charges').selectAll().execute(),
    db.selectFrom('charge_parts').selectAll().where(sql<boolean>`refunded < amount or amount = 0`).execute(),
    db.selectFrom('class_users').selectAll().where('enrol_status', '=', 0).execute(),
    db.selectFrom('classes').selectAll().execute(),
    db.selectFrom('class_programs').selectAll().execute(),
  ]);
  const classOf = (id: number | null) => {
    const found = classes.find((one) => one.id === id);
    const shown = links.filter(({ class_id }) => class_id === id).map(({ program_id }) => program_id);
    return {
      id: id ?? 0,
      categories: [found?.category, found?.sub_category].filter((one) => typeof one === 'number'),
      programs: [found?.program_id, ...shown].filter((one) => typeof one === 'number'),
    };
  };
  return people.rows.map((user) => ({
    ...user,
    lilt_balance: Number(user.lilt_balance),
    lilt_total: Number(user.lilt_total),
    country: ADDRESSES.find(([kept]) => kept === user.lilt_delivery)?.[1] ?? null,
    purchases: charges
      .filter(({ student_id }) => student_id === user.id)
      .map((charge) => ({
        at: charge.created_at,
        program_id: charge.program_id ?? 0,
        amount: Number(charge.amount),
        refunded: Number(charge.refunded),
        currency: charge.currency,
        classes: [
          charge.class_id,
          ...parts.filter((part) => part.charge_id === charge.id).map((part) => part.class_id),
        ].map(classOf),
      })),
    enrolled: enrolments
      .filter(({ user_id }) => user_id === user.id)
      .map(({ class_id }) => classOf(class_id)),
  }));
}
