/** Migrations as files: which there are, and what each does to a version of before. Specification: Operations. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../migrations');

/** `expand` leaves all in place that the version before reads and writes; `contract` takes some of it away. */
export type Kind = 'expand' | 'contract';

export type Migration = {
  name: string;
  kind: Kind;
  /** Runs outside of a transaction, as `create index concurrently` has to. */
  isApart: boolean;
  text: string;
};

export type Applied = Pick<Migration, 'name' | 'kind'>;

/** Returns all migrations in their order: by name, whatever folder holds them. */
export async function readMigrations(): Promise<Migration[]> {
  // In folders by number, as a folder holds at most 30 files; the name alone is what the database remembers.
  const files = (await readdir(FOLDER, { recursive: true })).filter((file) => file.endsWith('.sql'));
  const all = await Promise.all(
    files.map(async (file) => ({
      name: path.basename(file, '.sql'),
      ...headerOf(await readFile(path.join(FOLDER, file), 'utf8')),
    })),
  );
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Reads the comment at the head of a migration; without one it contracts, which holds for all before the first release. */
export function headerOf(text: string): Pick<Migration, 'kind' | 'isApart' | 'text'> {
  const [head = ''] = text.split('\n', 1);
  const kind = /^-- Kind: (expand|contract)\b/.exec(head)?.[1] as Kind | undefined;
  return { kind: kind ?? 'contract', isApart: head.trim().endsWith(', concurrently'), text };
}

export type Comparison = {
  /** Migrations that the database lacks, in their order. */
  pending: readonly Migration[];
  /** Migrations of a later version that the database has. */
  later: readonly Applied[];
};

export function compare(known: readonly Migration[], applied: readonly Applied[]): Comparison {
  const has = new Set(applied.map(({ name }) => name));
  const knows = new Set(known.map(({ name }) => name));
  return {
    pending: known.filter(({ name }) => !has.has(name)),
    later: applied.filter(({ name }) => !knows.has(name)),
  };
}

/** Returns why this version cannot run on the database, whoever migrates it; null where it can. */
export function tooLate({ later, pending }: Comparison): string | null {
  const contracted = later.find(({ kind }) => kind === 'contract');
  if (contracted)
    return `DATABASE_URL: the database belongs to a later version of Provost (${contracted.name} has contracted its schema); start that version, or restore a backup of this one`;
  if (later.length > 0 && pending.length > 0)
    return `DATABASE_URL: the database has ${named(later)} of another version of Provost, and lacks ${named(pending)} of this one; start the version that migrated it`;
  return null;
}

/** Returns what has to be applied before this version can run; contractions may wait until no version before runs. */
export function missing({ pending }: Comparison): readonly Migration[] {
  const lastExpansion = pending.findLastIndex(({ kind }) => kind === 'expand');
  return pending.slice(0, lastExpansion + 1);
}

export function named(migrations: readonly Applied[]): string {
  const names = migrations.slice(0, 3).map(({ name }) => name);
  return migrations.length > 3 ? `${names.join(', ')} and ${migrations.length - 3} more` : names.join(', ');
}
