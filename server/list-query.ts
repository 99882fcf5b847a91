/** Pages of a list: one way to sort, to page and to match a text (api.md, "Wire conventions"). */
import { type Expression, type SqlBool, sql } from 'kysely';
import { PAGE_SIZE } from '../core/paging.ts';

/** Rows to skip before the page. */
export function offsetOf(page: number, size = PAGE_SIZE): number {
  return (page - 1) * size;
}

/** True where the lower-case search column holds every word typed, in any order. */
export function matchesWords(column: string, typed: string): Expression<SqlBool> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sql<SqlBool>`true`;
  const conditions = words.map((word) => sql<SqlBool>`${sql.ref(column)} like ${`%${escapeLike(word)}%`}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** True where the typed text matches the search column, or is the row's id. */
export function matchesWordsOrId(column: string, idColumn: string, typed: string): Expression<SqlBool> {
  const words = matchesWords(column, typed);
  const id = /^#?(\d{1,9})$/.exec(typed.trim())?.[1];
  return id === undefined ? words : sql<SqlBool>`(${words} or ${sql.ref(idColumn)} = ${Number(id)})`;
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, (character) => `\\${character}`);
}
