/** How a route is called with success, said once a route in the file of its feature; server/success.test.ts calls it as everybody who may. */
import { type Access, areasOf, type Permission } from '../../core/access.ts';
import type { Db } from '../../server/db/client.ts';
import type { Call, World } from '../harness.ts';

/** Every kind of member of staff; a plain admin holds the area of the route and nothing else. */
export const STAFF = {
  superadmin: { role: 'superadmin', bound: false },
  'global programadmin': { role: 'programadmin', bound: false },
  'bound programadmin': { role: 'programadmin', bound: true },
  'global admin': { role: 'admin', bound: false },
  'bound admin': { role: 'admin', bound: true },
} as const;
export type Kind = keyof typeof STAFF;

/** What the test gives: the caller, and the program whose rows it works on, which is a bound caller's own. */
export type Stage = {
  world: World;
  db: Db;
  kind: Kind;
  caller: Call & { admin_id: number };
  program: number;
};

/** One request, and what must be true once it has been answered with 200. */
export type Success = {
  id?: number;
  query?: string;
  body?: unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever came over the wire.
  effect: (answer: any) => Promise<void> | void;
  /** What this body asks of the caller, where that is more than its route does. */
  demands?: Access;
};

/** One success for each route of a contract: a new route does not compile without one. */
export type Successes<Contract> = { [Route in keyof Contract]: (stage: Stage) => Promise<Success> };

/** The permissions of this kind on a route of this access; null where it may not call it. */
export function permissionsFor(kind: Kind, access: Access): Permission[] | null {
  const { role } = STAFF[kind];
  if (role !== 'admin') return isAtLeast(role, access) ? [role] : null;
  if (typeof access === 'string') return ['events'];
  return 'area' in access ? [...areasOf(access).slice(-1)] : null;
}

function isAtLeast(role: 'superadmin' | 'programadmin', access: Access): boolean {
  return role === 'superadmin' || typeof access === 'string' || 'area' in access || access.role === role;
}
