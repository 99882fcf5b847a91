/** Tables that tell sites of their changes: every one that a site can see, or a reason. Specification: Sites, changes. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CHANGE_KINDS } from '../../../core/sites/changes.ts';
import { useTestApp } from '../../../test/harness.ts';

const app = useTestApp();
const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(app().platform.database.everything)).rows;

/** Why a table that sites can see tells nothing. */
const SILENT: Record<string, string> = {
  audit_entries: 'is written by sites and not read',
  charge_lines: 'are read as sums of a payee, which change with every sale, refund and payout: these tell',
  charge_parts: 'are written with their charge and its refunds, which tell',
  commission_rows: 'decide how later sales are divided, and are not read',
  coupons: 'are compared with what a buyer types, and not read',
  draws: 'are shown once the winner is confirmed, which the event tells',
  email_templates: 'are sent and not read',
  payment_secrets: 'change with the settings that they belong to',
  seen_users: 'say who is there just now',
  site_changes: 'are the feed',
  site_coin_days: 'count what a site has given on a day',
  site_facts: 'say by which name a site knows what tells itself',
  site_password_requests: 'count who has asked for a link',
  swept_site_changes: 'say where the feed begins',
  timezones: 'are the same for everybody',
  unmatched_payments: 'wait to become a charge, which tells',
  uploads: 'never change: what shows another one tells',
};

test('every table that a site can see tells its changes, or says why not', async () => {
  const open = await rowsOf(sql<{ name: string; tells: boolean }>`
    select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'tells\\_%') as tells
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_any_column_privilege('provost_site', c.oid, 'select')`);
  const silent = open.filter(({ tells }) => !tells).map(({ name }) => name);
  expect(silent.filter((name) => !(name in SILENT))).toEqual([]);
  const known = open.filter(({ name, tells }) => tells && name in SILENT).map(({ name }) => name);
  expect(known).toEqual([]);
});

/** Why a column that sites can see of such a table is not among those that tell. */
const UNTOLD: Record<string, { columns: string; why: string }[]> = {
  attendances: [{ columns: 'instructor_id scope_program_id', why: 'are set with the class, and not read' }],
  charges: [
    {
      columns: `code discount_amount discount_percent disputed_at held instructor_id provider provider_charge quantity
        recorded_at reserved source split_number split_rows`,
      why: 'are not read',
    },
  ],
  class_users: [
    { columns: 'source', why: 'is not read' },
    { columns: 'cancelled_at', why: 'is written with the status, which tells' },
  ],
  gift_products: [
    { columns: 'program_id', why: 'decides whose staff change it; the site shows what it was given' },
  ],
  gift_purchases: [
    { columns: 'created_at entry_id', why: 'stay as they are made' },
    { columns: 'carrier tracking_number', why: 'are for staff' },
  ],
  program_tags: [
    { columns: 'is_customer_tag program_id', why: 'are not read, and a tag stays in its program' },
  ],
  program_translations: [
    { columns: 'made_from outdated', why: 'say of staff’s work on a text how far it is' },
  ],
  programs: [
    {
      columns: `affiliate created_at populate_discount site_coins_per_day stripe_subscription_percent
        stripe_subscription_referrer updated_at updated_by`,
      why: 'are settings that no read shows',
    },
  ],
  refund_requests: [
    { columns: 'decided_at', why: 'is written with the decision' },
    { columns: 'created_at user_id', why: 'stay as they are made' },
    {
      columns: 'admin_id asked_through decided_by scope_program_id source type updated_at',
      why: 'are not read',
    },
  ],
  refunds: [
    { columns: 'failed_at succeeded_at', why: 'are written with the state' },
    { columns: 'created_at', why: 'stays as it is made' },
  ],
  site_categories: [
    { columns: 'program_id', why: 'decides which categories people may name, and is not read' },
  ],
  site_users: [
    {
      columns: 'updated_at',
      why: 'is touched by much that no site sees, and moves with all that it does see',
    },
    {
      columns: `approved banner_id bounced_at daily_quiz_disabled daily_quiz_next_time dateadded experience
        gulfpower_empid lilt_delivery mail_failures membership_at more_about_you other_information site_address
        student_profession updated_by viewable`,
      why: 'are not read',
    },
  ],
};

test('every column that a site can see of a table that tells is told, or says why not', async () => {
  const untold = await rowsOf(sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_column_privilege('provost_site', c.oid, a.attnum, 'select') and a.attgenerated = ''
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey))
      and exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'tells\\_%\\_update')
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'tells\\_%\\_update'
        and coalesce(a.attname = any (regexp_split_to_array(obj_description(t.oid, 'pg_trigger'), ',\\s*')), true))
    order by 1`);
  const known = Object.entries(UNTOLD).flatMap(([table, reasons]) =>
    reasons.flatMap(({ columns }) => columns.split(/\s+/).map((column) => `${table}.${column}`)),
  );
  expect(untold.map(({ name }) => name)).toEqual(known.toSorted());
});

test('every kind is told by some table, at each of its statements', async () => {
  const told = await rowsOf(sql<{ kind: string; statement: string; tables: number }>`
    select regexp_replace(tgname, '^tells_(.*)_(insert|update|delete)$', '\\1') as kind,
      regexp_replace(tgname, '^.*_', '') as statement, count(*)::integer as tables
    from pg_trigger where tgname like 'tells\\_%' group by 1, 2`);
  const kinds = [...CHANGE_KINDS].toSorted();
  for (const statement of ['insert', 'update', 'delete'])
    expect(
      told
        .filter((row) => row.statement === statement)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(kinds);
});
