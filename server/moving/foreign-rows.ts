/** Rows of other programs that come along with one, because its rows name them: what they come with. Specification: Moving out. */
import { COINS_IN } from './counts.ts';
import type { MovedTable } from './moved-tables.ts';

type ForeignRow = {
  /** Columns that come as they are; all where nothing is said, and the others with their default. */
  kept?: readonly string[];
  /** Columns that come with something else: an expression on `t`, the program as `$1`. */
  instead: Readonly<Record<string, string>>;
};

/** An address that nobody has or can take, and that no mail reaches. */
const NO_ADDRESS = `gen_random_uuid() || '@moved.invalid'`;

/** People who sign in at the program's sites, which know them by their address. */
const SIGNS_IN = `(exists (select from site_user_sites s where s.user_id = t.id and s.program_id = $1)
  or exists (select from program_defaults d where d.program_id = t.program_id and d.default_program_id = $1))`;

/** Staff of the whole office, and whoever the program's audit names: staff has no other name. */
const IS_NAMED =
  't.program_id = 0 or exists (select from audit_entries a where a.admin_id = t.id and a.program_id = $1)';

/** Returns a sum of the rows `o` of a table that move and for which `condition` holds. */
const moved = (value: string, of: string, condition: string) =>
  `(select coalesce(${value}, 0) from ${of} o join moved_rows r on r.of = '${of}'::regclass and r.place = o.ctid
    where ${condition})`;

const FOREIGN: Readonly<Record<string, ForeignRow>> = {
  admins: {
    kept: ['id', 'program_id', 'program_ref', 'created_at', 'updated_at'],
    instead: {
      email: `case when ${IS_NAMED} then t.email else ${NO_ADDRESS} end`,
      password_hash: `'-'`,
      deleted_at: 'coalesce(t.deleted_at, provost_now())',
    },
  },
  events: { instead: { tickets: moved('count(*)', 'tickets', 'o.event_id = t.id') } },
  // It names payees of all programs, and nothing but their names says who they are.
  payout_batches: { instead: { held: `'[]'::jsonb` } },
  site_users: {
    kept: [
      'id',
      'first_name',
      'last_name',
      'program_id',
      'user_type',
      'status',
      'del_status',
      'approved',
      'viewable',
      'dateadded',
      'updated_at',
    ],
    instead: {
      email: `case when ${SIGNS_IN} then t.email else ${NO_ADDRESS} end`,
      bounced_at: `case when ${SIGNS_IN} then t.bounced_at else provost_now() end`,
      mail_failures: `case when ${SIGNS_IN} then t.mail_failures else 0 end`,
      locale: `case when ${SIGNS_IN} then t.locale else 'en' end`,
      membership: `case when ${SIGNS_IN} then t.membership else 0 end`,
      membership_at: `case when ${SIGNS_IN} then t.membership_at end`,
      lilt_balance: moved('sum(o.amount)', 'lilt_entries', 'o.user_id = t.id'),
      lilt_total: moved(COINS_IN, 'lilt_entries', 'o.user_id = t.id'),
    },
  },
};

/** True where a row of another program comes with what stands in a column, so that what it names comes as well. */
export function comesAlong(table: string, column: string): boolean {
  const { kept, instead } = FOREIGN[table] ?? { instead: {} };
  return !Object.hasOwn(instead, column) && (kept?.includes(column) ?? true);
}

/** Returns the expression of a column of `t`, noted as `m` where it moves with `program_id`. */
export function expressionOf(
  table: string,
  { name, fallback }: MovedTable['columns'][number],
  program_id: number,
): string {
  const own = `t."${name}"`;
  if (comesAlong(table, name)) return own;
  const foreign = FOREIGN[table]?.instead[name]?.replaceAll('$1', String(program_id)) ?? fallback ?? 'null';
  return `case when m.is_own then ${own} else ${foreign} end`;
}
