/** Measures an import of users from a file over one plain INSERT of as many into the same table. */
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { runImport, undoImport } from '../../features/imports/server/imports.ts';
import { readImport } from '../../features/imports/server/read-imports.ts';
import type { UserImport } from '../../features/user-imports/contract.ts';
import {
  asUserImport,
  createUserImport,
  USER_FILES,
} from '../../features/user-imports/server/user-imports.ts';
import { asSystem, type Context, SYSTEM } from '../../server/context.ts';
import { storeFile } from '../../server/files/stored-file.ts';
import type { Platform } from '../../server/platform.ts';
import { watchMemory } from './memory.ts';
import type { Figure } from './table.ts';

const ROUNDS = 3;

const POLL_INTERVAL_MS = 20;

const SWITCHES = {
  import_send_email: false,
  import_update: true,
  import_create: true,
  import_class_enrol: false,
};

/** Measures checking, writing and undoing a file, by turns with the INSERT; one row in a hundred is wrong, and no user remains. */
export async function benchUsersImport(
  platform: Platform,
  ownerUrl: string,
  rows: number,
): Promise<Figure[]> {
  const context = asSystem(platform, 'bench', { ...SYSTEM, program_id: 0 });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const spent: Record<'plain' | 'check' | 'write' | 'undo', number[]> = {
    plain: [],
    check: [],
    write: [],
    undo: [],
  };
  const memory = watchMemory();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      spent.plain.push(await plainInsert(owner, rows));
      memory.begin();
      let id = 0;
      spent.check.push(await seconds(async () => void ({ id } = await begin(context, rows))));
      spent.write.push(
        await seconds(async () => {
          await runImport(context, USER_FILES, id);
          const done = await over(context, id);
          if (done.state !== 'done' || done.created !== rows - Math.floor(rows / 100))
            throw new Error(`the import is ${done.state} with ${done.created} people: ${done.reason}`);
        }),
      );
      spent.undo.push(
        await seconds(async () => {
          await undoImport(context, USER_FILES, id);
          const undone = await over(context, id);
          if (undone.kept > 0) throw new Error(`an undo left ${undone.kept}`);
        }),
      );
      memory.end();
      await forget(owner, id);
    }
  } finally {
    memory.end();
    await owner.end();
  }
  const plain = median(spent.plain);
  const figure = (what: string, taken: number[], note = ''): Figure => ({
    what,
    ratio: median(taken) / plain,
    aim: null,
    note: `${median(taken).toFixed(1)} s${note}`,
  });
  const more = `, ${plain.toFixed(1)} s the INSERT, ${memory.most()} MB more memory at most`;
  return [
    figure(`${rows.toLocaleString('en-US')} rows of a file of people, checked`, spent.check),
    figure('the same written', spent.write, more),
    figure('the same undone', spent.undo),
  ];
}

async function begin(context: Context, rows: number): Promise<UserImport> {
  const file = await storeFile(context, 'user-imports', { name: 'bench.csv', bytes: linesOf(rows) });
  const made = await createUserImport(context, { ...SWITCHES, dry_run: true, file });
  return over(context, made.id);
}

function linesOf(rows: number): AsyncIterable<Buffer> {
  const line = (n: number) =>
    n % 100 === 99 ? `wrong ${n},Ada,Lovelace\n` : `import${n}@bench.example,"Ada\n${n}",Lovelace ${n}\n`;
  return Readable.from(
    (function* () {
      yield Buffer.from('email,first_name,last_name\n');
      for (let n = 0; n < rows; n++) yield Buffer.from(line(n));
    })(),
  );
}

async function over(context: Context, id: number): Promise<UserImport> {
  for (;;) {
    const found = asUserImport(await readImport(context, USER_FILES, id));
    if (found.state !== 'checking' && found.state !== 'running') return found;
    await wait(POLL_INTERVAL_MS);
  }
}

async function plainInsert(owner: pg.Client, rows: number): Promise<number> {
  await owner.query('begin');
  const taken = await seconds(() =>
    owner.query(
      `insert into site_users (email, first_name, last_name, program_id)
       select 'import' || n || '@bench.example', 'Ada ' || n, 'Lovelace ' || n, 1 from generate_series(1, $1::integer) n`,
      [rows],
    ),
  );
  await owner.query('rollback');
  return taken;
}

/** Deletes what the undo only marks, so that the next round meets as many users. */
async function forget(owner: pg.Client, id: number): Promise<void> {
  await owner.query('begin');
  // No row points at them any more, and asking every table for each would take longer than the import.
  await owner.query('set local session_replication_role = replica');
  await owner.query('delete from user_import_rows where import_id = $1', [id]);
  await owner.query("delete from site_users where email_key like 'import%@bench.example'");
  await owner.query('commit');
  await owner.query('vacuum analyze site_users, user_import_rows');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
