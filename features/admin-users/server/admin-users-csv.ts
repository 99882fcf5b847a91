import { exportOfCells } from '../../exports/server/cell-export.ts';
import { ADMIN_USERS_CSV, adminUsersContract } from '../contract.ts';
import { pageOfAdminUsers } from './admin-users.ts';

export const adminUsersCsv = exportOfCells<{ name: string }>({
  name: 'admin-users',
  route: adminUsersContract.adminUsersCsv,
  columns: ADMIN_USERS_CSV,
  page: async (context, asked, size) => {
    const { users, count } = await pageOfAdminUsers(context, asked, size);
    return {
      rows: users.map((user) => ({ ...user, permissions: user.permissions.map(({ name }) => name) })),
      count,
    };
  },
});
