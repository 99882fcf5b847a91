import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { encrypt, oneTimeCodesOf } from '../../../../server/encryption.ts';
import { ADMIN_PASSWORD, makeAdmin } from '../../../../test/factories.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import { TEST_KEYS } from '../../../../test/test-database.ts';
import type { secondFactorContract } from '../contract.ts';

const SECRET = new Secret({ size: 20 });
const password = { password: ADMIN_PASSWORD };

/** A secret that counts, or that still waits for its first code. */
async function withCodes(db: Db, admin_id: number, pending = false): Promise<void> {
  const sealed = encrypt(TEST_KEYS.factorKey, oneTimeCodesOf(admin_id), Buffer.from(SECRET.bytes));
  await db.insertInto('one_time_codes').values({ admin_id, pending, sealed }).execute();
}

const own = ({ db }: Cell, id: number) => withCodes(db, id);
const codeNow = () => ({ code: new TOTP({ secret: SECRET }).generate() });

async function colleague(db: Db, program_id: number): Promise<number> {
  const { id } = await makeAdmin(db, { permissions: ['events'], program_id });
  await withCodes(db, id);
  return id;
}

const factorOf = async ({ caller }: Stage) =>
  (await caller('GET', 'account/second-factor')).body.second_factor;

export const secondFactorCases: FeatureCases<typeof secondFactorContract> = {
  routes: {
    secondFactor: {
      refusals: {},
      async success({ db, caller }) {
        await withCodes(db, caller.admin_id);
        return {
          effect: ({ second_factor }) =>
            expect(second_factor).toEqual({
              since: expect.any(String),
              passkeys: 0,
              recovery_codes_left: 0,
              demanded: 0,
            }),
        };
      },
    },
    beginOneTimeCodes: {
      refusals: { body: () => password, kinds: ['own'] },
      async success(stage) {
        return {
          body: password,
          effect: async ({ secret, uri }) => {
            expect(uri).toContain(`secret=${secret}`);
            expect((await factorOf(stage)).since).toBeNull();
          },
        };
      },
      fuzz: { also: [429], usually: password },
    },
    confirmOneTimeCodes: {
      refusals: { own: ({ db }, id) => withCodes(db, id, true), body: codeNow, kinds: ['own'] },
      async success(stage) {
        await withCodes(stage.db, stage.caller.admin_id, true);
        return {
          body: codeNow(),
          effect: async ({ recovery_codes }) => {
            expect(new Set(recovery_codes).size).toBe(10);
            expect(await factorOf(stage)).toMatchObject({
              since: expect.any(String),
              recovery_codes_left: 10,
            });
          },
        };
      },
      fuzz: { never200: true, also: [429] },
    },
    removeOneTimeCodes: {
      refusals: { own, body: () => password, kinds: ['own'] },
      async success(stage) {
        await withCodes(stage.db, stage.caller.admin_id);
        return {
          body: password,
          effect: async () => expect((await factorOf(stage)).since).toBeNull(),
        };
      },
      fuzz: { never200: true, also: [429], usually: password },
    },
    renewRecoveryCodes: {
      refusals: { own, body: () => password, kinds: ['own'] },
      async success(stage) {
        await withCodes(stage.db, stage.caller.admin_id);
        return {
          body: password,
          effect: async () => expect((await factorOf(stage)).recovery_codes_left).toBe(10),
        };
      },
      fuzz: { never200: true, also: [429], usually: password },
    },
    resetSecondFactor: {
      refusals: { row: ({ db, program }) => colleague(db, program), body: () => password },
      async success(stage) {
        const { db, program_id } = stage;
        const id = await colleague(db, program_id);
        return {
          id,
          body: password,
          effect: async () => {
            const left = await db
              .selectFrom('one_time_codes')
              .selectAll()
              .where('admin_id', '=', id)
              .execute();
            expect(left).toEqual([]);
          },
        };
      },
      fuzz: { never200: true, also: [429], usually: password },
    },
  },
};
