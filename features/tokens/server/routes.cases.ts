import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases, Stage } from '../../../test/routes/route-cases.ts';
import { switchCase } from '../../../test/routes/switch-cases.ts';
import type { tokensContract } from '../contract.ts';

let made = 0;

async function insertToken(db: Db, code = `cell-${process.pid}-${++made}`): Promise<number> {
  const { id } = await db
    .insertInto('lilt_tokens')
    .values({ code, amount: 500 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A token is nobody's. */
const kinds = ['global'] as const;
const newToken = ({ db }: Cell) => insertToken(db);
const tokenRow = ({ db }: Stage, id: number) =>
  db.selectFrom('lilt_tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const tokensCases: FeatureCases<typeof tokensContract> = {
  mark: async ({ db, whose }, mark) => (whose === 'global' ? insertToken(db, mark) : undefined),
  seed: (db, id) =>
    db
      .insertInto('lilt_tokens')
      .values({ code: `SEED${id}`, amount: id * 100, used: Number(id > 4) })
      .execute(),
  routes: {
    tokensCsv: listExportCase,
    tokens: {
      refusals: { query: () => 'code=marker', lists: ['global'] },
      async success({ db }) {
        const id = await insertToken(db);
        return { query: `code=%23${id}`, effect: ({ tokens }) => expect(tokens).toMatchObject([{ id }]) };
      },
    },
    token: {
      refusals: { kinds, row: newToken },
      async success({ db }) {
        const id = await insertToken(db);
        return { id, effect: ({ token }) => expect(token).toMatchObject({ id, amount: 5 }) };
      },
    },
    tokenCode: {
      refusals: {},
      success: async () => ({ effect: ({ code }) => expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/) }),
    },
    createToken: {
      refusals: { kinds, body: () => ({ token_data: { code: `new-${++made}`, amount: 1 } }) },
      async success(stage) {
        const code = `made-${++made}`;
        return {
          body: { token_data: { code, amount: 12.5 } },
          effect: async ({ token }) =>
            expect(await tokenRow(stage, token.id)).toMatchObject({
              code,
              amount: 1250,
              updated_by: stage.caller.admin_id,
            }),
        };
      },
    },
    createTokens: {
      refusals: { kinds, body: () => ({ token_data: { quantity: 2, amount: 1 } }) },
      async success({ db, caller }) {
        return {
          body: { token_data: { quantity: 3, amount: 12.5 } },
          effect: async ({ batch_id }) => {
            const rows = await db
              .selectFrom('lilt_tokens')
              .select(['amount', 'updated_by'])
              .where('batch_id', '=', batch_id)
              .execute();
            expect(rows).toEqual(
              Array.from({ length: 3 }, () => ({ amount: 1250, updated_by: caller.admin_id })),
            );
          },
        };
      },
      fuzz: { usually: { token_data: { quantity: 3, amount: 5 } } },
    },
    updateToken: {
      refusals: { kinds, row: newToken, body: () => ({ token_data: { status: 0 } }) },
      async success(stage) {
        const id = await insertToken(stage.db);
        return {
          id,
          body: { token_data: { status: 0 } },
          effect: async () => expect(await tokenRow(stage, id)).toMatchObject({ status: 0, amount: 500 }),
        };
      },
    },
    switchTokens: switchCase('token'),
  },
};
