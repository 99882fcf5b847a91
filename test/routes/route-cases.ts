/** What a feature says of its routes: the tests of access, success and odd requests are made from it. */
import { type Access, areasOf, type Permission } from '../../core/access.ts';
import type { Db } from '../../server/db/client.ts';
import type { Call, TestApp } from '../harness.ts';

/** The program of the bound callers, and another one. */
export const OWN = 2;
export const FOREIGN = 3;

/** Whose a row is: the program of the bound callers', another one's, or nobody's. */
export const PROGRAM_OF = { own: OWN, foreign: FOREIGN, global: 0 } as const;
export type Whose = keyof typeof PROGRAM_OF;
export const EVERYBODYS = Object.keys(PROGRAM_OF) as Whose[];

/** Rows that odd requests meet, with the ids 1 to this. */
export const SEEDED = 8;

/** What rows are made with; `program_id` is null for what belongs to no program. */
export type Maker = { db: Db; program_id: number | null };

export type Cell = Maker & {
  app: TestApp;
  whose: Whose;
  /** `program_id` as a body says it: 0 for none. */
  program: number;
  /** The program in which a call on the row is made. */
  within: number;
};

/** What fills a path: one id, or each parameter by its name. */
export type Ids = number | Record<string, number | string>;

/** A call on a row of each `Whose`, by every kind of caller. */
export type Refusals = {
  /** Makes a fresh row; answers what fills the path. Left out where the path names none. */
  row?: (cell: Cell) => Promise<Ids> | Ids;
  /** Makes what the call needs of its caller's own; may answer what fills the path. */
  own?: (cell: Cell, adminId: number) => Promise<Ids | void>;
  body?: (cell: Cell, id: number) => unknown;
  query?: (id: number) => string;
  /** Whose rows there are; all three unless told. */
  kinds?: readonly Whose[];
  /** What a bound caller gets for a foreign or global row or body; 404 unless told. */
  beyond?: 400 | 403 | 404;
  /** A list: the marked rows that a global caller finds in it. */
  lists?: readonly Whose[];
  /** What this body asks of the caller, where that is more than its route does. */
  demands?: Access;
  /** What anybody at all gets from a public route. */
  everybody?: number;
};

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
  app: TestApp;
  db: Db;
  kind: Kind;
  caller: Call & { admin_id: number };
  program_id: number;
};

/** One request, and what must be true once it has been answered with 200. */
export type Success = {
  id?: Ids;
  query?: string;
  body?: unknown;
  /** What proves who calls a public route. */
  headers?: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever came over the wire.
  effect: (answer: any) => Promise<void> | void;
  demands?: Access;
};

export type FuzzOptions = {
  /** What the route may answer besides 200 and the refusals that every route has. */
  also?: readonly number[];
  /** Nobody can guess a password, a token or a link; and no JSON holds a file. */
  never200?: true;
  /** What these fields hold as a rule, where hardly any other value would come to anything. */
  usually?: Readonly<Record<string, unknown>>;
  /** What these fields hold in every call, where another value would shut out the calls of all tests behind it. */
  always?: Readonly<Record<string, unknown>>;
  /** A call may end the session of its caller, who is another one each time. */
  endsCallers?: true;
  /** Before each batch: makes rows that the calls use up; answers their ids, or none. */
  prepare?: (db: Db, calls: number) => Promise<number[]>;
};

type RouteCase = {
  refusals: Refusals;
  success: (stage: Stage) => Promise<Success>;
  fuzz?: FuzzOptions;
};

/** A new route of the contract does not compile without its case. */
export type FeatureCases<Contract> = {
  routes: { [Route in keyof Contract]: RouteCase };
  /** Makes a row of each `Whose` that is called `mark`, for the lists to show or to hide. */
  mark?: (cell: Cell, mark: string) => Promise<unknown>;
  /** Makes rows of which odd requests find the `id`, from 1 to SEEDED. */
  seed?: (db: Db, id: number) => Promise<unknown>;
  /** What takes rows of all ids. */
  seedOnce?: (db: Db) => Promise<unknown>;
};

export function filled(path: string, ids: Ids | Record<string, string>): string {
  return path.replace(/\{\+?(\w+)\}/g, (_, name: string) =>
    String(typeof ids === 'number' ? ids : ids[name]),
  );
}

/** The permissions of this kind on a route of this access; null where it may not call it. */
export function permissionsFor(kind: Kind, access: Access): Permission[] | null {
  const { role, bound } = STAFF[kind];
  if (bound && typeof access === 'object' && 'area' in access && access.of) return null;
  if (role !== 'admin') return isAtLeast(role, access) ? [role] : null;
  if (typeof access === 'string') return ['events'];
  return 'area' in access ? areasOf(access).slice(-1) : null;
}

function isAtLeast(role: 'superadmin' | 'programadmin', access: Access): boolean {
  return role === 'superadmin' || typeof access === 'string' || 'area' in access || access.role === role;
}
