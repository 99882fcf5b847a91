import { expect } from 'vitest';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases, SiteStage } from '../../../../test/routes/site-route-cases.ts';
import { digestOf } from '../../../auth/server/refresh-tokens.ts';
import type { userSignInContract } from '../contract.ts';

const PASSWORD = 'a password';

async function makeUser({ db, program_id, mark }: SiteStage) {
  const password_hash = await hashPassword(PASSWORD, 'test');
  return makeSiteUser(db, { program_id, first_name: mark, email: `${mark}@example.org`, password_hash });
}

export const userSignInCases: SiteCases<typeof userSignInContract> = {
  signIn: {
    foreign: 401,
    async request(stage) {
      const { id, email } = await makeUser(stage);
      return {
        body: { email, password: PASSWORD, client_ip: '192.0.2.7' },
        effect: ({ user }) => expect(user).toMatchObject({ id, email }),
      };
    },
    odd: [401, 429],
  },
  recoverPassword: {
    foreign: 200,
    async request(stage) {
      const { id, email } = await makeUser(stage);
      return {
        body: { email },
        async effect(answer) {
          expect(answer).toEqual({ sent: true });
          const asked = stage.db.selectFrom('site_password_requests').select('user_id');
          expect(await asked.where('program_id', '=', stage.program_id).execute()).toEqual([{ user_id: id }]);
        },
      };
    },
  },
  setPassword: {
    foreign: 400,
    async request(stage) {
      const { db, program_id, mark } = stage;
      const { id, password_hash } = await makeUser(stage);
      await db
        .insertInto('site_password_resets')
        .values({ token_hash: digestOf(mark), user_id: id, program_id, expires_at: '2100-01-01T00:00:00Z' })
        .execute();
      return {
        body: { token: mark, password: 'a new password' },
        async effect(answer) {
          expect(answer).toEqual({ user_id: id });
          const row = db.selectFrom('site_users').select('password_hash').where('id', '=', id);
          expect((await row.executeTakeFirst())?.password_hash).not.toBe(password_hash);
        },
      };
    },
  },
};
