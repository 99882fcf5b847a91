import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { notFound, refuse, refuseField } from '../../../../core/errors.ts';
import { must } from '../../../../core/must.ts';
import {
  type Call,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import type { DB } from '../../../../server/db/types.ts';
import type { NewPasskey } from '../../passkey-schemas.ts';
import { factorsOf, hasFactor } from '../../second-factor/server/factors.ts';
import {
  answered,
  followRemoval,
  freeSession,
  overOwn,
  record,
} from '../../second-factor/server/own-factor.ts';
import { makeRecoveryCodes } from '../../second-factor/server/recovery-codes.ts';
import { mailOfChange } from '../../server/security-mails.ts';
import { deviceOf } from '../../sessions/server/devices.ts';
import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS, type Passkey } from '../contract.ts';
import { claimedChallenge, creationOptions, verifiedPasskey } from './ceremonies.ts';
import { makeChallenge, type Purpose, spendChallenge } from './challenges.ts';
import { passkeysOf } from './kept-passkeys.ts';
import { relyingPartyOf, requireRelyingParty } from './relying-party.ts';

/** Bytes that stand for an account at its authenticators; they say nothing of it. */
const HANDLE_BYTES = 32;

export function readPasskeys(call: Call) {
  return transactWithoutTenantScope(call, async ({ db, actor, platform }) => {
    const kept = await passkeysOf(db, actor.admin_id);
    return { passkeys: kept.map(shownAs), origin: relyingPartyOf(platform)?.origin ?? null };
  });
}

/** Makes a challenge for this session. 400 where the installation's address allows no passkeys, and over the most of them. */
export async function beginPasskey(call: Call) {
  const party = requireRelyingParty(call.platform);
  const { kept, user_handle, challenge } = await overOwn(call, async (tx) => {
    const kept = await passkeysOf(tx.db, tx.actor.admin_id);
    refuseTooMany(kept.length);
    const user_handle = kept[0]?.user_handle ?? randomBytes(HANDLE_BYTES);
    const challenge = await makeChallenge(tx, ofSession(call), `session ${call.session_id}`, user_handle);
    return { kept, user_handle, challenge };
  });
  const { email } = call.actor;
  return { options: await creationOptions(party, challenge, { email, user_handle }, kept) };
}

/** Keeps a passkey made for this session's challenge; with the first factor come recovery codes. 400 for any other, a known one, or one too many. */
export async function addPasskey(call: Call, { passkey, name }: { passkey: NewPasskey; name?: string }) {
  const party = requireRelyingParty(call.platform);
  const challenge = await claimedChallenge(passkey.client_data);
  const spent =
    challenge === null
      ? null
      : await transactWithoutTenantScope(call, (tx) => spendChallenge(tx, ofSession(call), challenge));
  if (challenge === null || !spent) refuseField('passkey', TOO_LATE);
  const made = await verifiedPasskey(party, challenge, passkey);
  if (!made) refuseField('passkey', 'This passkey could not be checked. Try again');
  const user_handle = must(spent.user_handle, 'handle of a registration');
  return overOwn(call, (tx) => keep(tx, { ...made, user_handle }, name));
}

type Made = NonNullable<Awaited<ReturnType<typeof verifiedPasskey>>> & { user_handle: Buffer };

async function keep(tx: Call & TransactionContext, made: Made, wished: string | undefined) {
  const { admin_id, email } = tx.actor;
  const before = await factorsOf(tx.db, admin_id);
  refuseTooMany(before.passkeys);
  const name = wished ?? (await freeName(tx));
  const kept = await tx.db
    .insertInto('passkeys')
    .values({ ...made, admin_id, name })
    .onConflict((other) => other.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!kept) refuseField('passkey', 'This passkey is in use already');
  const recovery_codes = hasFactor(before) ? [] : await makeRecoveryCodes(tx, admin_id);
  await freeSession(tx);
  await record(tx, 'add_passkey', { after: { passkey: name } });
  await mailOfChange(
    tx,
    { id: admin_id, email },
    {
      subject: 'A passkey was added to your Provost account',
      text: `The passkey “${name}” now signs in to your Provost account, without your password. If you don't know it, remove it on My account.`,
    },
  );
  return { ...(await answered(tx)), recovery_codes, passkey: shownAs(kept) };
}

/** 404 where there is no such passkey among the caller's own. */
export function renamePasskey(call: Call, { id, name }: { id: number; name: string }) {
  return overOwn(call, async (tx) => {
    const before = (await passkeysOf(tx.db, tx.actor.admin_id)).find((passkey) => passkey.id === id);
    if (!before) notFound();
    if (before.name === name) return { passkey: shownAs(before) };
    await tx.db.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
    await record(tx, 'rename_passkey', { before: { passkey: before.name }, after: { passkey: name } });
    return { passkey: shownAs({ ...before, name }) };
  });
}

/** Removes one of the caller's own; 404 where there is no such. Sessions are led to set up a factor where it was the last and one is demanded. */
export function removePasskey(call: Call, id: number) {
  return overOwn(call, async (tx) => {
    const { admin_id, email } = tx.actor;
    const removed = await tx.db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('admin_id', '=', admin_id)
      .returning('name')
      .executeTakeFirst();
    if (!removed) notFound();
    const isLast = await followRemoval(tx);
    await record(tx, 'remove_passkey', { before: { passkey: removed.name } });
    await mailOfChange(
      tx,
      { id: admin_id, email },
      {
        subject: 'A passkey of your Provost account was removed',
        text: `The passkey “${removed.name}” no longer signs in to your Provost account.${
          isLast ? ' Signing in now asks for your password alone.' : ''
        }`,
      },
    );
    return { id };
  });
}

const TOO_LATE = 'This took longer than five minutes, or was used already. Try again';

const ofSession = ({ session_id }: Call): Purpose => ({ purpose: 'register', session_id });

function refuseTooMany(count: number): void {
  if (count >= MOST_PASSKEYS) refuse(400, `You have ${MOST_PASSKEYS} passkeys. Remove one first`);
}

/** Returns the browser's own name, numbered where another passkey has it. */
async function freeName({ db, actor, headers }: Call): Promise<string> {
  const taken = new Set((await passkeysOf(db, actor.admin_id)).map(({ name }) => name));
  const device = deviceOf(headers.user_agent).slice(0, LONGEST_PASSKEY_NAME - 3);
  let name = device;
  for (let number = 2; taken.has(name); number += 1) name = `${device} ${number}`;
  return name;
}

type Kept = Pick<Selectable<DB['passkeys']>, 'id' | 'name' | 'created_at' | 'last_used_at' | 'multi_device'>;

function shownAs({ id, name, created_at, last_used_at, multi_device }: Kept): Passkey {
  return { id, name, created_at, last_used_at, synced: multi_device ? 1 : 0 };
}
