import type { Access } from '../../../core/access.ts';
import { refuse } from '../../../core/errors.ts';
import { decimalsOf } from '../../../core/money.ts';
import type { Context } from '../../../server/context.ts';
import type { CsvColumns } from '../contract.ts';
import { type CodeKind, exportByCode } from './kinds.ts';

export const MOST_CELL_ROWS = 100_000;

type CellExport<Filters extends object> = Pick<CodeKind, 'name'> & {
  columns: CsvColumns;
  route: { '~orpc': { meta: { access: Access } } };
  saved_as?: string;
  page: (context: Context, asked: Filters & { page: 1 }, size: number) => Promise<Page>;
};

type Page = { rows: readonly object[]; count: number };

/** Declares an export that is more than a query: the list's rows in order, answered columns by name, amounts in major units. Above {@link MOST_CELL_ROWS}: 400. */
export function exportOfCells<Filters extends object>({
  route,
  page,
  columns,
  ...kind
}: CellExport<Filters>): CodeKind<Filters> {
  const described = Object.entries(columns);
  return exportByCode<Filters>({
    saved_as: kind.name,
    access: route['~orpc'].meta.access,
    ...kind,
    columns: described.map(([, [title]]) => [title]),
    cells: async (context, filters, size) => {
      const { rows, count } = await page(context, { ...filters, page: 1 }, size);
      if (count > MOST_CELL_ROWS)
        refuse(
          400,
          `The list has ${count.toLocaleString('en-US')} rows, and a file at most 100,000. Set a filter first.`,
        );
      return { rows: rows.map((row) => described.map(([name, column]) => cellOf(row, name, column))), count };
    },
  });
}

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
type Cells = { readonly [name: string]: Value };

function cellOf(row: object, name: string, [, kind, words]: CsvColumns[string]): string {
  const of = row as Cells;
  const value = name.split('.').reduce<Value>((whole, part) => (whole as Cells | null)?.[part] ?? null, of);
  if (kind === 'program') return programOf(value, of.program_display_name);
  if (value === null) return '';
  switch (kind) {
    case 'moment':
      return new Date(value as string).toISOString();
    case 'amount':
      return (value as number).toFixed(decimalsOf(of.currency as string));
    case 'flag': {
      const [yes = 'Yes', no = 'No'] = Array.isArray(words) ? (words as readonly string[]) : [];
      return value === true || value === 1 ? yes : no;
    }
    case 'word': {
      const named = words as Readonly<Record<string, string>>;
      return textsOf(value)
        .map((one) => named[one] ?? one)
        .join(', ');
    }
    default:
      return textsOf(value).join(', ');
  }
}

function textsOf(value: Value): string[] {
  return Array.isArray(value)
    ? value.flatMap(textsOf)
    : [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

/** One that the caller may not see has no name. */
function programOf(id: Value, name: Value | undefined): string {
  if (id === 0 || id === null) return 'Global site';
  return typeof name === 'string' ? name : 'Another program';
}
