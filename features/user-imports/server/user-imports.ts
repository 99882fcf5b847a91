import type { Context } from '../../../server/context.ts';
import type { FileMapping, Samples } from '../../imports/rules.ts';
import { importKind } from '../../imports/server/import-kinds.ts';
import { createImport } from '../../imports/server/imports.ts';
import { type ReadImport } from '../../imports/server/read-imports.ts';
import { type UserImport, userImportsContract } from '../contract.ts';
import { FIELD_TITLES, guessMapping, type Mapping } from '../rules.ts';
import { checkFile } from './check-file.ts';
import { readPeople } from './judge-rows.ts';
import { howToRead, rowsPerPart } from './reader.ts';
import { undoBatch } from './undo-batch.ts';
import { writeBatch } from './write-batch.ts';

export const USER_FILES = importKind({
  names: ['users'],
  entity: 'users_import',
  access: userImportsContract.createUserImport['~orpc'].meta.access,
  former: 'The admin who started this import can no longer import users',
  titles: () => FIELD_TITLES,
  guess: (_, headers, samples) => guessMapping(headers, samples),
  problemOf: ({ mapping }) =>
    Object.values(mapping).includes('email') ? null : 'Choose the column with the email addresses',
  shownSamples: withoutPasswords,
  optionsOf: ({ import_create, import_update, import_send_email, import_class_enrol }) => ({
    import_create,
    import_update,
    import_send_email,
    import_class_enrol,
  }),
  rowsPerPart,
  check: async (context, row, progress) =>
    checkFile(context, { row, ...(await howToRead(context, row)) }, progress),
  async write(context, row, audit_id) {
    const { reader, rules } = await howToRead(context, row);
    const seen = await addressesOf(context, row.id);
    return async (rows) =>
      writeBatch(context, { row, rules, seen, audit_id }, await readPeople(rows, reader));
  },
  undoPart: undoBatch,
  whyNotUndone: () => null,
  async forgetRows({ db }, id) {
    await db.deleteFrom('user_import_rows').where('import_id', '=', id).execute();
  },
});

type Wish = {
  file: File;
  dry_run: boolean;
  mapping?: Mapping | undefined;
  import_send_email: boolean;
  import_update: boolean;
  import_create: boolean;
  import_class_enrol: boolean;
};

/** Takes a stored file as an import of users into the caller's program, or of all. */
export async function createUserImport(context: Context, wish: Wish, key?: string): Promise<UserImport> {
  const { file, dry_run, mapping, ...options } = wish;
  const { program_id } = context.actor;
  const asked = { kind: 'users', program_id, file, dry_run, mapping, options } as const;
  return asUserImport(await createImport(context, USER_FILES, asked, key));
}

export function asUserImport(found: ReadImport): UserImport {
  return found as UserImport;
}

async function addressesOf({ db }: Context, id: number): Promise<Set<string>> {
  const done = await db
    .selectFrom('user_import_rows')
    .select('email_key')
    .where('import_id', '=', id)
    .where('email_key', 'is not', null)
    .execute();
  return new Set(done.map(({ email_key }) => email_key ?? ''));
}

/** Removes samples of columns that hold passwords, or look like it. */
function withoutPasswords(samples: Samples, mapping: FileMapping): Samples {
  return Object.fromEntries(
    Object.entries(mapping).map(([header, field]) => [
      header,
      field === 'password' || /pass|pwd|secret|kennwort/i.test(header) ? [] : (samples[header] ?? []),
    ]),
  );
}
