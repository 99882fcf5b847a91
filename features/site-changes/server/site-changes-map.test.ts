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
