import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import { SoftPasskey } from '../../../../test/peers/authenticator.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import type { passkeysContract } from '../contract.ts';

/** A passkey as it is kept. */
async function keptPasskey(db: Db, admin_id: number, passkey = strange()): Promise<number> {
  const values = {
    admin_id,
    name: 'Laptop',
    credential_id: Buffer.from(passkey.id, 'base64url'),
    public_key: passkey.publicKey,
    user_handle: Buffer.from(passkey.handle, 'base64url'),
    multi_device: true,
    backed_up: true,
  };
  return (await db.insertInto('passkeys').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** One that the caller has just added. */
async function added({ caller }: Stage): Promise<SoftPasskey> {
  const { options } = (await caller('POST', 'account/passkeys/options', {})).body;
  const passkey = new SoftPasskey(options);
  expect((await caller('POST', 'account/passkeys', { passkey: passkey.made })).status).toBe(200);
  return passkey;
}

/** A challenge for the session of this account. */
async function challenged(db: Db, admin_id: number, purpose: 'register' | 'step_up'): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('admin_id', '=', admin_id)
    .executeTakeFirstOrThrow();
  const values = {
    challenge_hash: hashOfSecret(challenge),
    purpose,
    session_id: id,
    asked_by: `session ${id}`,
    user_handle: purpose === 'register' ? randomBytes(32) : null,
    expires_at: sql<string>`provost_now() + interval '5 minutes'`,
  };
  await db.insertInto('passkey_challenges').values(values).execute();
  return challenge;
}

/** Bodies of calls that need a challenge of their caller's session. */
const answers = new WeakMap<Cell, unknown>();

async function toAdd(cell: Cell, admin_id: number): Promise<void> {
  const challenge = await challenged(cell.db, admin_id, 'register');
  const { made } = new SoftPasskey({ challenge, user: { id: 'AAAA' } });
  answers.set(cell, { passkey: made });
}

async function toStepUp(cell: Cell, admin_id: number): Promise<void> {
  const passkey = strange();
  await keptPasskey(cell.db, admin_id, passkey);
  const challenge = await challenged(cell.db, admin_id, 'step_up');
  answers.set(cell, { passkey: passkey.shown({ challenge }) });
}

const namesOf = async ({ caller }: Stage) =>
  (await caller('GET', 'account/passkeys')).body.passkeys.map(({ name }: { name: string }) => name);
const strange = () => new SoftPasskey({ challenge: 'AAAA', user: { id: 'AAAA' } });
const shownByNoOne = () => ({ passkey: strange().shown({ challenge: 'AAAA' }) });

export const passkeysCases: FeatureCases<typeof passkeysContract> = {
  routes: {
    passkeys: {
      refusals: {},
      async success({ db, caller }) {
        const id = await keptPasskey(db, caller.admin_id);
        return {
          effect: ({ passkeys, origin }) => {
            expect(passkeys).toMatchObject([{ id, name: 'Laptop', last_used_at: null, synced: 1 }]);
            expect(origin).toBe('http://localhost:4000');
          },
        };
      },
    },
    beginPasskey: {
      refusals: { kinds: ['own'] },
      success: async () => ({
        effect: ({ options }) => expect(options).toMatchObject({ rp: { id: 'localhost' } }),
      }),
      fuzz: { also: [429] },
    },
    addPasskey: {
      refusals: {
        own: toAdd,
        body: (cell) => answers.get(cell) ?? { passkey: strange().made },
        kinds: ['own'],
      },
      async success(stage) {
        const { options } = (await stage.caller('POST', 'account/passkeys/options', {})).body;
        return {
          body: { passkey: new SoftPasskey(options).made, name: 'Phone' },
          effect: async ({ recovery_codes }) => {
            expect(recovery_codes).toHaveLength(10);
            expect(await namesOf(stage)).toEqual(['Phone']);
          },
        };
      },
      fuzz: { never200: true },
    },
    renamePasskey: {
      refusals: {
        own: ({ db }, id) => keptPasskey(db, id),
        body: () => ({ name: 'Phone' }),
        kinds: ['own'],
      },
      async success(stage) {
        return {
          id: await keptPasskey(stage.db, stage.caller.admin_id),
          body: { name: 'Phone' },
          effect: async () => expect(await namesOf(stage)).toEqual(['Phone']),
        };
      },
      fuzz: { never200: true },
    },
    removePasskey: {
      refusals: { own: ({ db }, id) => keptPasskey(db, id) },
      async success(stage) {
        return {
          id: await keptPasskey(stage.db, stage.caller.admin_id),
          effect: async () => expect(await namesOf(stage)).toEqual([]),
        };
      },
      fuzz: { never200: true },
    },
    passkeyOrigin: {
      refusals: { everybody: 200 },
      success: async () => ({ effect: ({ origin }) => expect(origin).toBe('http://localhost:4000') }),
    },
    beginPasskeySignIn: {
      refusals: { everybody: 200 },
      success: async () => ({
        effect: ({ options }) => expect(options).toMatchObject({ userVerification: 'required' }),
      }),
      fuzz: { also: [429] },
    },
    signInByPasskey: {
      refusals: { everybody: 401, body: shownByNoOne },
      async success(stage) {
        const passkey = await added(stage);
        const { options } = (await stage.app.call('POST', 'auth/passkey/options', {})).body;
        return {
          body: { passkey: passkey.shown(options) },
          effect: ({ user }) => expect(user.id).toBe(stage.caller.admin_id),
        };
      },
      fuzz: { also: [401, 429], never200: true },
    },
    beginPasskeyStepUp: {
      refusals: { own: async ({ db }, id) => void (await keptPasskey(db, id)), kinds: ['own'] },
      async success({ db, caller }) {
        await keptPasskey(db, caller.admin_id);
        return { effect: ({ options }) => expect(options.allowCredentials).toHaveLength(1) };
      },
      fuzz: { never200: true, also: [429] },
    },
    stepUpByPasskey: {
      refusals: { own: toStepUp, body: (cell) => answers.get(cell) ?? shownByNoOne(), kinds: ['own'] },
      async success(stage) {
        const passkey = await added(stage);
        await stage.db
          .updateTable('sessions')
          .set({ proven_at: sql<string>`provost_now() - interval '1 hour'` })
          .where('admin_id', '=', stage.caller.admin_id)
          .execute();
        const challenge = await challenged(stage.db, stage.caller.admin_id, 'step_up');
        return {
          body: { passkey: passkey.shown({ challenge }) },
          effect: async () => expect((await stage.caller('GET', 'auth/proven')).status).toBe(200),
        };
      },
      fuzz: { never200: true, also: [429] },
    },
  },
};
