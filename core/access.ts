/** Who may call a route and see a screen. Specification: Roles and programs. */

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

/**
 * What a route demands: `public` nothing, `signed_in` any admin user, an area or any one of several (held, or
 * programadmin and above), or a lowest role; `of: 'no program'` shuts out whoever is bound to one, for what belongs to none.
 */
export type Access =
  | 'public'
  | 'signed_in'
  | { area: Area | readonly [Area, Area, ...Area[]]; of?: 'no program' }
  | { role: 'superadmin' | 'programadmin' };

/** True where the actor's role and permissions meet the access; rows are a matter of scope, not of this. */
export function mayAccess(actor: Actor, access: Access): boolean {
  if (access === 'public' || access === 'signed_in') return true;
  if (actor.role === 'superadmin') return true;
  if ('role' in access) return access.role === 'programadmin' && actor.role === 'programadmin';
  if (access.of === 'no program' && !isGlobal(actor)) return false;
  return actor.role === 'programadmin' || areasOf(access).some((area) => actor.permissions.includes(area));
}

/** The areas of which one is enough; none where the access is not a matter of areas. */
export function areasOf(access: Access): readonly Area[] {
  if (typeof access === 'string' || 'role' in access) return [];
  return typeof access.area === 'string' ? [access.area] : access.area;
}

export function roleOf(permissions: readonly Permission[]): Role {
  if (permissions.includes('superadmin')) return 'superadmin';
  return permissions.includes('programadmin') ? 'programadmin' : 'admin';
}

/**
 * True where the actor holds a permission and may therefore give it to somebody: a superadmin holds all,
 * a programadmin all but superadmin, a plain admin those named.
 */
export function holds(actor: Actor, permission: Permission): boolean {
  if (actor.role === 'superadmin') return true;
  if (permission === 'superadmin') return false;
  return actor.role === 'programadmin' || actor.permissions.includes(permission);
}

export function isGlobal(actor: Actor): boolean {
  return actor.program_id === 0;
}

/** True where a row is the actor's to change: a program's site may show rows of other programs, which are not. */
export function mayTouch(actor: Actor, { program_id }: { program_id: number }): boolean {
  return isGlobal(actor) || actor.program_id === program_id;
}
