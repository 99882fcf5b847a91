/** Rules of who may call a route and see a screen. Specification: Roles and programs. */

export const AREAS = [
  'commissions',
  'events',
  'store',
  'users',
  'money',
  'catalogue',
  'content',
  'admins',
  'audit',
] as const;
export type Area = (typeof AREAS)[number];

export const PERMISSIONS = ['superadmin', 'programadmin', ...AREAS] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type Role = 'superadmin' | 'programadmin' | 'admin';

/** The signed-in member of staff. `program_id` 0 means every program. */
export type Actor = {
  admin_id: number;
  email: string;
  program_id: number;
  role: Role;
  permissions: readonly Permission[];
};

/** Access of a route: `public`, `signed_in`, an area or one of several (held, or programadmin and above), or a lowest role; `of`: refuses bound admins. */
export type Access =
  | 'public'
  | 'signed_in'
  | { area: Area | readonly [Area, Area, ...Area[]]; of?: 'no program' }
  | { role: 'superadmin' | 'programadmin' };

/** Returns true where the actor's role and permissions meet the access; which rows they see is decided by scope. */
export function mayAccess(actor: Actor, access: Access): boolean {
  if (access === 'public' || access === 'signed_in') return true;
  if (actor.role === 'superadmin') return true;
  if ('role' in access) return access.role === 'programadmin' && actor.role === 'programadmin';
  if (access.of === 'no program' && !isGlobal(actor)) return false;
  return actor.role === 'programadmin' || areasOf(access).some((area) => actor.permissions.includes(area));
}

export function areasOf(access: Access): readonly Area[] {
  if (typeof access === 'string' || 'role' in access) return [];
  return typeof access.area === 'string' ? [access.area] : access.area;
}

export function roleOf(permissions: readonly Permission[]): Role {
  if (permissions.includes('superadmin')) return 'superadmin';
  return permissions.includes('programadmin') ? 'programadmin' : 'admin';
}

/** Returns true where the actor may give a permission to others: a superadmin any, a programadmin all but superadmin, a plain admin those held. */
export function holds(actor: Actor, permission: Permission): boolean {
  if (actor.role === 'superadmin') return true;
  if (permission === 'superadmin') return false;
  return actor.role === 'programadmin' || actor.permissions.includes(permission);
}

export function isGlobal(actor: Actor): boolean {
  return actor.program_id === 0;
}

/** Returns true where the actor may change a row: rows of other programs that their site shows are refused. */
export function mayTouch(actor: Actor, { program_id }: { program_id: number }): boolean {
  return isGlobal(actor) || actor.program_id === program_id;
}
