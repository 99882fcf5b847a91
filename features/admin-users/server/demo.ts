import type { Permission } from '../../../core/access.ts';
import { daysBefore } from '../../../server/db/demo/random.ts';
import { adminValues } from '../../../test/factories.ts';

/** The accounts that the terminal names: the first three by id. */
const DEMO_ACCOUNTS = ['superadmin@example.com', 'programadmin@example.com', 'admin@example.com'];

export function demoAdmins(today: Date, password_hash: string) {
  const [superadmin = '', programadmin = '', admin = ''] = DEMO_ACCOUNTS;
  const longest = `${'first.'.repeat(9)}secretary@${'department-of-continuing-education.'.repeat(5)}example.com`;
  const rows: [email: string, program_id: number, permissions: Permission[]][] = [
    [superadmin, 0, ['superadmin']],
    [programadmin, 2, ['programadmin']],
    [admin, 2, ['commissions', 'events', 'users', 'money', 'catalogue', 'audit']],
    ['head.office@example.com', 0, ['superadmin']],
    ['operations@example.com', 0, ['programadmin']],
    ['support@example.com', 0, ['commissions', 'users', 'audit']],
    ['bookkeeping@example.com', 2, ['money']],
    ['direction@lumiere.example.com', 3, ['programadmin']],
    ['jimukyoku@manabi.example.com', 4, ['programadmin', 'commissions']],
    ['comisiones@aprende.example.com', 5, ['commissions']],
    ['porter@nightschool.example.com', 6, []],
    [longest, 3, ['catalogue', 'content']],
  ];
  return rows.map(([email, program_id, permissions], index) =>
    adminValues({
      id: index + 1,
      email,
      password_hash,
      program_id,
      permissions,
      created_at: daysBefore(today, 1900 - index * 20),
      updated_at: daysBefore(today, 1900 - index * 20),
    }),
  );
}
