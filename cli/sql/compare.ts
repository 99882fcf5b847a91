import type pg from 'pg';
import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import { getTypeParser } from '../../server/db/connections/pools.ts';
import type { Column } from './describe.ts';

export type Catalogue = {
  types: ReadonlyMap<number, { name: string; category: string }>;
  /** The names of columns that may be null, by `table.place`. */
  nullable: ReadonlyMap<string, string>;
};

export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<{ oid: number; name: string; category: string }>(
    'select oid, typname as name, typcategory as category from pg_type',
  );
  const columns = await client.query<{ at: string; name: string }>(
    `select a.attrelid || '.' || a.attnum as at, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attnotnull`,
  );
  return {
    types: new Map(types.rows.map(({ oid, ...type }) => [oid, type])),
    nullable: new Map(columns.rows.map(({ at, name }) => [at, name])),
  };
}

export function faultsOf(
  checker: Checker,
  row: Type,
  { text, columns }: { text: string; columns: readonly Column[] },
  catalogue: Catalogue,
): string[] {
  const known = new Map(columns.map((column) => [column.name, column]));
  const properties = checker.getPropertiesOfType(row);
  const names = new Set(properties.map(({ name }) => name));
  // Who asks for all there is does not ask for each.
  const surplus = (/[\w"]\.\*|select \*/.test(text) ? [] : columns)
    .filter(({ name }) => !names.has(name))
    .map(({ name }) => `answers ${name}, which its row does not have`);
  const faults = properties.flatMap((property) => {
    const column = known.get(property.name);
    const type = checker.getTypeOfSymbol(property);
    const parts = type ? partsOf(type) : [];
    const isOptional =
      (property.flags & SymbolFlags.Optional) !== 0 ||
      parts.some(({ flags }) => (flags & TypeFlags.Undefined) !== 0);
    if (!column) return isOptional ? [] : [`does not answer ${property.name}`];
    return type ? faultsOfColumn(checker, column, parts, text, catalogue) : [];
  });
  return [...faults, ...surplus];
}

function faultsOfColumn(
  checker: Checker,
  column: Column,
  parts: readonly Type[],
  text: string,
  { types, nullable }: Catalogue,
): string[] {
  if (parts.some(({ flags }) => (flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0)) return [];
  const said = new Set(parts.flatMap((part) => kindOf(checker, part) ?? []));
  const sent = sentAs(types.get(column.oid), column.oid);
  const faults =
    sent === undefined || said.size === 0 || [...said].every((kind) => kind === sent)
      ? []
      : [
          `${column.name} is ${types.get(column.oid)?.name}, which is read as ${sent} and not as ${[...said].join(' or ')}`,
        ];
  const isNullable = parts.some(({ flags }) => (flags & TypeFlags.Null) !== 0);
  const name = nullable.get(`${column.table}.${column.place}`);
  if (!isNullable && name !== undefined && !isCompared(name, text))
    faults.push(`${column.name} may be null, which its row does not say`);
  return faults;
}

/** A condition on a column leaves out the rows in which it is null; on which of two tables, the text does not tell. */
function isCompared(name: string, text: string): boolean {
  return text
    .split(/\band\b|\bwhere\b|\bon\b|\bset\b|,/)
    .some((part) => /=|<|>| is not null|\bin\b/.test(part) && part.split(/\W+/).includes(name));
}

function partsOf(type: Type): readonly Type[] {
  return type.isUnionType() ? type.getTypes() : [type];
}

/** Undefined for what tells nothing: null, undefined, a parameter. */
function kindOf(checker: Checker, type: Type): string | undefined {
  const { flags } = type;
  if ((flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0) return undefined;
  const scalar = scalarOf(type);
  if (scalar) return scalar;
  if (checker.isArrayLikeType(type)) {
    const item = checker.getTypeArguments(type as Parameters<typeof checker.getTypeArguments>[0])[0];
    const kinds = new Set((item ? partsOf(item) : []).flatMap((part) => scalarOf(part) ?? 'object'));
    return kinds.size === 1 ? `${[...kinds].join('')}[]` : undefined;
  }
  const name = checker.typeToString(type);
  if (name.startsWith('Buffer')) return 'Buffer';
  if (name === 'Date') return name;
  return (flags & TypeFlags.Object) === 0 ? undefined : 'object';
}

function scalarOf({ flags }: Type): string | undefined {
  if ((flags & TypeFlags.NumberLike) !== 0) return 'number';
  if ((flags & TypeFlags.StringLike) !== 0) return 'string';
  return (flags & TypeFlags.BooleanLike) === 0 ? undefined : 'boolean';
}

/** Returns the type that our parsers read a value as; undefined for JSON, which may be anything. */
function sentAs(type: { name: string; category: string } | undefined, oid: number): string | undefined {
  if (!type || /^_?jsonb?$/.test(type.name) || type.name === 'unknown') return undefined;
  const parse = getTypeParser(oid, 'text') as (text: string) => unknown;
  const item = SAMPLES[type.name.replace('_', '')] ?? '1';
  const parsed = parse(type.category === 'A' ? `{"${item}"}` : item);
  return Array.isArray(parsed) ? `${kindOfValue(parsed[0])}[]` : kindOfValue(parsed);
}

const SAMPLES: Record<string, string> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-01',
  interval: '1 day',
  timestamp: '2026-01-01 00:00:00',
  timestamptz: '2026-01-01 00:00:00+00',
};

function kindOfValue(value: unknown): string {
  if (value instanceof Date) return 'Date';
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value;
}
