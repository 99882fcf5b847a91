import { refuseField } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import type { FileMapping } from '../../imports/rules.ts';
import { importKind } from '../../imports/server/import-kinds.ts';
import { createImport, mapImport } from '../../imports/server/imports.ts';
import { programOfFile } from '../../imports/server/program-of-file.ts';
import { type ReadImport, readImport } from '../../imports/server/read-imports.ts';
import { type SiteImport, siteImportsContract } from '../contract.ts';
import { MOVED_KINDS, type MovedKind, mappingOf, movedKindOf, titlesOf, whyNoReference } from '../rules.ts';
import { checkFile } from './check-file.ts';
import { tellingOf } from './tell-rows.ts';
import { undoPart } from './undo-part.ts';
import { ROWS_PER_PART, writePart } from './write-part.ts';

export const SITE_FILES = importKind({
  names: MOVED_KINDS,
  entity: 'site_import',
  access: siteImportsContract.createSiteImport['~orpc'].meta.access,
  former: 'The admin who started this import can no longer import files',
  titles: (kind) => titlesOf(movedKindOf(kind)),
  guess(kind, headers) {
    const mapping = mappingOf(movedKindOf(kind), headers);
    return typeof mapping === 'string' ? {} : mapping;
  },
  problemOf: ({ mapping }) => whyNoReference(mapping),
  shownSamples: (samples) => samples,
  optionsOf: ({ kind, paid_out_before }) => ({ kind, paid_out_before }),
  rowsPerPart: () => ROWS_PER_PART,
  check: checkFile,
  async write(context, row) {
    const { site, telling } = await tellingOf(context, row);
    return (rows) => writePart(site, row, telling, rows);
  },
  undoPart,
  whyNotUndone: ({ kind }) =>
    kind === 'tickets' ? 'An import of tickets cannot be undone: a ticket is never deleted' : null,
  async forgetRows({ db }, id) {
    await db.deleteFrom('site_import_rows').where('import_id', '=', id).execute();
  },
});

type Wish = {
  kind: MovedKind;
  /** 0 for the caller's own. */
  program_id: number;
  file: File;
  dry_run: boolean;
  mapping?: FileMapping | undefined;
  paid_out_before?: string | null | undefined;
};

/** Takes a stored file of a program's history. 404 for another program or one that is not there; 400 for one that is inactive. */
export async function createSiteImport(context: Context, wish: Wish, key?: string): Promise<SiteImport> {
  const { kind, file, dry_run, mapping, paid_out_before = null } = wish;
  const program_id = await programOfFile(context, wish.program_id);
  if (program_id === 0) refuseField('program_id', 'Choose a program');
  refusePaidOut(kind, paid_out_before);
  const asked = { kind, program_id, file, dry_run, mapping, options: { paid_out_before } };
  return asSiteImport(await createImport(context, SITE_FILES, asked, key));
}

type Remap = { mapping: FileMapping; paid_out_before?: string | null | undefined };

/** Checks the file again under another mapping, or with another day before which all was paid out. */
export async function mapSiteImport(context: Context, id: number, wish: Remap): Promise<SiteImport> {
  const { kind } = await readImport(context, SITE_FILES, id);
  refusePaidOut(kind, wish.paid_out_before);
  return asSiteImport(await mapImport(context, SITE_FILES, id, wish));
}

function refusePaidOut(kind: string, paid_out_before: string | null | undefined): void {
  if (kind !== 'charges' && paid_out_before) refuseField('paid_out_before', 'Only sales are paid out');
}

export function asSiteImport(found: ReadImport): SiteImport {
  return found as SiteImport;
}
