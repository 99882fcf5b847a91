/** Who may call what, on whose rows: routes of the contract by every kind of caller. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Access, areasOf, type Permission } from '../../core/access.ts';
import { makeProgram } from '../factories.ts';
import type { Call, TestApp } from '../harness.ts';
import { features, type Route, routesOf } from './cases.ts';
import {
  type Cell,
  EVERYBODYS,
  FOREIGN,
  filled,
  OWN,
  PROGRAM_OF,
  type Refusals,
  type Whose,
} from './route-cases.ts';

type Rights = { permissions: Permission[]; program_id?: number; revoked?: boolean };
type Caller = {
  rights: (area: Permission[]) => Rights | null;
  bound: boolean;
  may: (access: Access) => boolean;
};

const EVERY_AREA: Permission[] = [
  'commissions',
  'events',
  'store',
  'users',
  'money',
  'catalogue',
  'content',
  'admins',
  'audit',
];

/** Written out once more, and on purpose without the product's own `mayAccess`. */
const CALLERS: Record<string, Caller> = {
  nobody: { rights: () => null, bound: false, may: () => false },
  'a revoked superadmin': {
    rights: () => ({ permissions: ['superadmin'], revoked: true }),
    bound: false,
    may: () => false,
  },
  'a superadmin': { rights: () => ({ permissions: ['superadmin'] }), bound: false, may: () => true },
  'a programadmin of program 2': {
    rights: () => ({ permissions: ['programadmin'], program_id: OWN }),
    bound: true,
    may: (access) =>
      typeof access === 'string' || ('area' in access ? !access.of : access.role === 'programadmin'),
  },
  'an admin of program 2 with the area': {
    rights: (area) => ({ permissions: area.slice(-1), program_id: OWN }),
    bound: true,
    may: (access) => typeof access === 'string' || ('area' in access && !access.of),
  },
  'an admin of program 2 with every other area': {
    rights: (area) => ({
      permissions: EVERY_AREA.filter((permission) => !area.includes(permission)),
      program_id: OWN,
    }),
    bound: true,
    may: (access) => typeof access === 'string',
  },
  'a global admin with the area': {
    rights: (area) => ({ permissions: area.slice(-1) }),
    bound: false,
    may: (access) => typeof access === 'string' || 'area' in access,
  },
};

export function testAccess(app: () => TestApp, share: number, shares: number): void {
  let changes: Changes;

  beforeAll(async () => {
    const { everything: db } = app().platform.database;
    for (const id of [OWN, FOREIGN]) await makeProgram(db, { id });
    for (const { mark } of features) {
      for (const whose of EVERYBODYS) await mark?.(cellOf(app(), whose), `${whose}-marker`);
    }
    changes = await watchChanges(app().ownerUrl);
  });
  afterAll(() => changes?.end());

  describe.each(routesOf(share, shares))('$method $path', (route) => {
    test.each(Object.entries(CALLERS))('by %s', async (name, caller) => {
      const access = route.refusals.demands ?? route.access;
      const asked = caller.rights([...areasOf(access)]);
      for (const whose of kindsOf(route)) {
        const { method, path, refusals } = route;
        const cell = cellOf(app(), whose);
        const call = await callAs(app(), asked);
        const own = 'admin_id' in call ? await refusals.own?.(cell, Number(call.admin_id)) : undefined;
        const ids = own ?? (await refusals.row?.(cell)) ?? 0;
        const id = typeof ids === 'number' ? ids : 0;
        const query = refusals.query ? `?${refusals.query(id)}` : '';
        const body = await refusals.body?.(cell, id);
        await changes.forget();
        const answer = await call(method, `${filled(path, ids)}${query}`, body);
        const status = expectedStatus(route, access, { name, ...caller, whose });
        const isOpen = access === 'public' || status >= 400;
        expect({
          whose,
          status: answer.status,
          shown: answer.status >= 400 || isOpen ? [] : marked(answer.body, refusals, caller.bound),
          body: answer.status === status ? null : answer.body,
        }).toEqual({ whose, status, shown: isOpen ? [] : expectedMarks(refusals, caller.bound), body: null });
        const made = answer.status >= 400 ? await changes.made() : [];
        expect(made, 'a refused call changes nothing').toEqual([]);
      }
    });
  });
}

function cellOf(app: TestApp, whose: Whose): Cell {
  const program = PROGRAM_OF[whose];
  const db = app.platform.database.everything;
  return { app, db, whose, program, program_id: program || null, within: program || OWN };
}

function kindsOf({ access, refusals }: Route): readonly Whose[] {
  if (access === 'public' || !(refusals.row || refusals.body)) return ['own'];
  return refusals.kinds ?? EVERYBODYS;
}

function expectedStatus(
  { refusals, status }: Route,
  access: Access,
  caller: Pick<Caller, 'may' | 'bound'> & { name: string; whose: Whose },
): number {
  if (access === 'public') {
    if (refusals.everybody === undefined) throw new Error('a public route says what everybody gets');
    return refusals.everybody;
  }
  if (caller.name === 'nobody' || caller.name === 'a revoked superadmin') return 401;
  if (!caller.may(access)) return 403;
  return caller.bound && caller.whose !== 'own' ? (refusals.beyond ?? 404) : status;
}

/** Whose marked rows are in an answer; only a list is asked whether it shows one's own. */
function marked(body: unknown, { lists }: Refusals, bound: boolean): Whose[] {
  const text = JSON.stringify(body);
  const asked = lists ? EVERYBODYS : bound ? (['foreign', 'global'] as const) : [];
  return asked.filter((whose) => text.includes(`${whose}-marker`));
}

function expectedMarks({ lists = [] }: Refusals, bound: boolean): Whose[] {
  return lists.filter((whose) => !bound || whose === 'own');
}

async function callAs(app: TestApp, rights: Rights | null): Promise<Call> {
  if (!rights) return app.call;
  const { revoked, ...given } = rights;
  const call = await app.as(given);
  if (revoked) {
    const deleted_at = new Date().toISOString();
    await app.platform.database.everything
      .updateTable('admins')
      .set({ deleted_at })
      .where('id', '=', call.admin_id)
      .execute();
  }
  return call;
}

type Changes = { forget(): Promise<void>; made(): Promise<string[]>; end(): Promise<void> };

/** What a refused call may leave behind: the record of it, nothing of what a sign-in keeps; and what calls before it have set going. */
const LEFT_BEHIND = [
  'sessions',
  'sign_in_failures',
  'recovery_calls',
  'denials',
  'exports',
  'imports',
  // Each entry of the audit waits there for its seal.
  'unsealed_audit_entries',
];
const DENIED = `'denied', 'forged_token', 'held_back', 'sign_in_failed'`;

/** Writes down of every table whether a row of it changes, whoever changes it. */
async function watchChanges(url: string): Promise<Changes> {
  const owner = new pg.Client(url);
  await owner.connect();
  await owner.query(`
    create table watched_changes (place text not null);
    create function watch_change() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as
      $$ begin insert into public.watched_changes values (tg_table_name || ' ' || lower(tg_op)); return null; end $$`);
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> 'watched_changes' and relname <> all ($1)`,
    [LEFT_BEHIND],
  );
  for (const { name } of rows) {
    const isEntry = name === 'audit_entries';
    await owner.query(`
      create trigger watch_inserts after insert on ${name} for each row
        ${isEntry ? `when (new.action not in (${DENIED}) and new.entity not in ('users_import', 'classes_import'))` : ''} execute function watch_change();
      create trigger watch_others after update or delete on ${name} for each row execute function watch_change()`);
  }
  return {
    forget: async () => {
      // No job works here: an erasure that a call before has begun would keep imports waiting for its first step.
      await owner.query(`update erasures set step = ' ' where state = 'running' and step = ''`);
      await owner.query('delete from watched_changes');
    },
    made: async () => {
      const made = await owner.query<{ place: string }>(
        'select distinct place from watched_changes order by 1',
      );
      return made.rows.map(({ place }) => place);
    },
    end: () => owner.end(),
  };
}
