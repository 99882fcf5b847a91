import { callsOf } from '../../../web/api.ts';
import { type AdminUser, adminUsersContract } from '../contract.ts';

export const { calls, reload } = callsOf('adminUsers', adminUsersContract);

export async function readAdminUser(id: number): Promise<AdminUser> {
  return (await calls.adminUser.call({ id })).user;
}
