import type { SecondFactorKind } from '../../../../core/errors.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import type { ShownPasskey } from '../../passkey-schemas.ts';
import { SIGN_IN } from '../../passkeys/server/challenges.ts';
import { spendPasskey } from '../../passkeys/server/kept-passkeys.ts';
import { mailSecurity } from '../../server/security-mails.ts';
import { type Factors, factorsOf, hasFactor } from './factors.ts';
import { IS_CODE, spendCode } from './one-time-codes.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { countWrongCodes, holdWrongCodes } from './wrong-codes.ts';

type Shown = { code?: string; passkey?: ShownPasskey };

/** Factors still asked for: `wrong` where something was shown that is wrong or spent. */
export type Unproven = { factors: SecondFactorKind[]; wrong: 'code' | 'passkey' | null };

/** Returns null where a second factor was shown or there is none. Codes are spent with the transaction; the owner is mailed of a recovery code and of wrong ones. */
export async function checkSecondFactor(
  tx: TransactionContext,
  account: { id: number; email: string },
  { code, passkey }: Shown,
): Promise<Unproven | null> {
  const kept = await factorsOf(tx.db, account.id);
  if (!hasFactor(kept)) return null;
  const factors = kindsOf(kept);
  if (passkey) {
    const isOwn = (await spendPasskey(tx, passkey, SIGN_IN, account.id)) !== null;
    return isOwn ? null : { factors, wrong: 'passkey' };
  }
  if (code === undefined) return { factors, wrong: null };
  return (await isCodeRight(tx, account, code)) ? null : { factors, wrong: 'code' };
}

async function isCodeRight(
  tx: TransactionContext,
  { id, email }: { id: number; email: string },
  code: string,
): Promise<boolean> {
  await holdWrongCodes(tx.db, id);
  const isRight = await spend(tx, { id, email }, code);
  const wrong = await countWrongCodes(tx.db, id, isRight);
  if (wrong > 0 && wrong % WRONG_CODES_TOLD === 0)
    await mailSecurity(tx, email, {
      subject: 'Wrong codes for your Provost account',
      text: `Someone entered your password and ${wrong} wrong codes. They did not get in.`,
    });
  return isRight;
}

/** Wrong codes in a row, behind the right password, at which the owner is mailed, and at each so many more. */
const WRONG_CODES_TOLD = 5;

async function spend(
  tx: TransactionContext,
  { id, email }: { id: number; email: string },
  code: string,
): Promise<boolean> {
  const digits = code.replace(/[\s-]/g, '');
  if (IS_CODE.test(digits)) return spendCode(tx, id, digits);
  const left = await spendRecoveryCode(tx, id, code);
  if (left === null) return false;
  await mailSecurity(tx, email, {
    subject: 'A recovery code of your Provost account was used',
    text: `A recovery code signed in to your Provost account. ${leftWords(left)}`,
  });
  return true;
}

function kindsOf({ codes_since, passkeys }: Factors): SecondFactorKind[] {
  return [
    ...(codes_since === null ? [] : (['one_time_code'] as const)),
    ...(passkeys === 0 ? [] : (['passkey'] as const)),
    'recovery_code',
  ];
}

function leftWords(left: number): string {
  if (left === 0) return 'None is left: make new ones on My account.';
  return left === 1 ? 'One code is left: make new ones on My account.' : `${left} codes are left.`;
}
