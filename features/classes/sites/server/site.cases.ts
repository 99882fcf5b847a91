import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases, SiteStage } from '../../../../test/routes/site-route-cases.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import type { siteTeachingContract } from '../contract.ts';

const person = async ({ db, program_id, mark }: SiteStage) => ({
  reference: mark,
  class_id: await makeSoldClass(db, program_id, { class_name: mark }),
  user_id: (await makeSiteUser(db, { program_id, first_name: mark })).id,
});
const statusOf = (db: Db, id: number) =>
  db.selectFrom('class_users').select('enrol_status').where('id', '=', id).executeTakeFirstOrThrow();

const times = { start_at: '2027-03-01T08:00:00Z', end_at: '2027-03-01T09:00:00Z' };

export const siteTeachingCases: SiteCases<typeof siteTeachingContract> = {
  enrolments: {
    async request(stage) {
      const body = await person(stage);
      return {
        body,
        async effect({ results: [result] }) {
          const { reference } = body;
          expect(result).toMatchObject({ reference, state: 'created', errors: [], enrol_status: 0 });
          expect(await statusOf(stage.db, result.id)).toEqual({ enrol_status: 0 });
        },
      };
    },
    odd: [409],
  },
  cancellations: {
    async request(stage) {
      const { reference, ...pair } = await person(stage);
      await stage.db.insertInto('class_users').values(pair).execute();
      return {
        body: { reference, ...pair, by: 'site' },
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ reference, state: 'created', errors: [], enrol_status: 3 });
          expect(await statusOf(stage.db, result.id)).toEqual({ enrol_status: 3 });
        },
      };
    },
    odd: [409],
  },
  sessions: {
    async request(stage) {
      const { reference, class_id } = await person(stage);
      return {
        body: { reference, class_id, ...times },
        async effect({ results: [result] }) {
          expect(result).toEqual({ reference, id: expect.any(Number), state: 'created', errors: [] });
          const made = stage.db.selectFrom('class_sessions').selectAll().where('id', '=', result.id);
          expect(await made.execute()).toMatchObject([
            { class_id, external_id: reference, site_program_id: stage.program_id, cancelled: 0 },
          ]);
        },
      };
    },
    odd: [409],
  },
  attendances: {
    async request(stage) {
      const { reference, class_id, user_id } = await person(stage);
      const { id: session_id } = await stage.db
        .insertInto('class_sessions')
        .values({ class_id, ...times })
        .returning('id')
        .executeTakeFirstOrThrow();
      return {
        body: { reference, user_id, session_id, type: 'live', seconds: 3600 },
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ reference, state: 'created', errors: [], late: false });
          const made = stage.db.selectFrom('attendances').selectAll().where('user_id', '=', user_id);
          expect(await made.execute()).toMatchObject([{ session_id, class_id, type: 'live', seconds: 3600 }]);
        },
      };
    },
    odd: [409],
  },
};
