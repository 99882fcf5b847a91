/** The texts of a release: its number, its section of the changelog, and what an operator does for it. */
import { ConfigError } from '../../server/config.ts';
import type { Migration } from '../../server/db/versions/migrations.ts';

const UNRELEASED = 'Unreleased\n';

/** Refuses a version that is none, or that is not later than the one before; a pre-release (`1.0.0-rc.1`) has no order here. */
export function refuseVersion(version: string, before: string): void {
  const [next, last] = [numbersOf(version), numbersOf(before)];
  if (!next) throw new ConfigError(`${version} is no version: three numbers by dots, such as 1.2.0`);
  if (!last) return;
  const differing = next.findIndex((number, at) => number !== last[at]);
  if (differing < 0 || (next[differing] ?? 0) < (last[differing] ?? 0))
    throw new ConfigError(`${version} is not later than ${before}`);
}

/** Returns the changelog with "Unreleased" as the section of `version`, released on `day`, and the upgrade notes. Refuses one without a line to release. */
export function released(changelog: string, version: string, day: string, notes: readonly string[]): string {
  const [head = '', ...sections] = changelog.split('\n## ');
  const [unreleased = '', ...older] = sections;
  if (!unreleased.startsWith(UNRELEASED))
    throw new ConfigError(`CHANGELOG.md does not begin with a section "${UNRELEASED.trim()}"`);
  const lines = unreleased.slice(UNRELEASED.length).trim();
  if (!lines) throw new ConfigError(`CHANGELOG.md says nothing under "${UNRELEASED.trim()}"`);
  const upgrade = notes.map((note) => `- ${note}`).join('\n');
  const section = `${version} (${day})\n\n${lines}\n\n### Upgrade\n\n${upgrade}\n`;
  return [head, UNRELEASED, section, ...older].join('\n## ');
}

/** Returns what an operator does for migrations that the release before has not: nothing, one step, or two with a way back between. */
export function upgradeNotes(migrations: readonly Pick<Migration, 'name' | 'kind' | 'isApart'>[]): string[] {
  if (migrations.length === 0)
    return ['No migration: replace one server after the other, and back the same way.'];
  const first = migrations.findIndex(({ kind }) => kind === 'contract');
  const expansions = first < 0 ? migrations : migrations.slice(0, first);
  const held = first < 0 ? [] : migrations.slice(first);
  const notes: string[] = [];
  if (expansions.length > 0)
    notes.push(
      `Before the servers: \`npm run migrate\` applies ${codes(expansions)}. The version before runs on it, so servers may go back.`,
    );
  const slow = migrations.filter(({ isApart }) => isApart);
  if (slow.length > 0)
    notes.push(
      `${codes(slow)} make${slow.length > 1 ? '' : 's'} an index beside work, which takes a while on large tables.`,
    );
  if (held.length > 0)
    notes.push(
      `${expansions.length > 0 ? 'Once no server of the version before runs' : 'With every server stopped'}: \`npm run migrate -- --contract\` applies ${codes(held)}. The way back from there is a restore.`,
    );
  return notes;
}

function numbersOf(version: string): number[] | null {
  const parts = version.split('.');
  const numbers = parts.map(Number);
  const isWhole = parts.every(
    (part, at) => part === String(numbers[at]) && Number.isSafeInteger(numbers[at]),
  );
  return parts.length === 3 && isWhole ? numbers : null;
}

function codes(migrations: readonly { name: string }[]): string {
  return migrations.map(({ name }) => `\`${name}\``).join(', ');
}
