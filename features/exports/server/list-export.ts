/** Exports of lists, from what their nouns declare for the page. Specification: Exports. */
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import type { Conditions, List } from '../../../server/nouns/list-query.ts';
import { amount, exportOf, type Kind, moment, number, text } from './kinds.ts';

type ListExport<Filters extends object> = Omit<Kind<Filters>, 'rows'> & {
  /** The list, as its page asks for it. */
  list: (actor: Actor, filters: Filters) => List<never> | List<string>;
  /** Conditions of the list, the scope first. */
  matching: (actor: Actor, filters: Filters) => Conditions;
};

/** Declares the export of a list: all rows of its filters, by id; columns are those of a row of the list, by name. */
export function exportOfList<Filters extends object>({ list, matching, ...kind }: ListExport<Filters>) {
  return exportOf<Filters>({
    ...kind,
    rows: (actor, filters) => {
      const { from, columns, joins = sql`` } = list(actor, filters);
      const where = sql.join(matching(actor, filters), sql` and `);
      return {
        from: sql`(select ${columns} from ${from} ${joins} where ${where}) listed`,
        where: sql`true`,
        order: sql`listed.id`,
      };
    },
  });
}

const column = (name: string) => sql.ref(`listed.${name}`);

/** Formats of a row's columns, by their names in the list. */
export const listed = {
  text: (name: string) => text(column(name)),
  number: (name: string) => number(column(name)),
  moment: (name: string) => moment(column(name)),
  /** Minor units as major units of `currency`. */
  amount: (name: string, currency = 'currency') => amount(column(name), column(currency)),
  /** Hundredths, as of coins, as whole units. */
  hundredths: (name: string) => sql`${column(name)} * 0.01`,
  /** A text within a JSON column. */
  part: (name: string, key: string) => text(sql`${column(name)} ->> ${sql.lit(key)}`),
  /** One of two words, for a flag. */
  flag: (name: string, yes = 'Yes', no = 'No') =>
    sql`case when ${column(name)}::text in ('1', 'true') then ${sql.lit(yes)} else ${sql.lit(no)} end`,
  /** A word for each value, and the value itself where it has none. */
  word: (name: string, words: Readonly<Record<string, string>>) => wordOf(column(name), words),
  /** The name of a row's program, whose id is 0 for the global site; one that the caller may not see has none. */
  program: () =>
    text(sql`case when listed.program_id = 0 then 'Global site'
      else coalesce(listed.program_display_name, 'Another program') end`),
};

function wordOf(value: RawBuilder<unknown>, words: Readonly<Record<string, string>>) {
  const cases = Object.entries(words).map(([one, word]) => sql`when ${sql.lit(one)} then ${sql.lit(word)}`);
  return sql`case ${value}::text ${sql.join(cases, sql` `)} else ${value}::text end`;
}
