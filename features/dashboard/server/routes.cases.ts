import { expect } from 'vitest';
import { makeClass, makeInstructor } from '../../../test/factories.ts';
import type { FeatureCases } from '../../../test/routes/route-cases.ts';
import { makeCharge } from '../../../test/rows/charges.ts';
import { makeEvent } from '../../../test/rows/events.ts';
import type { dashboardContract } from '../contract.ts';

export const dashboardCases: FeatureCases<typeof dashboardContract> = {
  routes: {
    dashboard: {
      refusals: {},
      async success({ db, program_id, kind }) {
        const { id } = await makeInstructor(db, { program_id });
        await makeClass(db, { instructor_id: id, program_id });
        await db.insertInto('seen_users').values({ user_id: id }).execute();
        const bound = kind.startsWith('bound');
        return {
          effect({ instructors, classes, active_users, active_users_count, affiliate }) {
            const own = { count: 1, change: 1 };
            if (bound) expect({ instructors, classes }).toEqual({ instructors: own, classes: own });
            expect([affiliate, active_users_count > 0]).toEqual([bound ? 0 : null, true]);
            const named = active_users.some((user: { id: number }) => user.id === id);
            // A plain admin of these cases holds another area than users.
            expect(named).toBe(!kind.endsWith(' admin'));
          },
        };
      },
    },
    charts: {
      refusals: {},
      async success({ db, program_id, kind }) {
        const instructor_id = (await makeInstructor(db, { program_id })).id;
        const { id: class_id } = await makeClass(db, { instructor_id, program_id });
        await makeCharge(db, { class_id, instructor_id, program_id, currency: 'QAR' });
        const plain = kind.endsWith(' admin');
        return {
          query: 'currency=QAR',
          effect({ currency, currencies, sales, sign_ups, split }) {
            expect([currency, currencies.includes('QAR')]).toEqual(['QAR', !plain]);
            expect([sales.length, sign_ups.length, split.length]).toEqual(plain ? [0, 0, 0] : [53, 53, 5]);
            if (kind.startsWith('bound') && !plain) expect(sales.at(-1)).toMatchObject({ sold: 49.99 });
          },
        };
      },
    },
    lately: {
      refusals: {},
      async success({ db, program_id, kind }) {
        const instructor_id = (await makeInstructor(db, { program_id })).id;
        const { id: class_id } = await makeClass(db, { instructor_id, program_id });
        await makeCharge(db, { class_id, instructor_id, program_id, currency: 'QAR' });
        const seen = kind.endsWith(' admin') ? [] : ['sales', 'refunds', 'new_users'];
        return {
          effect({ periods, items }) {
            expect(periods.map(({ days }: { days: number }) => days)).toEqual([1, 7, 30]);
            expect(items.map((item: { kind: string }) => item.kind)).toEqual(seen);
            if (kind.startsWith('bound') && seen.length > 0)
              expect(items[0].in[0]).toEqual({ count: 1, amounts: [{ currency: 'QAR', amount: 49.99 }] });
          },
        };
      },
    },
    freeMemory: {
      refusals: {},
      async success() {
        return {
          effect: (fragments) =>
            expect(fragments).toEqual([
              expect.stringContaining('<h3>Process and host</h3>'),
              expect.stringContaining('public.site_users'),
            ]),
        };
      },
    },
    attention: {
      refusals: {},
      async success({ db, program_id, kind }) {
        await makeEvent(db, { program_id });
        return {
          effect: ({ items }) => {
            const found = items.find((item: { kind: string }) => item.kind === 'undrawn_events');
            expect(found, kind).toMatchObject({ link: '/events?undrawn=1' });
            expect(found.count).toBeGreaterThan(0);
          },
        };
      },
    },
  },
};
