/** Every route answers 200 and does what it is for, as each kind of member of staff who may call it. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { RouteMeta } from '../core/route.ts';
import { makeProgram } from '../test/factories.ts';
import { type Method, useWorld } from '../test/harness.ts';
import { bundlesSuccesses, classesSuccesses, uploadsSuccesses } from '../test/successes/catalogue.ts';
import { commissionsSuccesses } from '../test/successes/commissions.ts';
import { dashboardSuccesses } from '../test/successes/dashboard.ts';
import { eventsSuccesses } from '../test/successes/events.ts';
import { giftCategoriesSuccesses } from '../test/successes/gift-categories.ts';
import {
  adminUsersSuccesses,
  auditSuccesses,
  authSuccesses,
  programsSuccesses,
  siteUsersSuccesses,
} from '../test/successes/people.ts';
import {
  type Kind,
  permissionsFor,
  STAFF,
  type Stage,
  type Success,
  type Successes,
} from '../test/successes/success.ts';
import { contract } from './app.ts';

/** A new feature, and a new route of one, does not compile before it stands here. */
const SUCCESSES: { [Feature in keyof typeof contract]: Successes<(typeof contract)[Feature]> } = {
  adminUsers: adminUsersSuccesses,
  audit: auditSuccesses,
  auth: authSuccesses,
  bundles: bundlesSuccesses,
  classes: classesSuccesses,
  commissions: commissionsSuccesses,
  dashboard: dashboardSuccesses,
  events: eventsSuccesses,
  giftCategories: giftCategoriesSuccesses,
  programs: programsSuccesses,
  siteUsers: siteUsersSuccesses,
  uploads: uploadsSuccesses,
};

const world = useWorld({ recalculationDelay: 300 });
const KINDS = Object.keys(STAFF) as Kind[];
const faults: unknown[] = [];

beforeAll(() => {
  vi.spyOn(world().platform.log, 'error').mockImplementation((entry: unknown) => void faults.push(entry));
});

describe.each(Object.entries(contract))('%s', (feature, procedures) => {
  const successes = SUCCESSES[feature as keyof typeof SUCCESSES] as Record<
    string,
    (stage: Stage) => Promise<Success>
  >;

  describe.each(Object.entries(procedures))('%s', (name, procedure) => {
    const { meta, route } = procedure['~orpc'] as unknown as {
      meta: RouteMeta;
      route: { method: Method; path: string };
    };

    test.each(KINDS.filter((kind) => permissionsFor(kind, meta.access)))('as a %s', async (kind) => {
      const db = world().platform.database.everything;
      faults.length = 0;
      const program = (await makeProgram(db)).id;
      const program_id = STAFF[kind].bound ? program : 0;
      const open = async (permissions: ReturnType<typeof permissionsFor>) =>
        world().as({ permissions: permissions ?? [], program_id });
      const caller = await open(permissionsFor(kind, meta.access));
      const success = await successes[name]?.({ world: world(), db, kind, caller, program });
      if (!success) throw new Error(`${feature}.${name} has no success`);
      const permissions = success.demands ? permissionsFor(kind, success.demands) : null;
      if (permissions)
        await db.updateTable('admins').set({ permissions }).where('id', '=', caller.admin_id).execute();
      const path = route.path.replace(/\{\w+\}/, String(success.id));
      const call = meta.access === 'public' ? world().call : caller;
      const answer = await call(
        route.method,
        success.query ? `${path}?${success.query}` : path,
        success.body,
      );
      expect([answer.status, answer.status === 200 ? null : answer.body, faults.splice(0)]).toEqual([
        200,
        null,
        [],
      ]);
      await success.effect(answer.body);
    });
  });
});
