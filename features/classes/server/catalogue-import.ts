import { sql } from 'kysely';
import { refuse } from '../../../core/errors.ts';
import { CURRENCIES, type Currency } from '../../../core/money.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { csvRows, type Rejected } from '../../../server/files/csv-rows.ts';
import { inactiveProgram } from '../../../server/nouns/active-programs.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { erasedReferences } from '../../../server/sites/facts.ts';
import {
  type CatalogueRow,
  type Columns,
  columnsOf,
  type Field,
  looksCutOff,
  type PriceCurrency,
  readRow,
} from '../rules.ts';

const BATCH = 500;

export type CatalogueImport = {
  program_id: number;
  /** The instructor of every class of the file; without it new classes have none and others keep theirs. */
  instructor_email?: string;
  /** Without it, the program's own, except for prices that name another. */
  currency?: string;
  mapping?: Partial<Record<Field, string>>;
};

export type ImportCounts = { created: number; changed: number; unchanged: number; rejected: number };

/**
 * Answers what became of the rows, the rejected ones by line. By the file's ids a second run adds nothing;
 * batches of 500 rows are written whole, so that the next run completes a killed one. 404 for the program;
 * 400 for an instructor or currency that does not exist, or a file without the columns needed.
 */
export async function importCatalogue(
  context: Context,
  bytes: AsyncIterable<Buffer>,
  wish: CatalogueImport,
  onBatch: () => void = () => {},
): Promise<ImportCounts & { rejections: Rejected[] }> {
  const { db } = context;
  const target = await findTarget(db, wish);
  const rejections: Rejected[] = [];
  const counts = { created: 0, changed: 0, unchanged: 0 };
  let batch = new Map<string, CatalogueRow & { line: number }>();
  const flush = async () => {
    const { program_id } = wish;
    const erased = await erasedReferences(db, { program_id, kind: 'class', references: [...batch.keys()] });
    const rows: CatalogueRow[] = [];
    for (const { line, ...row } of batch.values()) {
      if (erased.has(row.external_id)) rejections.push({ line, reason: OF_SOMEBODY_ERASED });
      else rows.push(row);
    }
    batch = new Map();
    if (rows.length === 0) return;
    const { created, changed } = await writeBatch(db, target, rows);
    counts.created += created;
    counts.changed += changed;
    counts.unchanged += rows.length - created - changed;
    onBatch();
  };
  let header: { columns: Columns; width: number } | undefined;
  for await (const found of csvRows(bytes, { looksCutOff })) {
    if ('reason' in found) {
      rejections.push(found);
      continue;
    }
    const { line, cells } = found;
    if (!header) {
      header = readHeader(cells, wish.mapping ?? {});
      continue;
    }
    const row = readRow(cells, header.columns, header.width, target.price);
    if (typeof row === 'string') {
      rejections.push({ line, reason: row });
      continue;
    }
    // One statement cannot meet the same class twice, and the later row counts.
    if (batch.has(row.external_id) || batch.size === BATCH) await flush();
    batch.set(row.external_id, { ...row, line });
  }
  if (!header) refuse(400, 'The file has no header that can be read');
  if (batch.size > 0) await flush();
  const result = { ...counts, rejected: rejections.length };
  await audit(context, {
    entity: 'catalogue',
    entity_id: wish.program_id,
    action: 'import',
    program_id: wish.program_id,
    after: result,
  });
  return { ...result, rejections: rejections.toSorted((a, b) => a.line - b.line) };
}

const OF_SOMEBODY_ERASED = 'the id names a user who was erased';

type Target = { program_id: number; instructor_id: number | null; price: PriceCurrency };

async function findTarget(
  db: Db,
  { program_id, instructor_email, currency }: CatalogueImport,
): Promise<Target> {
  const program = await db
    .selectFrom('programs')
    .select(['default_currency', 'program_display_name', 'status'])
    .where('id', '=', program_id)
    .executeTakeFirst();
  if (!program) refuse(404, `There is no program ${program_id}`);
  if (program.status !== 1) refuse(400, inactiveProgram(program.program_display_name));
  const meant = currency ?? program.default_currency;
  if (!CURRENCIES.includes(meant as Currency)) refuse(400, `${meant} is not a currency of the marketplace`);
  const price = { currency: meant as Currency, fixed: currency !== undefined };
  if (instructor_email === undefined) return { program_id, instructor_id: null, price };
  const instructor = await db
    .selectFrom('site_users')
    .select('id')
    .where('email_key', '=', sql<string>`address_key(${instructor_email.trim()})`)
    .where('program_id', '=', program_id)
    .where('user_type', '=', 'I')
    .where('del_status', '=', 0)
    .orderBy('id')
    .executeTakeFirst();
  if (!instructor) refuse(400, `Program ${program_id} has no instructor ${instructor_email}`);
  return { program_id, instructor_id: instructor.id, price };
}

function readHeader(cells: readonly string[], mapping: Partial<Record<Field, string>>) {
  const columns = columnsOf(cells, mapping);
  if (typeof columns === 'string') refuse(400, columns);
  return { columns, width: cells.length };
}

/** Adds and changes classes in one statement, which is all or nothing; what is the same already is not touched. */
async function writeBatch(db: Db, { program_id, instructor_id }: Target, batch: readonly CatalogueRow[]) {
  const { rows } = await sql<{ created: boolean }>`
    insert into classes as c (program_id, instructor_id, external_id, class_name, class_price, currency, subject, level,
      published_at, description)
    select ${program_id}::integer, ${instructor_id}::integer, external_id, class_name, class_price, currency, subject,
      level, published_at, coalesce(description, '')
    from json_populate_recordset(null::classes, ${JSON.stringify(batch)}::json)
    on conflict (program_id, external_id) where external_id is not null do update
    set class_name = excluded.class_name, class_price = excluded.class_price, currency = excluded.currency,
      ${sql.join(
        OPTIONAL.filter((column) => batch[0]?.[column] !== undefined).map(
          (column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)},`,
        ),
        sql` `,
      )}
      instructor_id = coalesce(excluded.instructor_id, c.instructor_id), updated_at = provost_now()
    where (c.class_name, c.class_price, c.currency, ${sql.join(OPTIONAL.map((column) => sql`c.${sql.ref(column)}`))}, c.instructor_id)
      is distinct from (excluded.class_name, excluded.class_price, excluded.currency,
        ${sql.join(OPTIONAL.map((column) => (batch[0]?.[column] === undefined ? sql`c.${sql.ref(column)}` : sql`excluded.${sql.ref(column)}`)))},
        coalesce(excluded.instructor_id, c.instructor_id))
    returning (xmax = 0) as created`.execute(db);
  const created = rows.filter((row) => row.created).length;
  return { created, changed: rows.length - created };
}

/** Columns that a file may lack; then they keep what they hold. */
const OPTIONAL = ['subject', 'level', 'published_at', 'description'] as const;
