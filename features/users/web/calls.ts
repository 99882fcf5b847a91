import { callsOf } from '../../../web/api.ts';
import { siteUsersContract } from '../contract.ts';
import type { SiteUser, SiteUserRow } from '../user-schemas.ts';

export const { calls, reload } = callsOf('siteUsers', siteUsersContract);

export type Person = Pick<
  SiteUserRow,
  'id' | 'first_name' | 'last_name' | 'email' | 'user_type' | 'del_status' | 'site_program'
>;

/** Reads a user. Throws a 404 where there is none, or it is another program's. */
export async function readUser(id: number): Promise<SiteUser> {
  return (await calls.siteUser.call({ id })).user;
}

export function nameOf(user: Pick<Person, 'id' | 'first_name' | 'last_name' | 'email'>): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.email || `User #${user.id}`;
}
