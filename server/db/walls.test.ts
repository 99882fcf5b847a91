/** What a session of the server's roles could become, if somebody got a statement of their own into it. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_NOUNS } from '../../features/nouns.ts';
import {
  makeAdmin,
  makeClass,
  makeInstructor,
  makeProgram,
  makeSession,
  makeSiteUser,
} from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { makeCharge } from '../../test/rows/charges.ts';
import { makeEvent } from '../../test/rows/events.ts';
import { system } from '../../test/system.ts';
import { audit } from '../nouns/audit.ts';
import { openDatabase } from './client.ts';
import { scopeKey, signedScope, signedSite } from './scope.ts';

const app = useTestApp();
let owner: pg.Client;
let scoped: pg.Client;
let global: pg.Client;
let own: number;
let foreign: number;
/** Admins: of the own program, a colleague, of the foreign one, a global one who has never touched the own program. */
let admins: { own: number; beside: number; foreign: number; global: number };

beforeAll(async () => {
  const db = app().platform.database.everything;
  [own, foreign] = [(await makeProgram(db)).id, (await makeProgram(db)).id];
  const admin = async (program_id: number) => (await makeAdmin(db, { program_id, permissions: [] })).id;
  admins = {
    own: await admin(own),
    beside: await admin(own),
    foreign: await admin(foreign),
    global: await admin(0),
  };
  [owner, scoped, global] = [
    new pg.Client(app().ownerUrl),
    new pg.Client(app().urls.scoped),
    new pg.Client(app().urls.global),
  ];
  for (const client of [owner, scoped, global]) await client.connect();
  await scoped.query(`select set_config('provost.scope', $1, false)`, [
    signedScope(scopeKey(app().urls.scoped), { program_id: own, admin_id: admins.own }),
  ]);
});
afterAll(async () => {
  for (const client of [owner, scoped, global]) await client?.end();
});

/** Sends statements and takes them back: how many rows the last one answered, or the error's code. */
async function tried(client: pg.Client, ...statements: string[]): Promise<string> {
  await client.query('begin');
  try {
    let rows = 0;
    for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
    return `${rows} rows`;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('rollback');
  }
}

const DENIED = '42501';
const FILE = `${'0'.repeat(32)}.csv`;

describe('either role', () => {
  test.each([
    'create temporary table admins (id integer)',
    'create temporary view admins as select 1 as id',
    'create view pg_temp.admins as select 1 as id',
    `create function pg_temp.lower(text) returns text language sql as 'select 1'`,
    'create table public.mine ()',
    'create view public.mine as select 1',
    `create function public.mine() returns integer language sql as 'select 1'`,
    'create schema mine',
    'create extension dblink',
    'create extension plpython3u',
    'create role mine superuser',
    `create or replace function provost_scope() returns integer language sql as 'select 3'`,
    'alter table charges disable row level security',
    'drop policy own_reads on charges',
    'create policy mine on charges using (true)',
    'alter table charges no force row level security',
    'truncate charges',
    'drop table charges',
    'set role postgres',
    'set role provost_definer',
    'set session authorization postgres',
    'alter role current_user createrole',
    'alter role current_user superuser',
    'alter role provost_definer login',
    'grant provost_definer to current_user',
    'select * from pg_authid',
    'select * from pg_shadow',
    'select * from scope_key',
    'select * from secret_key_fingerprint',
    'delete from kysely_migration',
    `select pg_read_file('/etc/passwd')`,
    `select pg_ls_dir('/')`,
    `select lo_import('/etc/passwd')`,
    `select lo_export(1, '/tmp/x')`,
    `copy settings to program 'id'`,
    `copy (select 1) to '/tmp/provost-wall'`,
    `copy settings from '/etc/passwd'`,
    `call guard('charges', 'true')`,
    `call make_definer('provost_now()')`,
    'set session_replication_role = replica',
  ])('cannot: %s', async (statement) => {
    expect(await tried(scoped, statement), 'scoped').toBe(DENIED);
    expect(await tried(global, statement), 'global').toBe(DENIED);
  });

  test.each(['create database mine', 'alter system set ssl = off'])('cannot: %s', async (statement) => {
    for (const client of [scoped, global]) {
      await expect(client.query(statement)).rejects.toMatchObject({ code: DENIED });
    }
  });

  test('owns nothing, is above nothing, and its definers are no superuser’s', async () => {
    const { rows } = await owner.query(
      `select r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolreplication,
         (select count(*)::int from pg_class c where c.relowner = r.oid) as owns
       from pg_roles r where r.rolname in ('provost_global', 'provost_scoped', 'provost_site', 'provost_definer', $1, $2, $3)`,
      [scoped.user, global.user, new URL(app().urls.site).username],
    );
    const nothing = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
    expect(rows).toEqual(Array.from({ length: 7 }, () => ({ ...nothing, rolreplication: false, owns: 0 })));
    const { rows: definers } = await owner.query<{
      name: string;
      owner: string;
      path: string[];
      open: boolean;
    }>(
      `select p.oid::regprocedure::text as name, pg_get_userbyid(p.proowner) as owner, p.proconfig as path,
         has_function_privilege('public', p.oid, 'execute') as open
       from pg_proc p where p.prosecdef and p.pronamespace not in ('pg_catalog'::regnamespace)`,
    );
    expect(definers.length).toBeGreaterThanOrEqual(6);
    const { rows: of } = await owner.query(
      `select pg_get_userbyid(relowner) as audit from pg_class where relname = 'audit_entries'`,
    );
    for (const { name, ...definer } of definers) {
      expect(definer, name).toEqual({
        // Nobody else changes an entry of the audit.
        owner: /^erase_(?:audit|archived)_entry\(/.test(name) ? of[0].audit : 'provost_definer',
        path: ['search_path=pg_catalog, public, pg_temp'],
        open: false,
      });
    }
  });

  test('has triggers that look for their tables in one place', async () => {
    const { rows } = await owner.query(
      `select distinct p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal and p.pronamespace = 'public'::regnamespace
         and p.proconfig is distinct from array['search_path=pg_catalog, public, pg_temp']`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the scoped role', () => {
  test('may tell itself another search path, and takes nobody down by it', async () => {
    const { rows } = await owner.query<{ name: string }>('select current_database() as name');
    const name = pg.escapeIdentifier(rows[0]?.name ?? '');
    await scoped.query(`alter role current_user in database ${name} set search_path = 'nowhere'`);
    const opened = openDatabase(app().urls);
    const programs = () => opened.forProgram(own).selectFrom('programs').select('id').execute();
    expect(await programs()).toEqual([{ id: own }]);
    await opened.close();
  });

  test.each([
    'set role provost_global',
    'set local row_security = off; select from charges',
    'select * from pgboss.job',
    `insert into pgboss.job (name) values ('recalculate-lines')`,
    'delete from pgboss.job',
    'select * from settings',
    'select * from stray_files',
    'select * from sessions',
    'select * from refresh_tokens',
    'select * from mails',
    'select * from draw_secrets',
  ])('cannot: %s', async (statement) => {
    const outcome = await tried(scoped, statement);
    expect(outcome).toBe(DENIED);
  });

  test.each(['0', '1', 'x.y', '.', 'null'])('works for nobody where it says %o of itself', async (said) => {
    const say = `set local provost.scope = '${said}'`;
    expect(await tried(scoped, say, 'select from programs')).toBe('0 rows');
    expect(await tried(scoped, say, 'select from site_users')).toBe('0 rows');
  });

  test('cannot sign for another program with what it knows', async () => {
    const { rows } = await scoped.query<{ said: string }>(`select current_setting('provost.scope') as said`);
    const [, admin, signature] = rows[0]?.said.split('.') ?? [];
    const forged = [
      `${foreign}.${admin}.${signature}`,
      `${own}.${admins.foreign}.${signature}`,
      `${foreign}`,
      `${foreign}.`,
      `${own}.${admin}.${signature}0`,
      `${own}.${admin}${signature}`,
    ];
    for (const said of forged) {
      expect(await tried(scoped, `set local provost.scope = '${said}'`, 'select from programs')).toBe(
        '0 rows',
      );
    }
    expect(await tried(scoped, 'select from programs')).toBe('1 rows');
  });

  test('gets nothing out of the definers by foreign ids', async () => {
    const told = async (id: number) =>
      (await scoped.query<{ told: string | null }>('select admin_email($1) as told', [id])).rows[0]?.told;
    expect(await told(admins.own)).toMatch(/@/);
    expect(await told(admins.foreign)).toBeNull();
    expect(await told(admins.global)).toBeNull();
    expect(
      await tried(scoped, `select from admin_email_elsewhere(${admins.foreign}) e where e is not null`),
    ).toBe('0 rows');
    expect(await tried(scoped, 'select from lent_events()')).toBe('0 rows');
    expect(await tried(scoped, 'select from bundled_classes()')).toBe('0 rows');
    const kept = await scoped.query<{ kept: boolean }>(`select keep_file('images/of-somebody-else') as kept`);
    expect(kept.rows[0]?.kept).toBe(false);
  });

  test('is told who changed something of its program, and nobody else', async () => {
    const db = app().platform.database.everything;
    await audit(system(db, { admin_id: admins.global }), {
      entity: 'class',
      entity_id: 1,
      action: 'update',
      program_id: own,
    });
    const { rows } = await scoped.query<{ email: string }>(
      'select email from (select admin_email(id) as email from generate_series(1, 100) id) x where email is not null order by 1',
    );
    const { rows: known } = await owner.query<{ email: string }>(
      'select email from admins where id = any ($1) order by 1',
      [[admins.own, admins.beside, admins.global]],
    );
    expect(rows).toEqual(known);
    expect((await global.query('select admin_email($1) as told', [admins.foreign])).rows[0].told).toMatch(
      /@/,
    );
  });

  test('gains nothing from tables of its own, were it ever allowed to make them', async () => {
    // The same climb does reach the owner by a function that looks where the caller says: so this test can fail.
    await owner.query(`
      grant temporary on database ${owner.database} to public;
      create function careless(admin integer) returns text language sql stable security definer
        set search_path = public as 'select email from admins where id = admin'`);
    try {
      await scoped.query('begin');
      await scoped.query(`
        create function pg_temp.mine() returns text language plpgsql as $$
        begin return current_user; end $$;
        create view pg_temp.admins as select ${admins.foreign} as id, pg_temp.mine() as email, 0 as program_id;
        create view pg_temp.audit_entries as select ${admins.foreign} as admin_id, ${own} as program_id;
        create view pg_temp.scope_key as select '\\x00'::bytea as key;
        create view pg_temp.event_programs as select 1 as event_id, ${own} as program_id;
        set local search_path = pg_temp, public`);
      const { rows } = await scoped.query(
        `select public.careless($1) as careless, public.admin_email($1) as told, public.provost_scope() as scope,
           (select count(*)::int from public.lent_events()) as lent`,
        [admins.foreign],
      );
      expect(rows).toEqual([{ careless: owner.user, told: null, scope: own, lent: 0 }]);
    } finally {
      await scoped.query('rollback');
      await owner.query(`revoke temporary on database ${owner.database} from public; drop function careless`);
    }
  });

  describe('writes in its own name alone', () => {
    let [ofOwn, ofForeign, session, bundle, giveaway, request] = [0, 0, 0, 0, 0, 0];

    beforeAll(async () => {
      const db = app().platform.database.everything;
      ofOwn = (await makeSiteUser(db, { program_id: own })).id;
      ofForeign = (await makeSiteUser(db, { program_id: foreign })).id;
      const instructor = await makeInstructor(db, { program_id: own });
      const taught = await makeClass(db, { instructor_id: instructor.id, program_id: own });
      session = (await makeSession(db, { class_id: taught.id })).id;
      bundle = taught.id;
      giveaway = (await makeEvent(db, { program_id: own, type: 'giveaway' })).id;
      const charge = await makeCharge(db, {
        class_id: taught.id,
        instructor_id: instructor.id,
        program_id: own,
      });
      const { rows: asked } = await owner.query<{ id: number }>(
        `insert into refund_requests (charge_id, scope_program_id, amount, type, admin_id)
         values ($1, $2, 1, 'admin', $3) returning id`,
        [charge.id, own, admins.beside],
      );
      request = asked[0]?.id ?? 0;
      // What stood until yesterday, and what stands since.
      await owner.query(`insert into commission_groups (level, owner_id, program_id) values (1, ${own}, ${own});
        insert into commission_rows (level, owner_id, program_id, type, commission, created_at, replaced_at) values
          (1, ${own}, ${own}, 1, 5, now() - interval '2 days', now() - interval '1 day'),
          (1, ${own}, ${own}, 4, 95, now() - interval '2 days', null),
          (1, ${own}, ${own}, 1, 5, now() - interval '1 day', null)`);
    });

    test.each([
      [
        'an attendance of somebody of another program',
        () => `insert into attendances (session_id, user_id, type) values (${session}, ${ofForeign}, 'live')`,
      ],
      [
        'any attendance',
        () => `insert into attendances (session_id, user_id, type) values (${session}, ${ofOwn}, 'live')`,
      ],
      [
        'a prize',
        () =>
          `insert into lilt_entries (user_id, amount, kind, created_by) values (${ofOwn}, 100, 'prize', ${admins.own})`,
      ],
      [
        'a prize of nobody',
        () => `insert into lilt_entries (user_id, amount, kind) values (${ofOwn}, 100, 'prize')`,
      ],
      [
        'a grant of another',
        () =>
          `insert into lilt_entries (user_id, amount, kind, created_by) values (${ofOwn}, 100, 'grant', ${admins.global})`,
      ],
      [
        'a grant of nobody',
        () => `insert into lilt_entries (user_id, amount, kind) values (${ofOwn}, 100, 'grant')`,
      ],
      [
        'a grant of yesterday',
        () =>
          `insert into lilt_entries (user_id, amount, kind, created_by, created_at) values (${ofOwn}, 100, 'grant', ${admins.own}, now() - interval '1 day')`,
      ],
      [
        'an audit entry of another',
        () =>
          `insert into audit_entries (entity, entity_id, action, program_id, admin_id) values ('x', 'x', 'x', ${own}, ${admins.global})`,
      ],
      [
        'an audit entry of nobody',
        () =>
          `insert into audit_entries (entity, entity_id, action, program_id) values ('x', 'x', 'x', ${own})`,
      ],
      [
        'an audit entry of yesterday',
        () =>
          `insert into audit_entries (entity, entity_id, action, program_id, admin_id, at) values ('x', 'x', 'x', ${own}, ${admins.own}, now() - interval '1 day')`,
      ],
      [
        'a report for another',
        () => `insert into class_reports (class_id, admin_id) values (${bundle}, ${admins.foreign})`,
      ],
      ['parts of a charge', () => `select fill_parts('{1}')`],
      [
        'a fulfilment of yesterday',
        () =>
          `insert into fulfilments (admin_id, program_id, file_name, created_at) values (${admins.own}, ${own}, '${FILE}', now() - interval '1 day')`,
      ],
      [
        'a fulfilment of nobody',
        () => `insert into fulfilments (program_id, file_name) values (${own}, '${FILE}')`,
      ],
      ['a notification of nobody', () => `insert into payment_notifications (user_id) values (${ofOwn})`],
      [
        'a notification of yesterday',
        () =>
          `insert into payment_notifications (user_id, admin_id, sent_at) values (${ofOwn}, ${admins.own}, now() - interval '1 day')`,
      ],
      [
        'an enrolment of yesterday',
        () =>
          `insert into class_users (class_id, user_id, dateadded) values (${bundle}, ${ofOwn}, now() - interval '1 day')`,
      ],
      [
        'a sale',
        () =>
          `insert into charges (class_id, program_id, amount, currency) values (${bundle}, ${own}, 10, 'USD')`,
      ],
      [
        'a session',
        () => `update class_sessions set end_at = end_at + interval '1 hour' where id = ${session}`,
      ],
      [
        'a comment of somebody',
        () => `insert into class_comments (class_id, user_id, message) values (${bundle}, ${ofForeign}, 'x')`,
      ],
      ['a draw', () => `update events set drawn_at = now() where id = ${giveaway}`],
      ['tickets', () => `update events set tickets = 5 where id = ${giveaway}`],
      [
        'a decision of yesterday',
        () =>
          `update refund_requests set decision = 'rejected', decided_at = now() - interval '1 day', decided_by = ${admins.own} where id = ${request}`,
      ],
      ['an account away', () => `delete from admins where id = ${admins.own}`],
      [
        'an answer of a key that is kept for longer',
        () =>
          `insert into idempotency_keys (admin_id, key, route, body_hash, created_at) values (${admins.own}, 'k', 'r', 'x', now() + interval '1 year')`,
      ],
      [
        'an answer to another',
        () =>
          `insert into idempotency_keys (admin_id, key, route, body_hash) values (${admins.beside}, 'k', 'r', 'x')`,
      ],
      [
        'a recalculation of nobody',
        () =>
          `insert into recalculations (level, owner_id, program_id, scope_program_id, run_at) values (1, ${own}, ${own}, ${own}, now())`,
      ],
      [
        'a recalculation that is over',
        () =>
          `insert into recalculations (level, owner_id, program_id, scope_program_id, requested_by, run_at, status, finished_at) values (1, ${own}, ${own}, ${own}, ${admins.own}, now(), 'done', now())`,
      ],
      [
        'what a split was',
        () => `update commission_rows set commission = 1 where level = 1 and owner_id = ${own}`,
      ],
      ['a split away', () => `delete from commission_rows where level = 1 and owner_id = ${own}`],
      [
        'a split of last year',
        () =>
          `update commission_rows set replaced_at = created_at where level = 1 and owner_id = ${own} and replaced_at is null`,
      ],
      [
        'a split that stands again',
        () =>
          `update commission_rows set replaced_at = null where level = 1 and owner_id = ${own} and replaced_at is not null`,
      ],
      [
        'a split that is older than it is',
        () =>
          `insert into commission_rows (level, owner_id, program_id, type, commission, created_at) values (1, ${own}, ${own}, 1, 5, now() - interval '1 year')`,
      ],
      [
        'a program that another saved',
        () => `update programs set updated_by = ${admins.global} where id = ${own}`,
      ],
      [
        'a user that another saved',
        () => `update site_users set updated_by = ${admins.global} where id = ${ofOwn}`,
      ],
      [
        'a coupon of another',
        () =>
          `insert into coupons (coupon_name, coupon_stripe_id, program_id, updated_by) values ('x', 'x', ${own}, ${admins.global})`,
      ],
    ])('and not: %s', async (_, statement) => {
      expect(await tried(scoped, statement())).toBe(DENIED);
    });

    test.each([
      [
        'a grant',
        () =>
          `insert into lilt_entries (user_id, amount, kind, created_by) values (${ofOwn}, 100, 'grant', ${admins.own})`,
      ],
      [
        'an audit entry',
        () =>
          `insert into audit_entries (entity, entity_id, action, program_id, admin_id) values ('x', 'x', 'x', ${own}, ${admins.own})`,
      ],
      ['a report', () => `insert into class_reports (class_id, admin_id) values (${bundle}, ${admins.own})`],
      [
        'a fulfilment',
        () =>
          `insert into fulfilments (admin_id, program_id, file_name) values (${admins.own}, ${own}, '${FILE}')`,
      ],
      [
        'a notification',
        () => `insert into payment_notifications (user_id, admin_id) values (${ofOwn}, ${admins.own})`,
      ],
      [
        'a recalculation',
        () =>
          `insert into recalculations (level, owner_id, program_id, scope_program_id, requested_by, run_at) values (1, ${own}, ${own}, ${own}, ${admins.own}, now())`,
      ],
      [
        'a split of now',
        () =>
          `update commission_rows set replaced_at = provost_now() where level = 1 and owner_id = ${own} and type = 4`,
      ],
      ['a program', () => `update programs set updated_by = ${admins.own} where id = ${own}`],
      ['an event', () => `update events set name = 'x' where id = ${giveaway}`],
      [
        'a decision',
        () =>
          `update refund_requests set decision = 'rejected', decided_at = provost_now(), decided_by = ${admins.own} where id = ${request}`,
      ],
    ])('but: %s', async (_, statement) => {
      expect(await tried(scoped, statement())).toBe('1 rows');
    });

    test('wherever a column names an admin', async () => {
      const { rows } = await owner.query<{ place: string }>(
        `select k.conrelid::regclass || '.' || a.attname as place
         from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
         where k.contype = 'f' and k.confrelid = 'admins'::regclass and k.connamespace = 'public'::regnamespace
           and (has_column_privilege($1, k.conrelid, a.attnum, 'insert') or has_column_privilege($1, k.conrelid, a.attnum, 'update'))
           and not exists (select from pg_policy p where p.polrelid = k.conrelid and p.polname = 'own_name' and not p.polpermissive)
           and not exists (select from pg_trigger t where t.tgrelid = k.conrelid and t.tgname = 'own_name'
             and a.attname = any (string_to_array(encode(t.tgargs, 'escape'), '\\000')))
         order by 1`,
        [scoped.user],
      );
      expect(rows, 'call guard_names(…) in the migration').toEqual([]);
    });
  });

  test('calls what it may call for a reason, and nothing else', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and has_function_privilege($1, p.oid, 'execute')
         and p.prorettype <> 'trigger'::regtype and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       order by 1`,
      [scoped.user],
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(CALLED).toSorted());
  });
});

/** Why a program's session may call what it may call. */
const CALLED: Record<string, string> = {
  ...Object.fromEntries(
    ALL_NOUNS.flatMap(([, { table, programs }]) =>
      programs ? [[`lent_${table}`, 'what the program shows']] : [],
    ),
  ),
  address_key: 'works on what it is given',
  admin_email: 'reads as its caller, and by admin_email_elsewhere',
  admin_email_elsewhere: 'who has changed something of the program',
  are_condition_groups: 'works on what it is given',
  bundle_circle: 'the number of a class that would close a circle, and nothing of it',
  bundled_classes: 'what the program sells in bundles',
  csv_text: 'works on what it is given',
  day_of: 'works on what it is given',
  delivery_country: 'works on what it is given',
  delivery_is_complete: 'works on what it is given',
  email_is_taken: 'whether an address is somebody’s, and not whose',
  english_hash: 'works on what it is given',
  is_blank: 'works on what it is given',
  is_outdated: 'works on what it is given',
  iso_moment: 'works on what it is given',
  instructor_beside: 'the name of who teaches a class that the program sells',
  is_settled: 'works on what it is given',
  keep_file: 'by a file’s name, which is a secret of who has written it',
  lent_instructors: 'the names of who teaches what the program sells',
  link_instructor_programs: 'links of a class of the program alone, which its instructor asks for',
  mail_own_user: 'people of the program alone',
  may_enrol: 'people of the program alone',
  payee_addresses: 'reads as its caller',
  payment_is_complete: 'reads as its caller',
  program_beside: 'the name of a program beside one’s own',
  proposed_lines: 'lines of the program alone',
  provost_admin: 'in whose name the transaction writes',
  provost_now: 'the clock',
  provost_scope: 'for which program the transaction works',
  recalculations_of_own_program: 'of the program alone',
  received_gift_products: 'what the program’s people have',
  refund_approval_above: 'a limit that staff is shown',
  site_key_at: 'when the site of the program got its key',
  admins_behind_user: 'whoever set the password of a user of its own, or logged in as them, by their ids',
  stands_behind: 'whether one admin is behind the account of another, and nothing of either',
  students_at_home: 'how many of them, of the program alone',
  ticket_at: 'works on what it is given',
  ticket_holder: 'who holds a ticket of the program',
  tickets_in_order: 'reads as its caller',
};

describe('the role of sites', () => {
  let site: pg.Client;
  beforeAll(async () => {
    site = new pg.Client(app().urls.site);
    await site.connect();
  });
  afterAll(() => site?.end());

  const as = (program: number) =>
    `select set_config('provost.site', '${signedSite(scopeKey(app().urls.scoped), program)}', true)`;

  test('sees no row without a program, nor with one that nobody has signed', async () => {
    await makeSiteUser(app().platform.database.everything, { program_id: own });
    expect(await tried(site, 'select from site_users')).toBe('0 rows');
    for (const forged of [String(own), `${own}.`, `${own}.${'0'.repeat(64)}`])
      expect(
        await tried(site, `select set_config('provost.site', '${forged}', true)`, 'select from site_users'),
      ).toBe('0 rows');
    const ofStaff = signedScope(scopeKey(app().urls.scoped), { program_id: own, admin_id: 0 });
    expect(
      await tried(site, `select set_config('provost.site', '${ofStaff}', true)`, 'select from site_users'),
    ).toBe('0 rows');
    expect(await tried(site, as(own), 'select from programs')).toBe('1 rows');
  });

  test('may do for a reason what it may do, and nothing else', async () => {
    const { rows } = await owner.query<{ name: string; may: string }>(
      `select c.relname as name, string_agg(distinct p.privilege, ' ' order by p.privilege) as may
       from pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as p (privilege)
       where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind in ('r', 'v', 'p', 'm')
         and (has_table_privilege($1, c.oid, p.privilege)
           or p.privilege in ('select', 'insert', 'update') and has_any_column_privilege($1, c.oid, p.privilege))
       group by c.relname order by 1`,
      [site.user],
    );
    expect(Object.fromEntries(rows.map(({ name, may }) => [name, may]))).toEqual(OPEN_TO_SITES);
  });

  test('reads of nobody what their password became, and makes nobody elsewhere', async () => {
    const { id } = await makeSiteUser(app().platform.database.everything, { program_id: own });
    expect(await tried(site, as(own), `select id from site_users where id = ${id}`)).toBe('1 rows');
    expect(await tried(site, as(own), 'select password_hash from site_users')).toBe(DENIED);
    const probing = `update site_users set first_name = 'x' where password_hash is null`;
    expect(await tried(site, as(own), probing)).toBe(DENIED);
    const making = (program: number) =>
      `insert into site_users (email, program_id) values ('made@example.org', ${program})`;
    expect(await tried(site, as(own), making(own))).toBe('1 rows');
    expect(await tried(site, as(own), making(foreign))).toBe(DENIED);
  });

  test('works behind guards alone', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and has_any_column_privilege($1, c.oid, 'select, insert, update') and not c.relrowsecurity`,
      [site.user],
    );
    expect(rows.map(({ name }) => name).filter((name) => !WITHOUT_GUARD.includes(name))).toEqual([]);
  });
});

/** What the role of sites may do with each table; a table that is not here it may not even read. */
const OPEN_TO_SITES: Record<string, string> = {
  attendances: 'insert select',
  audit_entries: 'insert',
  banner_images: 'select',
  banner_translations: 'select',
  banners: 'select',
  bundle_classes: 'select',
  charge_lines: 'delete insert select update',
  charge_parts: 'select',
  charges: 'insert select update',
  class_program_tags: 'select',
  class_programs: 'select',
  class_sessions: 'insert select update',
  class_translations: 'select',
  class_users: 'insert select update',
  classes: 'select',
  commission_rows: 'select',
  coupons: 'select',
  draws: 'select',
  email_templates: 'select',
  event_programs: 'select',
  event_translations: 'select',
  events: 'select update',
  gift_product_programs: 'select',
  gift_product_translations: 'select',
  gift_products: 'select update',
  gift_purchases: 'insert select',
  landing_page_translations: 'select',
  landing_pages: 'select',
  lilt_entries: 'insert select',
  payment_secrets: 'delete insert select update',
  payment_settings: 'insert select update',
  program_subscriptions: 'select',
  program_tags: 'select',
  program_translations: 'select',
  programs: 'select',
  refund_requests: 'insert select',
  refunds: 'select',
  seen_users: 'insert select update',
  site_categories: 'select',
  site_category_programs: 'select',
  site_changes: 'select',
  site_coin_days: 'insert select update',
  site_facts: 'delete insert select update',
  site_password_requests: 'insert select',
  site_user_categories: 'delete insert select',
  site_user_references: 'delete insert select',
  site_users: 'insert select update',
  swept_site_changes: 'select',
  tickets: 'insert select',
  timezones: 'select',
  unmatched_payments: 'insert select update',
  uploads: 'insert select update',
};

/** Tables that are the same for everybody. */
const WITHOUT_GUARD: string[] = ['timezones'];
