import { sql } from 'kysely';
import type { Encoding, Separator } from '../../../core/csv/csv.ts';
import { notFound } from '../../../core/errors.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import { pageOf } from '../../../server/nouns/list-query.ts';
import type { ListedImport } from '../contract.ts';
import type { FileMapping, ImportKindName, Samples } from '../rules.ts';
import { FAILED } from './failed-imports.ts';
import type { ImportKind } from './import-kinds.ts';

/** Page of a kind's imports, the latest first: of one program, or of all that the caller sees. */
export async function pageOfImports(
  context: Context,
  of: ImportKind,
  { page, failed, program_id = 0 }: { page: number; failed: '' | '1'; program_id?: number },
  size?: number,
) {
  const { rows, count } = await pageOf<ListedRow, 'id'>(context.db, LIST, {
    matching: [
      visibleIn(context.actor, 'i.program_id', program_id),
      sql<boolean>`i.kind = any (${of.names}::text[])`,
      failed === '1' ? FAILED : sql<boolean>`true`,
    ],
    page,
    size,
    sort_by: 'id',
    sort_dest: 'desc',
  });
  return { imports: rows, count };
}

type ListedRow = ListedImport & {
  kind: ImportKindName;
  import_send_email: 0 | 1;
  import_update: 0 | 1;
  import_create: 0 | 1;
  import_class_enrol: 0 | 1;
  updated: number;
  enrolled: number;
  restored: number;
  paid_out_before: string | null;
};

type StoredImport = ListedRow & {
  encoding: Encoding;
  separator: Separator;
  headers: string[];
  samples: Samples;
  mapping: FileMapping;
  preview: object[];
  same_file_as: number | null;
};

export type ReadImport = StoredImport & { problem: string | null };

/** 404 as any row, and for one of another kind. */
export async function readImport(context: Context, of: ImportKind, id: number): Promise<ReadImport> {
  const { rows } = await sql<StoredImport>`
    select ${LISTED}, i.encoding, i.separator, i.headers, i.samples, i.mapping, i.preview,
      (select e.id from imports e where e.sha256 = i.sha256 and e.id < i.id and e.kind = i.kind
        and ${visibleTo(context.actor, 'e.program_id')}
        order by e.state in ('running', 'done') desc, e.id desc limit 1) as same_file_as
    from imports i where i.id = ${id} and i.kind = any (${of.names}::text[])
      and ${visibleTo(context.actor, 'i.program_id')}`.execute(context.db);
  const row = rows[0] ?? notFound();
  return { ...row, problem: of.problemOf(row) };
}

const LISTED = sql`i.id, i.kind, i.state, i.undoing, i.cancelled, i.reason, i.file_name, i.bytes,
  coalesce(i.program_id, 0) as program_id,
  admin_email(i.admin_id) as created_by, i.created_at, i.finished_at, i.total, i.rows, i.created, i.updated,
  i.unchanged, i.enrolled, i.rejected, i.restored, i.deleted, i.kept, i.paid_out_before,
  i.import_send_email::int as import_send_email, i.import_update::int as import_update,
  i.import_create::int as import_create, i.import_class_enrol::int as import_class_enrol`;

const LIST = { from: sql`imports i`, id: sql`i.id`, columns: LISTED, orders: { id: sql`i.id` } };
