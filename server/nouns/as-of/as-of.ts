/** A record as it stood at a moment, from the versions that the database keeps. Specification: As of. */
import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { toMajor } from '../../../core/money.ts';
import type { NounDeclaration } from '../../../core/noun.ts';
import type { RecordAsOf, Setting, SettingValue } from '../../../core/nouns/as-of-routes.ts';
import { type AuditEntity, NOUNS } from '../../../features/nouns.ts';
import { type Context, visibleTo } from '../../context.ts';
import { fromAudit } from './as-of-audit.ts';
import { type Names, namesOf } from './as-of-names.ts';
import type { History, HistoryField, Row } from './as-of-types.ts';

/** Throws a 400 for a moment in the future. */
export function refuseFuture(at: string): void {
  if (Date.parse(at) > Date.now()) refuseField('at', 'must not be in the future');
}

/** Settings of a record that the caller sees, at a moment (ISO 8601); parts of a program that it may not read are `hidden`. */
export async function asOf(
  context: Context,
  { entity, fields, secrets }: History,
  { id, at }: { id: number; at: string },
): Promise<RecordAsOf> {
  refuseFuture(at);
  const versions = await versionsSince(context, entity, id, at);
  const standing = versions.at(-1);
  if (standing?.until_at !== null || !standing.row)
    throw new Error(`${entity} ${id} has no version that stands`);
  const { began_at, from_the_first, row: now } = standing;
  const answer = { at, began_at };
  const nothing = { settings: [], secrets: [] };
  const { versions: kept }: NounDeclaration = NOUNS[entity];
  const made_at = from_the_first || !kept ? began_at : momentOf(now[kept.made]);
  if (at < began_at && at < made_at) return { ...answer, began_at: made_at, state: 'before', ...nothing };
  if (at < began_at) {
    const first = versions.find((version) => version.at === began_at);
    if (!first?.row) return { ...answer, state: 'hidden', ...nothing };
    const names = Object.keys(fields);
    // Nothing was saved in between.
    const isUnsaved = momentOf(first.row.updated_at) <= at;
    const unsaved = isUnsaved ? names.filter((name) => !kept?.unmarked.includes(name)) : [];
    const then = {
      ...(await fromAudit(context, { entity, id, at, first: first.row, names })),
      ...Object.fromEntries(unsaved.map((name) => [name, first.row?.[name] ?? null])),
    };
    return {
      ...answer,
      state: 'part',
      settings: await settingsOf(context, fields, then, now),
      secrets: Object.values(secrets).map((label) => ({ label, changed: null })),
    };
  }
  const then = versions.find((version) => version.at <= at)?.row;
  if (!then) return { ...answer, state: 'hidden', ...nothing };
  const isWhole = versions.every((version, index) => version.until_at === (versions[index + 1]?.at ?? null));
  const changed = new Set(
    versions.filter((version) => version.at > at).flatMap((version) => version.secrets),
  );
  return {
    ...answer,
    state: 'known',
    settings: await settingsOf(context, fields, then, now),
    secrets: Object.entries(secrets).map(([name, label]) => ({
      label,
      changed: changed.has(name) || (isWhole ? false : null),
    })),
  };
}

/** A moment as JSON of the database has it. */
function momentOf(value: Row[string] | undefined): string {
  return new Date(String(value)).toISOString();
}

/** The row of a moment, undefined where the caller does not know it: before it was kept, or of another program. */
export async function rowAsOf(
  context: Context,
  entity: AuditEntity,
  id: number,
  at: string,
): Promise<Row | undefined> {
  const versions = await versionsSince(context, entity, id, at);
  const first = versions.find((version) => version.at === version.began_at);
  const isUnsaved = first?.row && momentOf(first.row.updated_at) <= at;
  return (versions.find((version) => version.at <= at) ?? (isUnsaved ? first : undefined))?.row ?? undefined;
}

type Version = {
  at: string;
  until_at: string | null;
  began_at: string;
  from_the_first: boolean;
  row: Row | null;
  secrets: string[];
};

/** The version of a moment and those after it, of those that the caller may read, in their order. */
async function versionsSince(
  { db, actor }: Context,
  entity: AuditEntity,
  id: number,
  at: string,
): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select v.at, v.until_at, v.began_at, v.from_the_first, v.row, v.secrets from record_versions v
    where v.entity = ${entity} and v.entity_id = ${id} and (v.until_at is null or v.until_at > ${at}::timestamptz)
      and ${visibleTo(actor, 'v.program_id')}
    order by v.id`.execute(db);
  return rows;
}

/** `then` lacks what is not known. */
async function settingsOf(
  context: Context,
  fields: History['fields'],
  then: Row,
  now: Row,
): Promise<Setting[]> {
  const names = await namesOf(context, fields, [then, now]);
  return Object.entries(fields).map(([name, field]) => {
    const [before, after] = [then, now].map((row) => (name in row ? valueOf(field, row, name, names) : null));
    return {
      name,
      label: field.label,
      kind: field.kind,
      earlier: before ?? null,
      now: after ?? { value: null, name: null },
      changed: before !== null && JSON.stringify(then[name] ?? null) !== JSON.stringify(now[name] ?? null),
    };
  });
}

function valueOf(
  { kind, words, say }: HistoryField,
  row: Row,
  name: string,
  names: Names,
): SettingValue | null {
  const value = row[name] ?? null;
  if (value === null) return { value: null, name: null };
  if (kind === 'amount') {
    // An amount without its currency is none.
    if (typeof row.currency !== 'string') return null;
    return { value: toMajor(Number(value), row.currency), name: row.currency };
  }
  if (kind === 'percent') return { value: Number(value) / 100, name: null };
  if (kind === 'moment') return { value: momentOf(value), name: null };
  if (kind === 'flag') return { value: value === true || value === 1, name: null };
  if (words) return { value: words[String(value)] ?? String(value), name: null };
  if (say) return { value: say(String(value)), name: null };
  return { value, name: names(kind, Number(value)) };
}
