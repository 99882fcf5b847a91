import { type Context, transact } from '../../../server/context.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { MOST_ROWS, ROWS_SHOWN } from '../../imports/rules.ts';
import { batchesOf } from '../../imports/server/batches.ts';
import { type ImportRow, NOTHING_YET } from '../../imports/server/import-row.ts';
import { Unreadable } from '../../imports/server/refused-parts.ts';
import type { PreviewRow } from '../contract.ts';
import type { Outcome } from '../rules.ts';
import { type Judged, judgeRows, type Rules, readPeople } from './judge-rows.ts';
import type { Reader } from './read-person.ts';
import { rowsPerPart } from './reader.ts';
import { differences } from './write-batch.ts';

type Counts = Record<Outcome | 'rows' | 'enrolled', number>;

/** Answers what would be; `progress` is told after every batch and throws where nobody wants it any more. */
export async function checkFile(
  context: Context,
  { row, reader, rules }: { row: ImportRow; reader: Reader; rules: Rules },
  progress: (counts: Counts) => Promise<void>,
): Promise<Counts & { preview: PreviewRow[] }> {
  const { db } = context;
  await db.deleteFrom('user_import_rows').where('import_id', '=', row.id).execute();
  const { line: _, ...counts } = { ...NOTHING_YET };
  const found: Counts & { preview: PreviewRow[] } = { ...counts, preview: [] };
  const seen = new Set<string>();
  for await (const batch of batchesOf(context.platform, row, 0, rowsPerPart(row))) {
    const people = await readPeople(batch, reader);
    const { judged, keys } = await judgeRows(context, people, { seen, rules, hold: false });
    for (const key of keys) seen.add(key);
    await keepRejected(context, row, judged);
    for (const entry of judged) {
      found.rows += 1;
      found[entry.outcome] += 1;
      if (found.preview.length < ROWS_SHOWN) found.preview.push(shown(entry));
    }
    found.enrolled += await newEnrolments(context, judged);
    if (found.rows > MOST_ROWS) throw new Unreadable(`The file has more than ${MOST_ROWS} rows`);
    await progress(found);
  }
  return found;
}

async function keepRejected(context: Context, row: ImportRow, judged: readonly Judged[]): Promise<void> {
  const rejected = judged.filter((entry) => entry.outcome === 'rejected');
  if (rejected.length === 0) return;
  await transact(context, ({ db }) =>
    insertAll(
      db,
      'user_import_rows',
      rejected.map(
        ({ line, column, reason, cells }) =>
          ({
            import_id: row.id,
            line,
            outcome: 'rejected',
            enrolments: [],
            undone: false,
            in_column: column,
            reason,
            cells,
          }) as never,
      ),
    ),
  );
}

async function newEnrolments({ db }: Context, judged: readonly Judged[]): Promise<number> {
  const wanted = judged.flatMap((row) =>
    row.outcome === 'rejected'
      ? []
      : row.class_ids.map((class_id) => ({ class_id, user_id: row.outcome === 'created' ? null : row.id })),
  );
  const known = wanted.filter(({ user_id }) => user_id !== null);
  if (known.length === 0) return wanted.length;
  const there = await db
    .selectFrom('class_users')
    .select(['class_id', 'user_id'])
    .where('user_id', 'in', [...new Set(known.map(({ user_id }) => user_id ?? 0))])
    .execute();
  const pairs = new Set(there.map(({ class_id, user_id }) => `${class_id} ${user_id}`));
  return wanted.filter(({ class_id, user_id }) => !pairs.has(`${class_id} ${user_id}`)).length;
}

function shown(row: Judged): PreviewRow {
  const { line, outcome: action } = row;
  if (row.outcome === 'rejected')
    return { line, action, column: row.column, reason: row.reason, fields: row.cells ?? {}, changes: {} };
  const user = row.outcome === 'created' ? row.user : row.outcome === 'updated' ? row.after : row.before;
  const {
    password_hash: _,
    membership_at: __,
    program_id,
    ...rest
  } = user as Record<string, string | number | null>;
  const fields = {
    email: row.email,
    ...rest,
    site_program: program_id ?? null,
    ...(row.password !== null && { password: '••••••••' }),
    ...(row.class_ids.length > 0 && { class_ids: row.class_ids.join(' ') }),
  };
  if (row.outcome !== 'updated') return { line, action, column: null, reason: null, fields, changes: {} };
  const { before, after } = differences(row.before, row.after);
  const changes = Object.fromEntries(
    Object.keys(after).map((name) => [
      name === 'program_id' ? 'site_program' : name,
      { before: before[name], after: after[name] },
    ]),
  );
  if (row.password !== null) changes.password = { before: '••••••••', after: 'a new one' };
  return { line, action, column: null, reason: null, fields, changes };
}
