/** Tables that move with an office: all of the schema but those that are left behind, each with its way to its program. Specification: Moving out. */
import type pg from 'pg';

/** Tables that stay, and why. */
export const LEFT_BEHIND: Record<string, string> = {
  admin_invitations: 'is a link to this installation',
  audit_seals: 'chains what was recorded here, of all programs',
  audit_archives: 'names files of this installation',
  charge_line_versions: 'is the log of this installation',
  class_reports: 'is a file that was made on demand',
  denials: 'counts refusals of this installation',
  draw_attempts: 'is the protocol of this installation',
  draw_secrets: 'is encrypted with the key of this installation',
  email_template_tests: 'counts test mails',
  erased_audit_entries: 'goes with the seals of this installation',
  erasures: 'is work of this installation',
  data_requests: 'is work of this installation',
  exports: 'is a file that was made on demand',
  idempotency_keys: 'answers repeated calls of this installation',
  imports: 'is an import here, whose file stays',
  mail_attachments: 'is of a mail that goes out from here',
  mails: 'goes out from here',
  manual_refunds: 'is kept by the test provider of this installation',
  password_reset_requests: 'is a link to this installation',
  password_resets: 'is a link to this installation',
  payout_adjustment_claims: 'is the log of this installation',
  payee_balances: 'is summed anew from the lines that move in',
  sale_changes: 'is summed anew from the charges that move in',
  sale_sums: 'is summed anew from the charges that move in',
  personal_columns: 'is a part of the schema',
  payment_invoices: 'is what a provider has told this installation',
  payment_secrets: 'is encrypted with the key of this installation',
  payment_settings: 'says where money goes: payees say it anew',
  payout_details: 'is encrypted with the key of this installation',
  payout_files: 'is encrypted with the key of this installation',
  provider_events: 'is what a provider has told this installation',
  recalculations: 'is work of this installation',
  record_versions: 'is the log of this installation',
  recovery_calls: 'counts calls',
  refresh_tokens: 'is a session here',
  schema_versions: 'is what this installation was migrated by',
  scope_key: 'signs for this installation',
  secret_key_fingerprint: 'is of the key of this installation',
  sealed_audit_entries: 'goes with the seals of this installation',
  seen_users: 'is who is there now',
  sessions: 'is a session here',
  one_time_codes: 'is sealed by the key here; a new device is set up',
  recovery_codes: 'goes with them',
  sign_on_attempts: 'is on its way to the provider of this installation',
  sign_on_subjects: 'is who somebody is at that provider',
  passkeys: 'is bound to the address here; a new one is made',
  passkey_challenges: 'waits for an answer here',
  sign_in_failures: 'counts wrong passwords',
  site_changes: 'is what the sites of this installation are told',
  class_import_rows: 'is an import here, whose file stays',
  site_import_rows: 'is an import here, whose file stays',
  site_key_calls: 'counts calls',
  site_keys: 'opens this installation: a new one makes keys of its own',
  site_logins: 'is a link to this installation',
  site_password_requests: 'is a link to this installation',
  site_password_resets: 'is a link to this installation',
  stray_files: 'is a file of this installation that nobody needs',
  swept_site_changes: 'is what the sites of this installation are told',
  unsealed_audit_entries: 'waits for a seal of this installation',
  unbooked_events: 'is what a provider has told this installation',
  user_import_rows: 'is an import here, whose file stays',
  webhook_deliveries: 'goes out from here',
  webhook_secrets: 'is encrypted with the key of this installation',
  webhooks: 'sends from here',
};

/** Names of files where the field has a shorter word than the table. */
const FILE_NAMES: Record<string, string> = {
  charge_lines: 'lines',
  site_users: 'users',
  lilt_entries: 'coins',
  lilt_tokens: 'tokens',
};

const PROGRAM_COLUMNS = ['program_id', 'scope_program_id', 'site_program_id', 'default_program_id'];

/** Tables whose rows are a program's by another row, though a column of theirs names a program: of whom somebody is paid. */
const THROUGH: Record<string, readonly string[]> = {
  attendances: ['class_id', 'user_id'],
  charge_disputes: ['charge_id'],
  charge_lines: ['charge_id'],
  charge_parts: ['charge_id'],
  class_sessions: ['class_id'],
  class_users: ['class_id', 'user_id'],
  gift_purchases: ['user_id'],
  refund_lines: ['refund_id'],
  refund_parts: ['refund_id'],
  refunds: ['charge_id'],
  site_user_categories: ['user_id'],
};

/** Tables of which every office needs the rows that are no program's. */
const OF_EVERYBODY: Record<string, string> = {
  commission_groups: 'program_id is null',
  commission_rows: 'program_id is null',
  email_templates: 'program_id is null',
  settings: `name <> 'demo'`,
  timezones: 'true',
};

/** Tables that belong to no program, and move with the whole office alone. */
export const OF_NO_PROGRAM: Record<string, string> = {
  erased_people: 'names whom backups of the whole office still know',
  installation: 'is of the whole office',
  lilt_tokens: 'belongs to no program',
  membership_parts: 'is of a pool of all programs',
  membership_pools: 'is of all programs',
  money_setting_changes: 'is of the whole office',
  payout_batches: 'holds payouts of all programs: those of a payout that moves move with it',
  payout_makings: 'goes on with its batch',
  payout_releases: 'is of the whole office',
  payout_slices: 'goes on with its batch',
};

/** Links to what another program's staff may read: cut, and not followed; and numbers that order what was done here alone. */
const CUT = [
  'audit_entries.parent_id',
  'charges.split_number',
  'commission_rows.replaced_number',
  'commission_rows.set_number',
];

export type ForeignKey = {
  name: string;
  table: string;
  columns: readonly string[];
  to: string;
  to_columns: readonly string[];
  definition: string;
};

export type MovedTable = {
  name: string;
  /** Name of its file, without `.csv`. */
  file: string;
  /** `fallback` is the expression of the default; null for columns without one. */
  columns: readonly { name: string; is_nullable: boolean; fallback: string | null }[];
  /** Columns of the primary key; null for tables without one. */
  key: readonly string[] | null;
  /** Columns that stay empty: what they name is left behind, or another program's to read. */
  cut: ReadonlySet<string>;
};

export type Schema = { tables: readonly MovedTable[]; foreignKeys: readonly ForeignKey[] };

export async function readSchema(client: Pick<pg.Client, 'query'>): Promise<Schema> {
  const { rows: foreignKeys } = await client.query<ForeignKey>(`
    select c.conname as name, c.conrelid::regclass::text as table, c.confrelid::regclass::text as to,
      pg_get_constraintdef(c.oid) as definition,
      (select array_agg(a.attname::text order by k.place) from unnest(c.conkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
      (select array_agg(a.attname::text order by k.place) from unnest(c.confkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as to_columns
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 2, 1`);
  const { rows } = await client.query<Omit<MovedTable, 'file' | 'cut'>>(`
    select t.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'is_nullable', not a.attnotnull,
          'fallback', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text order by k.place) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
        where i.indrelid = t.oid and i.indisprimary) as key
    from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace order by 1`);
  const tables = rows
    .filter(({ name }) => isMoved(name))
    .map((table) => ({
      ...table,
      file: FILE_NAMES[table.name] ?? table.name,
      cut: cutOf(table.name, foreignKeys),
    }));
  return { tables, foreignKeys };
}

/** True for a table of Provost's own that is not left behind; its migrations and queues are made by the start. */
export function isMoved(table: string): boolean {
  return !Object.hasOwn(LEFT_BEHIND, table) && !table.startsWith('kysely_');
}

function cutOf(table: string, foreignKeys: readonly ForeignKey[]): ReadonlySet<string> {
  const own = foreignKeys.filter((key) => key.table === table);
  const gone = own.filter(({ to }) => !isMoved(to)).flatMap(({ columns }) => columns);
  const cut = CUT.filter((name) => name.startsWith(`${table}.`)).map((name) => name.slice(table.length + 1));
  return new Set([...gone, ...cut]);
}

/** Way from a row to its program: a condition on `t`, which may ask for rows of other tables that are its own. */
export type Way = { conditions: readonly string[]; through: readonly ForeignKey[] };

/** Returns the way of each table to its program, those before that others go through. */
export function waysOf({ tables, foreignKeys }: Schema): Map<string, Way> {
  const ways = new Map<string, Way>();
  const names = new Set(tables.map(({ name }) => name));
  let open = tables.filter(({ name }) => !Object.hasOwn(OF_NO_PROGRAM, name));
  for (let before = -1; open.length > 0 && open.length !== before; ) {
    before = open.length;
    for (const table of open) {
      const way = wayOf(table, foreignKeys, (name) => ways.has(name) || !names.has(name));
      if (way) ways.set(table.name, way);
    }
    open = open.filter(({ name }) => !ways.has(name));
  }
  return ways;
}

function wayOf(
  { name, columns }: MovedTable,
  foreignKeys: readonly ForeignKey[],
  isKnown: (table: string) => boolean,
): Way | null {
  const everybody = OF_EVERYBODY[name] === undefined ? [] : [OF_EVERYBODY[name]];
  if (name === 'programs') return { conditions: ['t.id = $1'], through: [] };
  const own = foreignKeys.filter((key) => key.table === name);
  const named = THROUGH[name];
  const through = named
    ? named.flatMap(
        (column) => own.find((key) => key.columns.length === 1 && key.columns[0] === column) ?? [],
      )
    : [];
  if (through.some(({ to }) => !isKnown(to))) return null;
  const direct = named
    ? []
    : columns
        .filter((column) => PROGRAM_COLUMNS.includes(column.name))
        .map((column) => `t.${column.name} = $1`);
  const conditions = [...direct, ...everybody];
  if (conditions.length > 0 || through.length > 0) return { conditions, through };
  const needed = new Set(columns.filter(({ is_nullable }) => !is_nullable).map((column) => column.name));
  const parent = own.find(
    ({ to, columns: names }) =>
      to !== name && isKnown(to) && isMoved(to) && to !== 'admins' && names.every((one) => needed.has(one)),
  );
  return parent ? { conditions: [], through: [parent] } : null;
}
