import { sql } from 'kysely';
import type { SiteCall } from '../../../server/sites/site-context.ts';
import type { MovedCells } from '../rules.ts';

export type NamesHere = {
  /** The id of the user with this address, or why there is none. */
  user(email: string): number | string;
  class(name: string): { id: number; is_bundle: boolean } | string;
};

export async function namesHere({ db }: SiteCall, rows: readonly MovedCells[]): Promise<NamesHere> {
  const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))];
  const names = [...new Set(rows.flatMap((row) => row.class ?? []))];
  const ids = names.filter((name) => IS_ID.test(name)).map(Number);
  const people = await sql<{ email: string; id: number }>`
    select t.email, u.id from unnest(${emails}::text[]) as t (email)
    join site_users u on u.email_key = address_key(t.email) and u.del_status = 0`.execute(db);
  const classes = await sql<{ id: number; class_name: string; is_bundle: boolean }>`
    select id, class_name, is_bundle from classes
    where id = any (${ids}::integer[]) or class_name = any (${names}::text[])
    order by id`.execute(db);
  const userBy = new Map(people.rows.map(({ email, id }) => [email, id]));
  return {
    user: (email) => userBy.get(email) ?? `There is no user ${email}`,
    class(name) {
      const [found, second] = classes.rows.filter((one) =>
        IS_ID.test(name) ? one.id === Number(name) : one.class_name === name,
      );
      if (!found) return `This program does not sell a class "${name}"`;
      return second ? `Two classes are called "${name}": write the number of one` : found;
    },
  };
}

const IS_ID = /^[1-9]\d{0,8}$/;
