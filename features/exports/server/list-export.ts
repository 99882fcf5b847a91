import { type RawBuilder, sql } from 'kysely';
import type { Access, Actor } from '../../../core/access.ts';
import type { Conditions, List } from '../../../server/nouns/list-query.ts';
import type { CsvColumns } from '../contract.ts';
import { amount, exportOf, moment, number, type QueryKind, text } from './kinds.ts';

type Sql = RawBuilder<unknown>;

type ListExport<Filters extends object> = Pick<QueryKind, 'name'> & {
  columns: CsvColumns;
  route: { '~orpc': { meta: { access: Access } } };
  saved_as?: string;
  list: (actor: Actor, filters: Filters) => List<never> | List<string>;
  matching: (actor: Actor, filters: Filters) => Conditions;
};

/** Declares the export of a list: all rows of its filters, by id; columns are those of a row of the list, by name. */
export function exportOfList<Filters extends object>({
  route,
  list,
  matching,
  columns,
  ...kind
}: ListExport<Filters>): QueryKind<Filters> {
  return exportOf<Filters>({
    saved_as: kind.name,
    access: route['~orpc'].meta.access,
    ...kind,
    columns: Object.entries(columns).map(columnOf),
    rows: (actor, filters) => {
      const { from, columns: selected, joins = sql`` } = list(actor, filters);
      const where = sql.join(matching(actor, filters), sql` and `);
      return {
        from: sql`(select ${selected} from ${from} ${joins} where ${where}) listed`,
        where: sql`true`,
        order: sql`listed.id`,
      };
    },
  });
}

function columnOf([name, column]: [string, CsvColumns[string]]) {
  const [title, kind, words] = column;
  const [whole = '', part] = name.split('.');
  const stored = sql.ref(`listed.${whole}`);
  const value = part === undefined ? stored : sql`${stored} ->> ${sql.lit(part)}`;
  return [title, written(kind, value, words)] as const;
}

function written(kind: CsvColumns[string][1], value: Sql, words: CsvColumns[string][2]): Sql {
  switch (kind) {
    case 'text':
      return text(value);
    case 'json':
      return text(sql`${value}::text`);
    case 'number':
      return number(value);
    case 'moment':
      return moment(value);
    case 'amount':
      return amount(value, sql.ref('listed.currency'));
    case 'hundredths':
      return sql`${value} * 0.01`;
    case 'program':
      // One that the caller may not see has no name.
      return text(sql`case when ${value} = 0 then 'Global site'
        else coalesce(listed.program_display_name, 'Another program') end`);
    case 'flag': {
      const [yes, no] = Array.isArray(words) ? (words as readonly string[]) : ['Yes', 'No'];
      return sql`case when ${value}::text in ('1', 'true') then ${sql.lit(yes)} else ${sql.lit(no)} end`;
    }
    case 'word': {
      const cases = Object.entries(words ?? {}).map(
        ([one, word]) => sql`when ${sql.lit(one)} then ${sql.lit(word)}`,
      );
      return sql`case ${value}::text ${sql.join(cases, sql` `)} else ${value}::text end`;
    }
  }
}
