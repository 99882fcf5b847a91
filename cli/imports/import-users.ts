import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LARGEST_FILE_BYTES } from '../../features/imports/rules.ts';
import { readImport } from '../../features/imports/server/read-imports.ts';
import type { Field, Mapping } from '../../features/user-imports/rules.ts';
import { readRejections } from '../../features/user-imports/server/import-rows.ts';
import { createUserImport, USER_FILES } from '../../features/user-imports/server/user-imports.ts';
import { asSystem, type Context, SYSTEM } from '../../server/context.ts';
import { forgetUnkept, storeFile } from '../../server/files/stored-file.ts';
import { readId, runCommand, UsageError } from '../platform.ts';
import { workOff } from './work-off.ts';

const USAGE =
  'npm run import -- users FILE.csv [--program ID] [--no-create] [--no-update] [--send-email] [--enrol] [--dry-run] [--map HEADER=field]';

/** Uses the functions of the screen; an interrupted import continues in a server or the next command. */
export async function importUsers(args: string[]): Promise<void> {
  const { file, program_id, wish } = readWish(args);
  const known = await stat(file).catch(() => {
    throw new UsageError(`There is no file ${file}`);
  });
  if (known.size > LARGEST_FILE_BYTES)
    throw new UsageError(`${file} is larger than ${LARGEST_FILE_BYTES / 1024 / 1024} MB`);
  await runCommand(async (platform) => {
    const context = asSystem(platform, `import-${process.pid}`, { ...SYSTEM, program_id });
    const begun = performance.now();
    const id = await begin(context, file, wish);
    await show(context, id, (performance.now() - begun) / 1000);
  });
}

type Wish = Omit<Parameters<typeof createUserImport>[1], 'file'>;

async function begin(context: Context, file: string, wish: Wish): Promise<number> {
  const bytes = createReadStream(file) as AsyncIterable<Buffer>;
  const stored = await storeFile(context, 'user-imports', { name: path.basename(file), bytes });
  try {
    const { id } = await createUserImport(context, { ...wish, file: stored });
    await workOff(context, () => readImport(context, USER_FILES, id));
    return id;
  } finally {
    await forgetUnkept(context, stored);
  }
}

async function show(context: Context, id: number, seconds: number): Promise<void> {
  const found = await readImport(context, USER_FILES, id);
  for await (const { line, column, reason } of readRejections(context, id))
    console.log(`line ${line}: ${column === null ? '' : `${column} `}${reason}`);
  const { created, updated, unchanged, enrolled, rejected, state } = found;
  if (state === 'failed') throw new UsageError(found.reason ?? 'The import failed');
  const verb = state === 'ready' ? 'would be ' : '';
  const took = seconds.toFixed(1);
  console.log(
    `${verb}${created} created, ${updated} updated, ${unchanged} unchanged, ${enrolled} enrolled, ${rejected} rejected in ${took} s (import ${id})`,
  );
}

function readWish(args: string[]): { file: string; program_id: number; wish: Wish } {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError(USAGE);
  const mapping: Mapping = {};
  for (const text of values.map ?? []) {
    const [, header, field] = /^(.*)=([a-z_]*)$/s.exec(text) ?? [];
    if (header === undefined) throw new UsageError(`"${text}" is not a mapping such as "E-mail=email"`);
    mapping[header] = field as Field | '';
  }
  return {
    file,
    program_id: values.program === undefined ? 0 : readId('--program', values.program),
    wish: {
      import_create: !values['no-create'],
      import_update: !values['no-update'],
      import_send_email: values['send-email'] ?? false,
      import_class_enrol: values.enrol ?? false,
      dry_run: values['dry-run'] ?? false,
      ...(values.map && { mapping }),
    },
  };
}

function parse(args: string[]) {
  const tick = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        program: { type: 'string' },
        map: { type: 'string', multiple: true },
        'no-create': tick,
        'no-update': tick,
        'send-email': tick,
        enrol: tick,
        'dry-run': tick,
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}: ${USAGE}`);
  }
}
