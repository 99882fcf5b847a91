import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ALL_NOUNS } from '../../features/nouns.ts';
import { useTestApp } from '../../test/harness.ts';
import { NO_SCOPE, scopeKey, signedScope } from './scope.ts';

const app = useTestApp();
let owner: pg.Client;
let scoped: pg.Client;
let global: pg.Client;
let key: Buffer;
/** Tables with a guard. */
let guardedTables: ReadonlySet<string>;

/** Why a table needs no guard: the role of a program's staff has no right on it whatsoever. */
const CLOSED: Record<string, string> = {
  'public.audit_archives': 'holds entries of all programs',
  'public.audit_seals': 'chains the entries of all programs',
  'public.bulk_assignments': 'assigns classes across programs',
  'public.charge_disputes': 'what banks want back, as the payment provider tells',
  'public.data_requests': 'what people want of superadmins, in all programs',
  'public.denials': 'who was denied what, before it stands in the audit',
  'public.draw_proofs': 'written by a confirmation and handed out to everybody, by the platform both',
  'public.email_template_tests': 'counted by the platform, so that nobody makes room by forgetting them',
  'public.erased_audit_entries': 'names entries of all programs',
  'public.erased_people': 'whom superadmins have erased, in all programs',
  'public.erased_reference_keys': 'hashes the same: closed to every role',
  'public.erased_references': 'by what sites called them, as a hash: closed to every role',
  'public.erasures': 'the same, while it is done',
  'public.exports': 'made for whoever asked, by the platform, and told to nobody else',
  'public.kysely_migration': 'what the next start does to the database',
  'public.kysely_migration_lock': 'the same',
  'public.lilt_tokens': 'belong to no program',
  'public.manual_refunds': 'what the provider that is no provider has done, for all programs',
  'public.mail_attachments': 'goes with a mail',
  'public.mails': 'what was written to whom is the platform’s business',
  'public.installation': 'of the installation, and nobody’s to touch but through its function',
  'public.money_setting_changes': 'of the installation, and of superadmins alone',
  'public.one_time_codes': 'proves who somebody is',
  'public.passkey_challenges': 'proves who somebody is',
  'public.passkeys': 'proves who somebody is',
  'public.password_reset_requests': 'who has asked for a new password',
  'public.password_resets': 'proves who somebody is',
  'public.site_password_resets': 'proves who somebody is',
  'public.payout_details': 'accounts of payees as they were paid, of all programs',
  'public.payout_files': 'the same, as files',
  'public.payout_batches': 'pays across programs, and its file names accounts of all of them',
  'public.payout_makings': 'how far a batch of all programs is',
  'public.payout_slices': 'lines of all programs that a batch is about to claim',
  'public.personal_columns': 'what is said of people where, and changed by migrations alone',
  'public.payment_invoices': 'the two names of payments at a provider, for all programs',
  'public.provider_events': 'what a payment provider has told, for all programs',
  'public.recovery_codes': 'proves who somebody is',
  'public.recovery_calls': 'who has asked for a link, known or not',
  'public.refresh_tokens': 'proves who somebody is',
  'public.schema_versions': 'which migrations there are',
  'public.scope_key': 'signs the program of a session',
  'public.sealed_audit_entries': 'what was sealed of entries of all programs',
  'public.secret_key_fingerprint': 'tells which SECRET_KEY is the right one',
  'public.sessions': 'proves who somebody is',
  'public.settings': 'of the installation, not of a program',
  'public.sign_on_attempts': 'proves who is to come back from the provider',
  'public.sign_on_subjects': 'proves who somebody is',
  'public.sign_in_failures': 'who has tried to sign in, known or not',
  'public.site_key_calls': 'counted by the platform, before anybody is known',
  'public.site_keys': 'proves which site calls',
  'public.site_logins': 'opened, exchanged and ended by the platform, in nobody else’s name',
  'public.stray_files': 'files of all programs, before anybody names them',
  'public.webhooks': 'where what has changed is told, and by superadmins alone',
  'public.webhook_deliveries': 'what they were sent, the same',
  'public.webhook_secrets': 'proves to receivers who sends',
  'public.unsealed_audit_entries': 'names entries of all programs',
  'public.unbooked_events': 'what a payment provider told of nobody knows which program',
};
/** Why everybody reads a table that has no guard; nobody but a migration writes it. */
const SHARED: Record<string, string> = {
  'public.open_lines': 'a view that shows its reader what the reader may see of what it is made of',
  'public.timezones': 'numbers of time zones, the same for everybody',
};
/** The queue belongs to pg-boss, and works for all programs. */
const CLOSED_SCHEMAS = ['pgboss'];

/** Of every noun: its link to the program that shows it, and a text in German. */
const partsOf = (p: number) =>
  ALL_NOUNS.flatMap(([, { languages, programs }]) => [
    ...(programs
      ? [
          `insert into ${programs.table} (${programs.owner}, program_id) values (${p}, ${p}) on conflict do nothing`,
        ]
      : []),
    ...(languages
      ? [
          `insert into ${languages.table} (${languages.owner}, language_slug, ${languages.fields[0]}) values (${p}, 'de', 'x')`,
        ]
      : []),
  ]).join(';\n  ');

/** Of every noun that needs nothing but a name: a row. Those that need more stand in `rowsOf`. */
const namedRowsOf = (p: number) =>
  [...new Map(ALL_NOUNS.map(([, { table, name }]) => [table, name]))]
    .flatMap(([table, name]) =>
      table && name && guardedTables.has(table) && !rowsOf(p, '').includes(`insert into ${table} (`)
        ? [`insert into ${table} (id, ${name}, program_id) values (${p}, 'x', ${p})`]
        : [],
    )
    .join(';\n  ');

/** One row of every guarded table for a program; all are written by one transaction, by which they are known. */
const rowsOf = (p: number, namedRows: string) => `
  insert into programs (id, program_tag, program_display_name) values (${p}, 'p${p}', 'P${p}');
  insert into admins (id, email, password_hash, program_id) overriding system value values (${p}, 'admin${p}', '!', ${p});
  insert into admin_invitations (admin_id, invited_by) values (${p}, ${p});
  insert into audit_entries (entity, entity_id, action, program_id) values ('x', 'x', 'x', ${p});
  insert into idempotency_keys (admin_id, key, route, body_hash) values (${p}, 'k', 'r', 'x');
  insert into site_keys (id, program_id, name, rights, key_hash) values (${p}, ${p}, 'x', '{read}', sha256('k${p}'::bytea));
  insert into site_facts (program_id, kind, reference, body, key_id) values (${p}, 'charge', 'x', '{}', ${p});
  insert into swept_site_changes (program_id, xid, id) values (${p}, '0', 0);
  insert into site_users (id, email, program_id) values (${p}, 'user${p}', ${p});
  insert into classes (id, class_name, program_id) values (${p}, 'class', ${p}), (${p} + 10, 'bundle', ${p});
  insert into bundle_classes (bundle_id, class_id, position) values (${p} + 10, ${p}, 0);
  insert into commission_groups (level, owner_id, program_id) values (2, ${p}, ${p});
  insert into commission_rows (level, owner_id, program_id, type, commission, created_at)
    values (2, ${p}, ${p}, 0, 10, now()), (2, ${p}, ${p}, 4, 90, now());
  insert into payouts (program_id, scope_program_id, currency, amount) values (${p}, ${p}, 'USD', 1);
  insert into charges (id, class_id, program_id, amount, currency) values (${p}, ${p}, ${p}, 10, 'USD');
  insert into sale_sums (span, program_id, currency, day, sales, sold, refunded, paid_out, refunds, returned)
    values ('day', ${p}, 'USD', '2020-01-01', 0, 0, 0, 0, 0, 0);
  insert into unmatched_payments (provider_ref, amount, currency, paid_at, program_id) values ('pi_${p}', 1, 'USD', now(), ${p});
  insert into charge_lines (charge_id, scope_program_id, type, row_id, commission, divided, divided_by, rounding, amount)
    values (${p}, ${p}, 0, 1, 10, 100, 100, 0, 10);
  update charge_lines set split_at = split_at + interval '1 second' where charge_id = ${p};
  update charges set reserved = 1 where id = ${p};
  insert into refunds (id, charge_id, scope_program_id, amount, due_at) values (${p}, ${p}, ${p}, 1, now());
  insert into charges (id, class_id, program_id, amount, currency, charge_type, held)
    values (${p} + 10, ${p} + 10, ${p}, 10, 'USD', 'bundle_payment', 'no_instructor');
  insert into charge_parts (charge_id, class_id, scope_program_id, amount) values (${p}, ${p}, ${p}, 10);
  update charge_parts set reserved = 1 where charge_id = ${p};
  insert into refund_parts (refund_id, class_id, scope_program_id, amount) values (${p}, ${p}, ${p}, 1);
  insert into refund_lines (refund_id, charge_id, scope_program_id, type, amount) values (${p}, ${p}, ${p}, 0, 1);
  insert into payout_adjustments (scope_program_id, currency, amount, kind) values (${p}, 'USD', -1, 'refund');
  insert into payout_adjustment_claims (adjustment_id, payout_id, scope_program_id, until_at)
    select a.id, p.id, ${p}, now() from payout_adjustments a, payouts p
    where a.scope_program_id = ${p} and p.program_id = ${p};
  insert into refund_requests (charge_id, scope_program_id, amount, type, admin_id) values (${p}, ${p}, 1, 'admin', ${p});
  insert into recalculations (level, owner_id, program_id, scope_program_id, run_at) values (2, ${p}, ${p}, ${p}, now());
  insert into recalculations (level, owner_id, program_id, scope_program_id, run_at) values (3, ${p}, ${p}, 0, now());
  insert into uploads (type, path, original_file, bytes, width, height, sha256, uploaded_by, program_id)
    values ('event-image', '/storage/images/${p}', 'x', 1, 1, 1, sha256('x'), ${p}, ${p});
  ${namedRows};
  insert into events (id, name, type, ticket_price, available, start_at, end_at, commitment, program_id)
    values (${p}, 'x', 'giveaway', 0, 1, now(), now() + interval '1 day', sha256('x'), ${p});
  insert into event_categories (event_id, category_id) values (${p}, ${p});
  insert into draw_secrets (event_id, sealed) values (${p}, decode(repeat('00', 60), 'hex'));
  insert into tickets (id, event_id, program_id, user_id, code) values (${p}, ${p}, ${p}, ${p}, '00000000000${p}');
  update events set available = 2 where id = ${p};
  insert into draws (event_id, program_id) values (${p}, ${p});
  insert into draw_attempts (event_id, program_id, attempt, number, ticket_id, token_hash)
    values (${p}, ${p}, 0, 0, ${p}, sha256('x${p}'::bytea));
  insert into program_tags (id, program_id, name) values (${p}, ${p}, 'x');
  insert into program_subscriptions (program_id, type) values (${p}, 'month');
  insert into program_defaults (program_id, default_program_id) values (${p}, 100);
  insert into class_program_tags (class_id, program_id, tag_id) values (${p}, ${p}, ${p});
  insert into class_sessions (id, class_id, start_at, end_at) values (${p}, ${p}, now(), now() + interval '1 hour');
  insert into class_users (class_id, user_id) values (${p}, ${p});
  insert into attendances (session_id, user_id, type) values (${p}, ${p}, 'live');
  insert into membership_pools (id, from_day, to_day, currency, split_amount, created_by)
    values (${p}, date '2000-01-01' + ${p} * 40, date '2000-01-01' + ${p} * 40, 'USD', 1, ${p});
  insert into membership_parts (pool_id, user_id, live, recordings, amount, lens)
    values (${p}, ${p}, 1, 0, 1, 1);
  insert into payment_notifications (user_id, admin_id) values (${p}, ${p});
  insert into class_comments (class_id, message) values (${p}, 'x');
  insert into class_reports (class_id, admin_id) values (${p}, ${p});
  insert into imports (id, kind, program_id, file_name, bytes, sha256, encoding, separator, headers, samples, mapping,
    import_send_email, import_update, import_create, import_class_enrol, dry_run)
    values (${p}, 'charges', ${p}, 'x.csv', 1, sha256('x'), 'utf-8', ',', '[]', '{}', '{}', false, true, true, false, true);
  insert into user_import_rows (import_id, line, outcome, reason) values (${p}, 2, 'rejected', 'x');
  insert into site_import_rows (import_id, line, outcome, reason) values (${p}, 2, 'rejected', 'x');
  insert into class_import_rows (import_id, line, outcome, reason) values (${p}, 2, 'rejected', 'x');
  insert into site_user_categories (user_id, category_id) values (${p}, ${p});
  insert into site_user_sites (user_id, program_id) values (${p}, 100);
  insert into site_user_programs (user_id, program_id) values (${p}, 100);
  insert into saved_views (screen, name, admin_id, program_id) values ('/users', 'x', ${p}, ${p});
  insert into seen_users (user_id) values (${p});
  insert into site_user_references (program_id, reference, user_id) values (${p}, 'x', ${p});
  insert into site_password_requests (user_id, program_id) values (${p}, ${p});
  insert into site_coin_days (program_id, day, granted) values (${p}, '2026-01-31', 1);
  insert into lilt_entries (user_id, amount, kind) values (${p}, 100, 'grant');
  insert into payment_settings (user_id) values (${p});
  insert into payment_secrets (user_id, field, sealed) values (${p}, 'iban', decode(repeat('00', 40), 'hex'));
  insert into payout_releases (user_id, reason, created_by) values (${p}, 'x', ${p});
  insert into site_logins (token_hash, user_id, program_id, admin_id, expires_at)
    values (sha256('x${p}'::bytea), ${p}, ${p}, ${p}, now() + interval '1 minute');
  insert into gift_products (id, name, type, program_id) values (${p}, 'x', 'physical', ${p});
  insert into gift_purchases (product_id, user_id, type) values (${p}, ${p}, 'regular');
  insert into fulfilments (admin_id, program_id, file_name) values (${p}, ${p}, '${String(p).repeat(32)}.csv');
  insert into banner_images (banner_id, size, upload_id, original_id, crop_id)
    select ${p}, 'image', id, id, id from uploads where program_id = ${p};
  insert into landing_pages (id, name, path, template, program_id) values (${p}, 'x', '/x', 'x.html', ${p});
  insert into coupons (coupon_name, coupon_stripe_id, program_id) values ('x', 'x', ${p});
  insert into email_templates (template, program_id, language, subject, text, inlined, plain, plain_derived)
    values ('password_reset', ${p}, 'en', 'x', 'x', 'x', 'x', true);
  insert into email_rules (id, program_id, name, subject, from_name, from_email, template, type, items)
    values (${p}, ${p}, 'x', 'x', 'x', 'x@example.com', 'x.html', 'daily_quiz', '[{}]');
  insert into email_rule_sends (rule_id, user_id, number) values (${p}, ${p}, 1);
  insert into email_unsubscribes (user_id, type) values (${p}, 'all');
  ${partsOf(p)}`;

type Table = {
  name: string;
  guarded: boolean;
  /** What the scoped role may do: select, insert, update, delete. */
  rights: string[];
  /** What an insert may name; all of them where none may be made. */
  columns: string[];
  updatable: string[];
};
let tables: Table[];
let guarded: Table[];
const transactions = new Map<number, string>();

beforeAll(async () => {
  const { global: globalUrl, scoped: scopedUrl } = inject('testDatabase');
  const open = async (url: string) => {
    const client = new pg.Client(
      Object.assign(new URL(url), { pathname: new URL(app().ownerUrl).pathname }).href,
    );
    await client.connect();
    return client;
  };
  [owner, scoped, global] = [await open(app().ownerUrl), await open(scopedUrl), await open(globalUrl)];
  key = scopeKey(scopedUrl);
  await owner.query(`
    insert into programs (id, program_tag, program_display_name) values (100, 'elsewhere', 'Elsewhere');
    insert into commission_groups (level, owner_id) values (0, 0);
    insert into commission_rows (level, owner_id, type, commission, created_at)
      values (0, 0, 0, 10, now()), (0, 0, 4, 90, now())`);
  const own = await owner.query<{ name: string }>(`
    select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`);
  guardedTables = new Set(own.rows.map(({ name }) => name));
  for (const program of [2, 3]) {
    await owner.query('begin');
    await owner.query(rowsOf(program, namedRowsOf(program)));
    const { rows } = await owner.query<{ id: string }>(
      'select (pg_current_xact_id()::text::bigint % 4294967296)::text as id',
    );
    transactions.set(program, rows[0]?.id ?? '');
    await owner.query('commit');
  }
  const { rows } = await owner.query<Table>(
    `select n.nspname || '.' || c.relname as name, c.relrowsecurity as guarded,
       array(select lower(r) from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) r
         where has_schema_privilege($1, n.oid, 'usage') and (has_table_privilege($1, c.oid, r)
           or r <> 'DELETE' and has_any_column_privilege($1, c.oid, r))) as rights,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = ''
         and (has_column_privilege($1, c.oid, a.attnum, 'INSERT')
           or not has_any_column_privilege($1, c.oid, 'INSERT'))) as columns,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'
         and has_column_privilege($1, c.oid, a.attnum, 'UPDATE')) as updatable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
     order by 1`,
    [scoped.user],
  );
  tables = rows;
  guarded = rows.filter((table) => table.guarded);
});

afterAll(async () => {
  for (const client of [owner, scoped, global]) await client?.end();
});

const tell = (said: string) => scoped.query(`select set_config('provost.scope', $1, false)`, [said]);
const say = (program_id: number, admin_id = program_id) => tell(signedScope(key, { program_id, admin_id }));
const count = async (client: pg.Client, table: string) =>
  Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
const codeOf = (client: pg.Client, statement: string) =>
  client.query(statement).then(
    ({ rowCount }) => `${rowCount} rows`,
    (error: { code: string }) => error.code,
  );

/** Sends a statement and takes it back. */
async function tried(client: pg.Client, statement: string): Promise<string> {
  await client.query('begin');
  const outcome = await codeOf(client, statement);
  await client.query('rollback');
  return outcome;
}

/** Where the rows of a program are, for a `where`. */
async function placesOf(table: string, program: number): Promise<string> {
  const { rows } = await owner.query<{ place: string }>(
    `select ctid::text as place from ${table} where xmin::text = $1`,
    [transactions.get(program)],
  );
  expect(rows.length, `${table}: give it rows in this test`).toBeGreaterThanOrEqual(1);
  return `ctid = any ('{${rows.map(({ place }) => `"${place}"`).join()}}'::tid[])`;
}

/** An insert of the very rows that a program has; were it let through, it would meet their keys. */
/** What the role writes of a table in the name of its admin, who has the number of the program (`say`). */
const IN_OWN_NAME: Record<string, (admin: number) => object> = {
  'public.audit_entries': (admin_id) => ({ admin_id }),
  'public.class_reports': (admin_id) => ({ admin_id }),
  'public.lilt_entries': (created_by) => ({ kind: 'grant', created_by }),
  'public.recalculations': (requested_by) => ({ requested_by }),
  'public.commission_rows': () => ({ created_at: new Date() }),
};

async function insertOf({ name, columns }: Table, program: number): Promise<string> {
  const { rows } = await owner.query<{ rows: string }>(
    `select json_agg(to_jsonb(t) || $1)::text as rows from ${name} t where ${await placesOf(name, program)}`,
    [IN_OWN_NAME[name]?.(program) ?? {}],
  );
  const names = columns.map((column) => pg.escapeIdentifier(column)).join();
  return `insert into ${name} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows[0]?.rows ?? '')}::json)`;
}

const DENIED = '42501';
/** Refused, by the policies or by a trigger that runs before they are asked. */
const REFUSED = [DENIED, '23514', '23503'];
const NOTHING = ['0 rows', DENIED];

describe('every table', () => {
  test('is guarded, or closed to a program’s staff for a reason', () => {
    const open = tables.filter(
      (table) => !table.guarded && !CLOSED_SCHEMAS.includes(table.name.split('.')[0] ?? ''),
    );
    expect(open.map(({ name }) => name)).toEqual([...Object.keys(CLOSED), ...Object.keys(SHARED)].toSorted());
    expect(
      tables
        .filter((table) => !table.guarded)
        .flatMap(({ name, rights }) => rights.map((right) => `${right} ${name}`)),
    ).toEqual(Object.keys(SHARED).map((name) => `select ${name}`));
    expect(guarded.length).toBeGreaterThanOrEqual(27);
  });

  test('that is guarded shows its program’s rows to its program', async () => {
    for (const program of [2, 3]) {
      await say(program);
      for (const { name, rights } of guarded) {
        if (!rights.includes('select')) continue;
        const seen = await count(scoped, `${name} where ${await placesOf(name, program)}`);
        expect(seen, name).toBeGreaterThanOrEqual(1);
      }
    }
  });

  test('lets its program write what it may write at all', async () => {
    await say(2);
    for (const table of guarded.filter(({ rights }) => rights.includes('insert'))) {
      // A draw's secret, for one, may be added but never read.
      const outcome = await tried(scoped, await insertOf(table, 2));
      expect(['23505', '23514', '1 rows', '2 rows'], `${table.name} ${outcome}`).toContain(outcome);
    }
  });
});

describe.each([
  ['another program', () => say(2)],
  ['no program', () => tell(NO_SCOPE)],
  ['a program it cannot sign for', () => tell('3')],
])('in the name of %s', (_, speak) => {
  test('no row of program 3 is read', async () => {
    await speak();
    for (const { name } of guarded) {
      const seen = await codeOf(scoped, `select from ${name} where ${await placesOf(name, 3)}`);
      expect(NOTHING, `${name}: ${seen}`).toContain(seen);
    }
  });

  test('no row of program 3 is changed, not even into itself, or deleted', async () => {
    await speak();
    for (const { name, updatable } of guarded) {
      const places = await placesOf(name, 3);
      for (const column of updatable) {
        const changed = await tried(scoped, `update ${name} set ${column} = ${column} where ${places}`);
        expect(NOTHING, `${name}.${column}: ${changed}`).toContain(changed);
      }
      const gone = await tried(scoped, `delete from ${name} where ${places}`);
      expect(NOTHING, `${name}: ${gone}`).toContain(gone);
    }
  });

  test('no row is made for program 3', async () => {
    await speak();
    for (const table of guarded) {
      const made = await tried(scoped, await insertOf(table, 3));
      expect(REFUSED, `${table.name}: ${made}`).toContain(made);
    }
  });
});

describe('in the name of program 2', () => {
  test('no row moves to program 3', async () => {
    await say(2);
    let moves = 0;
    for (const { name, updatable } of guarded) {
      for (const column of updatable.filter((known) => known.endsWith('program_id'))) {
        const moved = await tried(
          scoped,
          `update ${name} set ${column} = 3 where ${await placesOf(name, 2)}`,
        );
        expect(REFUSED, `${name}.${column}: ${moved}`).toContain(moved);
        moves++;
      }
    }
    expect(moves).toBeGreaterThan(12);
  });

  test.each([
    [
      `insert into commission_rows (level, owner_id, program_id, type, commission, created_at) values (2, 3, 2, 1, 5, now())`,
    ],
    [`insert into commission_groups (level, owner_id, program_id) values (3, 3, 2)`],
    [`insert into commission_groups (level, owner_id, program_id) values (1, 3, 2)`],
    [
      `insert into charge_lines (charge_id, scope_program_id, type, row_id, commission, divided, divided_by, rounding, amount)
      values (3, 2, 0, 3, 10, 100, 100, 0, 10)`,
    ],
    [`insert into refunds (charge_id, scope_program_id, amount, due_at) values (3, 2, 1, now())`],
    [`insert into refunds (charge_id, scope_program_id, amount, provider) values (2, 2, 1, 'stripe')`],
    [`insert into refunds (charge_id, scope_program_id, amount, created_by) values (2, 2, 1, 3)`],
    [`insert into refunds (id, charge_id, scope_program_id, amount) values (99, 2, 2, 1)`],
    [`insert into refunds (charge_id, scope_program_id, amount, tries) values (2, 2, 1, 2147483647)`],
    [
      `insert into refund_requests (charge_id, scope_program_id, amount, type, admin_id) values (2, 2, 1, 'admin', 3)`,
    ],
    [
      `update refund_requests set decision = 'rejected', decided_at = now(), decided_by = 3 where charge_id = 2`,
    ],
    [`update charges set disputed_at = null where id = 2`],
    [`update charges set provider = 'manual' where id = 2`],
    [`update charges set refunded = 1 where id = 2`],
    [`update charge_lines set charge_id = 3 where charge_id = 2`],
    [`update charge_lines set payout_id = 1, paid = amount where charge_id = 2`],
    [`update charge_lines set user_id = 3 where charge_id = 2`],
    [`delete from attendances where class_id = 2`],
    [`update attendances set instructor_id = 2`],
    [`insert into user_import_rows (import_id, line, outcome, reason) values (3, 9, 'rejected', 'x')`],
    [`insert into site_import_rows (import_id, line, outcome, reason) values (2, 9, 'rejected', 'x')`],
    [`insert into class_import_rows (import_id, line, outcome, reason) values (3, 9, 'rejected', 'x')`],
    [`insert into event_programs (event_id, program_id) values (3, 2)`],
    [`insert into event_translations (event_id, language_slug, name) values (3, 'fr', 'x')`],
    [`insert into event_categories (event_id, category_id) values (3, 2)`],
    [`insert into gift_category_programs (category_id, program_id) values (3, 2)`],
    [`insert into banner_translations (banner_id, language_slug, title) values (3, 'fr', 'x')`],
    [`insert into landing_page_translations (page_id, language_slug, title) values (3, 'fr', 'x')`],
    [`update banner_images set banner_id = 3 where banner_id = 2`],
    [`insert into bundle_classes (bundle_id, class_id, position) values (13, 2, 1)`],
    [`insert into class_programs (class_id, program_id) values (3, 2)`],
    [`update class_users set user_id = 3 where user_id = 2`],
    [`insert into class_translations (class_id, language_slug) values (3, 'fr')`],
    [`insert into class_users (class_id, user_id) values (3, 2)`],
    [`insert into class_users (class_id, user_id) values (2, 3)`],
    [`insert into attendances (session_id, user_id, type) values (3, 2, 'recording')`],
    [`insert into site_category_programs (category_id, program_id) values (3, 2)`],
    [`insert into site_user_categories (user_id, category_id) values (3, 2)`],
    [`insert into site_user_sites (user_id, program_id) values (2, 2)`],
    [`insert into site_user_programs (user_id, program_id) values (2, 2)`],
    [`insert into lilt_entries (user_id, amount, kind) values (3, 100, 'grant')`],
    [`update lilt_entries set amount = 200`],
    [`update site_users set lilt_balance = 100 where id = 2`],
    [`delete from site_users where id = 2`],
    [`update programs set status = 0 where id = 2`],
    [`insert into program_translations (program_id, language_slug) values (2, 'fr')`],
    [`insert into tickets (event_id, program_id, user_id, code) values (3, 2, 2, 'ABCDEFGHJKMN')`],
    [`insert into draw_secrets (event_id, sealed) values (3, decode(repeat('00', 60), 'hex'))`],
    [`update commission_rows set commission = 1 where level = 0`],
  ])('nothing is hung on what is program 3’s: %s', async (statement) => {
    await say(2);
    expect(NOTHING).toContain(await tried(scoped, statement));
  });

  test('mail is caused to people of program 2, and to nobody of another', async () => {
    await say(2);
    for (const [person, mails] of [
      [2, 1],
      [3, 0],
      [999, 0],
    ] as const) {
      await scoped.query(`select mail_own_user(${person}, 'subject ${person}', 'text', '<p>text</p>', null)`);
      expect(await count(owner, `mails where subject = 'subject ${person}'`)).toBe(mails);
    }
    expect(await codeOf(scoped, 'select from mails')).toBe(DENIED);
  });

  test('an address that is taken is told, and not by whom', async () => {
    await say(2);
    const { rows } = await scoped.query(
      `select email_is_taken('USER3', null) as foreign, email_is_taken('user2', 2) as own, email_is_taken('nobody', null) as free`,
    );
    expect(rows).toEqual([{ foreign: true, own: false, free: false }]);
  });

  test('the site’s own number is read', async () => {
    await say(2);
    const { rows } = await scoped.query(
      'select distinct level, program_id from commission_rows order by level',
    );
    expect(rows).toEqual([
      { level: 0, program_id: null },
      { level: 2, program_id: 2 },
    ]);
  });

  test('a global template is read, and is not the program’s to make, change or take away', async () => {
    await say(2);
    const insert = (program: string) => `
      insert into email_templates (template, program_id, language, subject, text, inlined, plain, plain_derived)
      values ('password_reset', ${program}, 'zh', 'x', 'x', 'x', 'x', true)`;
    await owner.query(insert('null'));
    const ours = 'email_templates where program_id is null';
    expect(await codeOf(scoped, `select from ${ours}`)).toBe('1 rows');
    expect(await tried(scoped, `delete from ${ours}`)).toBe('0 rows');
    expect(await tried(scoped, `update email_templates set program_id = 2 where program_id is null`)).toBe(
      '0 rows',
    );
    expect(await tried(scoped, insert('null').replace('zh', 'ru'))).toBe(DENIED);
    await owner.query(`delete from ${ours}`);
  });

  test('what another program lends is read, and is not the borrower’s to change', async () => {
    await say(2);
    await owner.query(`
      update events set image_id = (select id from uploads where program_id = 3) where id = 3;
      insert into event_programs (event_id, program_id) values (3, 2);
      insert into gift_category_programs (category_id, program_id) values (3, 2);
      insert into bundle_classes (bundle_id, class_id, position) values (12, 13, 1)`);
    for (const [table, id] of [
      ['events', 3],
      ['gift_categories', 3],
      ['classes', 13],
      ['classes', 3],
    ]) {
      expect(await codeOf(scoped, `select from ${table} where id = ${id}`), `${table} ${id}`).toBe('1 rows');
      expect(await tried(scoped, `delete from ${table} where id = ${id}`), `${table} ${id}`).toBe('0 rows');
      expect(await tried(scoped, `update ${table} set program_id = 2 where id = ${id}`)).toBe('0 rows');
    }
    expect(await tried(scoped, 'update event_programs set featured = true where event_id = 3')).toBe(
      '0 rows',
    );
    const image = 'select id from uploads where program_id = 3';
    expect(await tried(scoped, `${image} for key share`)).toBe('1 rows');
    expect(await tried(scoped, 'update uploads set unused_since = null where program_id = 3')).toBe(DENIED);
    await owner.query(`
      update events set image_id = null; delete from event_programs where event_id = 3 and program_id = 2;
      delete from gift_category_programs where category_id = 3 and program_id = 2;
      delete from bundle_classes where bundle_id = 12 and class_id = 13`);
  });

  test('the program is kept while others use the same pool', async () => {
    const { database } = app().platform;
    const asked = Array.from({ length: 60 }, async (_, n) => {
      const program = 2 + (n % 3);
      const db = program === 4 ? database.nobody : database.forProgram(program);
      const rows = await db.selectFrom('site_users').select('program_id').execute();
      return [program, rows.map(({ program_id }) => program_id)];
    });
    for (const [program, seen] of await Promise.all(asked))
      expect(seen).toEqual(program === 4 ? [] : [program]);
  });
});

describe('the role of all programs', () => {
  test('sees all', async () => {
    for (const { name } of guarded) {
      expect(await count(global, name), name).toBe(await count(owner, name));
    }
  });

  test('adds to the record of changes but never rewrites it, as the scoped one', async () => {
    await say(2);
    for (const client of [scoped, global]) {
      expect(await tried(client, `update audit_entries set action = 'x'`)).toBe(DENIED);
      expect(await tried(client, 'delete from audit_entries')).toBe(DENIED);
    }
  });
});
