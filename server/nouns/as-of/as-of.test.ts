/** Users, classes, programs and their rates as they stood: after any history of saves, and for every row of the demo. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { toMajor } from '../../../core/money.ts';
import type { RecordAsOf } from '../../../core/nouns/as-of-routes.ts';
import { CLASS_HISTORY } from '../../../features/classes/server/class-history.ts';
import { ALL_NOUNS } from '../../../features/nouns.ts';
import { PROGRAM_HISTORY } from '../../../features/programs/server/program-history.ts';
import { USER_HISTORY } from '../../../features/users/server/user-history.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { useDemo } from '../../../test/use-database.ts';
import type { Db } from '../../db/client.ts';
import type { History, Row } from './as-of-types.ts';

const app = useTestApp();
const demo = useDemo();
const db = () => app().platform.database.everything;

const HISTORIES = { site_user: USER_HISTORY, class: CLASS_HISTORY, program: PROGRAM_HISTORY };
type Kept = keyof typeof HISTORIES;
const KEPT = Object.keys(HISTORIES) as Kept[];
const PATHS: Record<Kept, string> = { site_user: 'site-user', class: 'class', program: 'program' };
const TABLES: Record<Kept, string> = { site_user: 'site_users', class: 'classes', program: 'programs' };
const MARKS = ['updated_at', 'updated_by'];

let superadmin: Call;
beforeAll(async () => {
  superadmin = await app().as({ permissions: ['superadmin'] });
});

/** A moment after everything so far and before everything to come. */
async function moment(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 3));
  const at = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 3));
  return at;
}

async function rowOf(kind: Kept, id: number): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(TABLES[kind])} where id = ${id}`.execute(db());
  return rows[0] ?? {};
}

/** What a row says in the words of the route. */
function told({ fields }: History, row: Row) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind, words, say }]) => {
      const value = row[name] ?? null;
      if (value === null) return [name, null];
      if (kind === 'amount') return [name, toMajor(Number(value), String(row.currency))];
      if (kind === 'percent') return [name, Number(value) / 100];
      if (kind === 'flag') return [name, Boolean(value)];
      return [name, say ? say(String(value)) : (words?.[String(value)] ?? value)];
    }),
  );
}

const values = ({ settings }: RecordAsOf) =>
  Object.fromEntries(settings.map(({ name, earlier }) => [name, earlier && earlier.value]));

describe('the versions', () => {
  test('are kept of the tables whose nouns say so, as they say it', async () => {
    const { rows } = await sql<{ name: string; table: string; said: string }>`
      select t.tgname as name, c.relname as "table", encode(t.tgargs, 'escape') as said
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname like 'versions\\_%' order by 2, 1`.execute(
      app().platform.database.everything,
    );
    const expected = ALL_NOUNS.flatMap(([entity, { table = '', versions }]) =>
      versions
        ? ['delete', 'insert', 'update'].map((verb) => ({
            name: `versions_${verb}`,
            table,
            said: [entity, versions.secret.join(), versions.left_out.join(), versions.made, ''].join('\\000'),
          }))
        : [],
    ).sort((one, other) => (one.table < other.table ? -1 : one.table > other.table ? 1 : 0));
    expect(rows).toEqual(expected);
    expect(expected.map(({ table }) => table)).toEqual(expect.arrayContaining(Object.values(TABLES)));
  });

  test.each(KEPT)('every column of %s is shown, a secret, left out, or a mark', async (kind) => {
    const { secret = [], left_out = [] } = ALL_NOUNS.find(([entity]) => entity === kind)?.[1].versions ?? {};
    const generated = kind === 'program' ? ['program_id'] : [];
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_schema = 'public'
        and table_name = ${TABLES[kind]}`.execute(db());
    const known = [
      ...Object.keys(HISTORIES[kind].fields),
      ...secret,
      ...left_out,
      ...MARKS,
      ...generated,
      'id',
    ];
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
    expect(Object.keys(HISTORIES[kind].secrets)).toEqual(secret);
  });
});

const text = fc.constantFrom('Ada', 'Grace', 'Ærø', '', 'a "quoted" one', 'null');
const flag = fc.boolean();
const steps = {
  site_user: fc.record(
    {
      first_name: text,
      other_information: text,
      status: flag,
      approved: flag,
      membership: flag,
      del_status: flag,
      user_type: fc.constantFrom('I', 'O'),
      timezone: fc.constantFrom(1, 31),
      locale: fc.constantFrom('en', 'de'),
      password: fc.constantFrom('a new secret', 'another secret'),
      email: fc.uuid().map((id) => `${id}@example.org`),
      site_program: fc.constantFrom(0, 1),
    },
    { requiredKeys: [] },
  ),
  class: fc.record(
    {
      class_name: fc.constantFrom('Pottery', 'Chess', 'Ærø'),
      description: text,
      class_price: fc.constantFrom(0, 12.5, 99.99),
      membership_discount: fc.constantFrom(0, 2500),
      viewable: flag,
      cancel: flag,
      status: flag,
      access_type: fc.constantFrom('public', 'private'),
      enrol_reward: fc.nat(9),
    },
    { requiredKeys: [] },
  ),
  program: fc.record(
    {
      program_display_name: fc.constantFrom('North', 'South', 'Ærø'),
      support_email: fc.constantFrom('', 'help@example.org'),
      lilt_enabled: flag,
      affiliate: flag,
      default_currency: fc.constantFrom('USD', 'EUR'),
      stripe_subscription_percent: fc.constantFrom(0, 12.5),
      data: fc.record({ heading_text: text, populate_discount: flag }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
};
const rate = fc.record({ type: fc.constantFrom(0, 1), commission: fc.integer({ min: 0, max: 40 }) });
const step = fc.oneof(
  ...KEPT.map((kind) => fc.record({ kind: fc.constant(kind), which: fc.nat(1), data: steps[kind] })),
  fc.record({ kind: fc.constant('rates' as const), which: fc.nat(1), data: fc.record({ rate }) }),
  // As a job or an import writes, past the saves and the audit.
  fc.record({
    kind: fc.constant('beside' as const),
    which: fc.nat(1),
    data: fc.record({ lilt_delivery: text }),
  }),
);

const STEPS = inDepth(240, 2000);

test(`after ${STEPS} saves, each moment is answered as it was`, async () => {
  const programs = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  const [first = 0] = programs;
  const users = await Promise.all(
    programs.map(async (program_id) => (await makeInstructor(db(), { program_id })).id),
  );
  const classes = await Promise.all(
    users.map(async (instructor_id) => (await makeClass(db(), { instructor_id, program_id: first })).id),
  );
  const ids: Record<Kept, number[]> = { site_user: users, class: classes, program: programs };
  const rates = async () =>
    Promise.all(
      users.map(
        async (id) =>
          (await superadmin('GET', `instructor-commission/${id}`)).body.instructor?.commissions ?? 'gone',
      ),
    );
  const snapshot = async () => ({
    rows: await Promise.all(
      KEPT.flatMap((kind) => ids[kind].map(async (id) => ({ kind, id, row: await rowOf(kind, id) }))),
    ),
    rates: await rates(),
    at: await moment(),
  });
  const taken = [await snapshot()];
  let saved = 0;
  for (const { kind, which, data } of fc.sample(step, { numRuns: STEPS, seed: 20_261_126 })) {
    if (kind === 'rates') {
      const { rate } = data as { rate: { type: number; commission: number } };
      const { status } = await superadmin('POST', `instructor-commission/${users[which]}`, {
        commission: [{ ...rate, program_id: rate.type === 1 ? programs[which] : null }],
      });
      saved += Number(status === 200);
    } else if (kind === 'beside') {
      await db()
        .updateTable('site_users')
        .set(data)
        .where('id', '=', users[which] ?? 0)
        .execute();
    } else {
      const id = ids[kind][which];
      const given: Record<string, unknown> = { ...data };
      if ('site_program' in given) given.site_program = programs[Number(given.site_program)];
      const key = kind === 'site_user' ? 'user_data' : `${kind}_data`;
      const { status } = await superadmin('PATCH', `${PATHS[kind]}/${id}`, { [key]: given });
      saved += Number(status === 200);
    }
    taken.push(await snapshot());
  }
  expect(saved).toBeGreaterThan(STEPS / 2);
  for (const { rows, rates: then, at } of taken) {
    for (const { kind, id, row } of rows) {
      const { status, body } = await superadmin('GET', `${PATHS[kind]}/${id}/as-of?at=${at}`);
      expect([status, body.state ?? JSON.stringify(body)], `${kind} ${id} at ${at}`).toEqual([200, 'known']);
      expect(values(body), `${kind} ${id} at ${at}`).toEqual(told(HISTORIES[kind], row));
      const now = told(HISTORIES[kind], await rowOf(kind, id));
      for (const setting of (body as RecordAsOf).settings) {
        expect(setting.now.value, `${kind} ${id}: ${setting.name}`).toEqual(now[setting.name]);
        expect(setting.changed).toBe(setting.earlier?.value !== setting.now.value);
      }
    }
    for (const [which, id] of users.entries()) {
      if (then[which] === 'gone') continue;
      const { status, body } = await superadmin(
        'GET',
        `commission-as-of?level=instructor&owner_id=${id}&at=${at}`,
      );
      // A group of a user who is deleted today is nobody's.
      if (status === 404) continue;
      const told = ({ id, commission }: { id: number; commission: number }) => [id, commission];
      expect(body.commissions.map(told), `rates of ${id} at ${at}`).toEqual(then[which].map(told));
    }
  }
  expect(await faultsOf(db())).toEqual([]);
  const { rows: leaks } = await sql<{ id: number }>`
    select id from record_versions where row::text ~ 'argon2|password'`.execute(db());
  expect(leaks).toEqual([]);
});

/** What the versions of every row, played from the first to the last, say otherwise than the row of today. */
async function faultsOf(read: Db): Promise<string[]> {
  const faults: string[] = [];
  for (const kind of KEPT) {
    const { left_out = [], secret = [] } = ALL_NOUNS.find(([entity]) => entity === kind)?.[1].versions ?? {};
    const { rows: now } = await sql<{ id: number; row: Row }>`
      select t.id, to_jsonb(t) as row from ${sql.table(TABLES[kind])} t order by t.id`.execute(read);
    const { rows: versions } = await sql<{
      entity_id: number;
      at: string;
      until_at: string | null;
      row: Row;
    }>`
      select v.entity_id, v.at, v.until_at, v.row from record_versions v
      where v.entity = ${kind} order by v.entity_id, v.id`.execute(read);
    const played = Map.groupBy(versions, ({ entity_id }) => entity_id);
    for (const { id, row } of now) {
      const log = played.get(id) ?? [];
      for (const [index, { until_at }] of log.entries())
        if (until_at !== (log[index + 1]?.at ?? null))
          faults.push(`${kind} ${id}: a gap after version ${index}`);
      const last = log.at(-1)?.row ?? {};
      for (const name of Object.keys(row).filter((one) => ![...left_out, ...secret, ...MARKS].includes(one)))
        if (JSON.stringify(last[name]) !== JSON.stringify(row[name]))
          faults.push(
            `${kind} ${id}: ${name} is ${JSON.stringify(row[name])}, the log says ${JSON.stringify(last[name])}`,
          );
    }
  }
  return faults.slice(0, 1);
}

test('the log of the demo, played to its end, is the demo', async () => {
  const read = demo().everything;
  const { count } = await read
    .selectFrom('record_versions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeGreaterThan(100);
  expect(await faultsOf(read)).toEqual([]);
});

describe('a moment', () => {
  test('before the record was made, in the future, and none at all', async () => {
    const before = await moment();
    const { id } = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id });
    const { body } = await superadmin('GET', `site-user/${id}/as-of?at=${before}`);
    expect(body).toMatchObject({ state: 'before', settings: [], secrets: [] });
    expect(Date.parse(body.began_at)).toBeGreaterThan(Date.parse(before));
    const later = new Date(Date.now() + 60_000).toISOString();
    const refused = await superadmin('GET', `site-user/${id}/as-of?at=${later}`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('must not be in the future'),
    ]);
    for (const odd of ['', 'yesterday', '2026-02-31T00:00:00Z', '99999-01-01T00:00:00Z', '2026-01-01'])
      expect((await superadmin('GET', `site-user/${id}/as-of?at=${odd}`)).status, odd).toBe(400);
  });

  test('of one transaction is its whole', async () => {
    const { id } = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id, first_name: 'Ada' });
    const [before, during] = [await moment(), await moment()];
    await db()
      .transaction()
      .execute(async (tx) => {
        for (const first_name of ['Grace', 'Joan', 'Radia'])
          await tx.updateTable('site_users').set({ first_name }).where('id', '=', id).execute();
      });
    const nameAt = async (at: string) =>
      values((await superadmin('GET', `site-user/${id}/as-of?at=${at}`)).body).first_name;
    expect([await nameAt(before), await nameAt(during), await nameAt(await moment())]).toEqual([
      'Ada',
      'Ada',
      'Radia',
    ]);
    const { rows } = await sql<{ at: string }>`
      select distinct at from record_versions where entity = 'site_user' and entity_id = ${id}`.execute(db());
    expect(rows.length).toBe(2);
  });

  test('tells of a password that it has changed since, and nothing else', async () => {
    const { id } = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id });
    const before = await moment();
    await superadmin('PATCH', `site-user/${id}`, { user_data: { password: 'a new secret' } });
    const secretsAt = async (at: string) =>
      (await superadmin('GET', `site-user/${id}/as-of?at=${at}`)).body.secrets;
    expect(await secretsAt(before)).toEqual([{ label: 'Password', changed: true }]);
    expect(await secretsAt(await moment())).toEqual([{ label: 'Password', changed: false }]);
  });
});

test('what a record was in another program is not told to the staff of its own', async () => {
  const [own, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  const { id } = await makeSiteUser(db(), { program_id: own, first_name: 'Ours', user_type: 'I' });
  const bound = await app().as({ permissions: ['users'], program_id: own });
  const move = async (site_program: number, first_name: string) => {
    const { status } = await superadmin('PATCH', `site-user/${id}`, {
      user_data: { site_program, first_name },
    });
    expect(status).toBe(200);
  };
  const ours = await moment();
  await move(other, 'Theirs');
  const away = await moment();
  expect((await bound('GET', `site-user/${id}/as-of?at=${ours}`)).status).toBe(404);
  await superadmin('PATCH', `site-user/${id}`, { user_data: { password: 'a new secret' } });
  await move(own, 'Back');
  for (const path of ['site-user', 'instructor']) {
    const seen = async (at: string) => (await bound('GET', `${path}/${id}/as-of?at=${at}`)).body;
    expect(values(await seen(ours))).toMatchObject({ first_name: 'Ours', program_id: own });
    const hidden = await seen(away);
    expect(hidden).toMatchObject({ state: 'hidden', settings: [], secrets: [] });
    expect(JSON.stringify(hidden)).not.toContain('Theirs');
    expect(values(await seen(await moment()))).toMatchObject({ first_name: 'Back' });
  }
  // What happened there to the password is not known here either.
  const { body } = await bound('GET', `site-user/${id}/as-of?at=${ours}`);
  expect(body.secrets).toEqual([{ label: 'Password', changed: null }]);
  const all = await superadmin('GET', `site-user/${id}/as-of?at=${away}`);
  expect(values(all.body)).toMatchObject({ first_name: 'Theirs', program_id: other });
});

describe('a record that was brought in from elsewhere', () => {
  const added = '2024-03-01T10:00:00.000Z';
  const saved = '2024-06-01T10:00:00.000Z';
  const bringIn = async () =>
    (
      await makeSiteUser(db(), {
        program_id: (await makeProgram(db())).id,
        first_name: 'Ada',
        last_name: 'Byron',
        dateadded: added,
        updated_at: saved,
      })
    ).id;
  const told = async (id: number, at: string): Promise<RecordAsOf> =>
    (await superadmin('GET', `site-user/${id}/as-of?at=${at}`)).body;

  test('is not there before it was added, and known as of its last save but for what no save marks', async () => {
    const id = await bringIn();
    expect(await told(id, '2024-02-01T00:00:00Z')).toMatchObject({ state: 'before', began_at: added });
    const since = await told(id, '2024-07-01T00:00:00Z');
    expect(since.state).toBe('part');
    expect(values(since)).toMatchObject({ first_name: 'Ada', last_name: 'Byron', membership: null });
    expect(since.settings.find(({ name }) => name === 'membership')?.earlier).toBeNull();
    expect(since.secrets).toEqual([{ label: 'Password', changed: null }]);
  });

  test('is known before that only where two neighbours of the audit agree', async () => {
    const id = await bringIn();
    const { program_id } = await db()
      .selectFrom('site_users')
      .select('program_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const entry = (at: string, before: object, after: object) =>
      db()
        .insertInto('audit_entries')
        .values({
          at,
          entity: 'site_user',
          entity_id: String(id),
          action: 'update',
          program_id: program_id ?? 0,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
        })
        .execute();
    await entry(
      '2024-04-01T00:00:00Z',
      { first_name: 'A', last_name: 'X' },
      { first_name: 'B', last_name: 'Y' },
    );
    await entry('2024-05-01T00:00:00Z', { first_name: 'B' }, { first_name: 'Ada' });
    // The last name was Y, and is Byron without an entry that says so.
    const between = await told(id, '2024-04-15T00:00:00Z');
    expect(between.settings.find(({ name }) => name === 'first_name')).toMatchObject({
      earlier: { value: 'B' },
      now: { value: 'Ada' },
      changed: true,
    });
    for (const name of ['last_name', 'status'])
      expect(between.settings.find((one) => one.name === name)).toMatchObject({
        earlier: null,
        changed: false,
      });
    // Of before the first entry nobody says that it stood so from the beginning.
    expect(values(await told(id, '2024-03-15T00:00:00Z'))).toMatchObject({ first_name: null });
  });
});
