import type { Context } from '../../../server/context.ts';
import { importKind } from '../../imports/server/import-kinds.ts';
import { createImport } from '../../imports/server/imports.ts';
import { programOfFile } from '../../imports/server/program-of-file.ts';
import type { ReadImport } from '../../imports/server/read-imports.ts';
import { type ClassImport, classImportsContract } from '../contract.ts';
import { FIELD_TITLES, guessMapping, type Mapping, whyNotImported } from '../rules.ts';
import { checkFile } from './check-file.ts';
import { readNames } from './names-here.ts';
import { undoPart } from './undo-part.ts';
import { ROWS_PER_PART, writePart } from './write-part.ts';

export const CLASS_FILES = importKind({
  names: ['classes'],
  entity: 'classes_import',
  access: classImportsContract.createClassImport['~orpc'].meta.access,
  former: 'The admin who started this import can no longer import classes',
  titles: () => FIELD_TITLES,
  guess: (_, headers, samples) => guessMapping(headers, samples),
  problemOf: ({ mapping }) => whyNotImported(mapping),
  shownSamples: (samples) => samples,
  optionsOf: () => ({}),
  rowsPerPart: () => ROWS_PER_PART,
  check: checkFile,
  async write(context, row) {
    const reading = { ...(await readNames(context)), program_id: row.program_id ?? 0 };
    const seen = await classesOf(context, row.id);
    return (rows) => writePart(context, { row, reading, seen }, rows);
  },
  undoPart,
  whyNotUndone: () => null,
  async forgetRows({ db }, id) {
    await db.deleteFrom('class_import_rows').where('import_id', '=', id).execute();
  },
});

type NewClassImport = { program_id: number; file: File; dry_run: boolean; mapping?: Mapping | undefined };

/** Takes a stored file of classes into a program or, by an admin of all, several. 404 for another program or a missing one; 400 for an inactive one. */
export async function createClassImport(
  context: Context,
  wish: NewClassImport,
  key?: string,
): Promise<ClassImport> {
  const { file, dry_run, mapping } = wish;
  const program_id = await programOfFile(context, wish.program_id);
  const asked = { kind: 'classes', program_id, file, dry_run, mapping, options: {} } as const;
  return asClassImport(await createImport(context, CLASS_FILES, asked, key));
}

export function asClassImport(found: ReadImport): ClassImport {
  return found as unknown as ClassImport;
}

async function classesOf({ db }: Context, id: number): Promise<Set<number>> {
  const done = await db
    .selectFrom('class_import_rows')
    .select('class_id')
    .where('import_id', '=', id)
    .where('class_id', 'is not', null)
    .execute();
  return new Set(done.flatMap(({ class_id }) => class_id ?? []));
}
