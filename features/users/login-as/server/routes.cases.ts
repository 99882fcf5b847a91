import { expect } from 'vitest';
import { hashOfSecret } from '../../../../server/keys.ts';
import { makeAdmin, makeSiteUser } from '../../../../test/factories.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import type { loginAsContract } from '../contract.ts';
import { FORBIDDEN } from '../rules.ts';

const unknown = () => ({ token: 'unknown', program_tag: 'unknown' });

/** A login that an admin of the users' area has opened, and what its page presents. */
async function opened({ db, program_id }: Stage, { exchanged = false } = {}) {
  const admin = await makeAdmin(db, { permissions: ['users'] });
  const user = await makeSiteUser(db, { program_id });
  const { program_tag } = await db
    .selectFrom('programs')
    .select('program_tag')
    .where('id', '=', program_id)
    .executeTakeFirstOrThrow();
  const token = crypto.randomUUID();
  const [soon, later] = [30_000, 600_000].map((from) => new Date(Date.now() + from).toISOString());
  await db
    .insertInto('site_logins')
    .values({
      token_hash: hashOfSecret(token),
      user_id: user.id,
      program_id,
      admin_id: admin.id,
      expires_at: soon ?? '',
      ...(exchanged ? { exchanged_at: new Date().toISOString(), session_expires_at: later } : {}),
    })
    .execute();
  return { admin, user, body: { token, program_tag } };
}

const OPENS: FeatureCases<typeof loginAsContract>['routes']['openLogin'] = {
  refusals: {
    row: async ({ db, program_id }: Cell) => (await makeSiteUser(db, { program_id })).id,
    kinds: ['own', 'foreign'],
  },
  async success({ db, program_id, caller }) {
    const { id } = await makeSiteUser(db, { program_id });
    return {
      id,
      async effect({ url }) {
        const [, token = ''] = /#([\w-]{43})$/.exec(url) ?? [];
        const login = await db
          .selectFrom('site_logins')
          .select(['user_id', 'admin_id', 'exchanged_at'])
          .where('token_hash', '=', hashOfSecret(token))
          .execute();
        expect(login).toEqual([{ user_id: id, admin_id: caller.admin_id, exchanged_at: null }]);
      },
    };
  },
};

export const loginAsCases: FeatureCases<typeof loginAsContract> = {
  routes: {
    openLogin: OPENS,
    openLoginByGet: OPENS,
    exchangeLogin: {
      refusals: { everybody: 400, body: unknown },
      async success(stage) {
        const { admin, user, body } = await opened(stage);
        return {
          body,
          effect: (answer) =>
            expect(answer).toEqual({
              user_id: user.id,
              program_id: stage.program_id,
              admin_email: admin.email,
              expires_at: expect.any(String),
              forbidden: FORBIDDEN,
            }),
        };
      },
      fuzz: { also: [401, 429], never200: true },
    },
    loginState: {
      refusals: { everybody: 400, body: unknown },
      async success(stage) {
        const { user, body } = await opened(stage);
        return {
          body,
          effect: (answer) => expect(answer).toMatchObject({ state: 'waiting', user: { id: user.id } }),
        };
      },
      fuzz: { also: [401, 429], never200: true },
    },
    endLogin: {
      refusals: { everybody: 400, body: unknown },
      async success(stage) {
        const { user, body } = await opened(stage, { exchanged: true });
        return {
          body,
          async effect(answer) {
            expect(answer).toMatchObject({ state: 'over', ended_by: 'site' });
            const login = stage.db
              .selectFrom('site_logins')
              .select('ended_by')
              .where('user_id', '=', user.id);
            expect(await login.execute()).toEqual([{ ended_by: 'site' }]);
          },
        };
      },
      fuzz: { also: [401, 429], never200: true },
    },
  },
};
