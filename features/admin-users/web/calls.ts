import { callsOf } from '../../../web/api.ts';
import { type AdminUser, adminUsersContract } from '../contract.ts';

export const { calls, reload } = callsOf('adminUsers', adminUsersContract);

/** Reads an account. Throws a 404 where it is gone or foreign. */
export async function readAdminUser(id: number): Promise<AdminUser> {
  return (await calls.adminUser.call({ id })).user;
}
