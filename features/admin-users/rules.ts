import { PERMISSIONS, type Permission } from '../../core/access.ts';

const PERMISSION_NAMES: Record<Permission, string> = {
  superadmin: 'Superadmin',
  programadmin: 'Program admin',
  commissions: 'Commissions',
  events: 'Events',
  store: 'Store',
  users: 'Users',
  money: 'Money',
  catalogue: 'Catalogue',
  content: 'Content',
  admins: 'Admin users',
  audit: 'Audit',
};

export function namedPermissions(given: readonly string[]): { id: Permission; name: string }[] {
  return PERMISSIONS.filter((id) => given.includes(id)).map((id) => ({ id, name: PERMISSION_NAMES[id] }));
}
