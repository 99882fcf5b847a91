/** Second factors of staff: one-time codes of a device, and codes for the day it is lost. Specification: Accounts. */
import { z } from 'zod';
import { moment, pathId } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { code, ownPassword } from '../sign-in-schemas.ts';

export const RECOVERY_CODES = 10;

const secondFactor = z.object({
  /** Since when codes of a device are asked for at sign-in; null where none are. */
  since: moment.nullable(),
  passkeys: z.int(),
  recovery_codes_left: z.int(),
  /** 1: the settings demand one of this account. */
  demanded: z.literal([0, 1]),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const answer = z.object({ second_factor: secondFactor });
/** The codes are shown once; none where those of before go on. */
export const withCodes = answer.extend({ recovery_codes: z.array(z.string()) });

export const secondFactorContract = {
  secondFactor: route('signed_in', {
    method: 'GET',
    path: 'account/second-factor',
    beforeFactor: true,
    summary: 'Your second factor',
    input: z.strictObject({}).optional(),
    output: answer,
  }),
  beginOneTimeCodes: route('signed_in', {
    method: 'POST',
    path: 'account/one-time-codes',
    beforeFactor: true,
    summary: 'Make the secret of one-time codes; it counts once a first code is confirmed',
    input: ownPassword,
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmOneTimeCodes: route('signed_in', {
    method: 'POST',
    path: 'account/one-time-codes/confirm',
    beforeFactor: true,
    summary: 'Confirm one-time codes by the first code; with your first factor come recovery codes',
    input: z.strictObject({ code }),
    output: withCodes,
  }),
  removeOneTimeCodes: route('signed_in', {
    method: 'POST',
    path: 'account/one-time-codes/remove',
    beforeFactor: true,
    summary: 'Remove one-time codes, and with your last factor the recovery codes',
    input: ownPassword,
    output: answer,
  }),
  renewRecoveryCodes: route('signed_in', {
    method: 'POST',
    path: 'account/recovery-codes',
    beforeFactor: true,
    summary: 'Make new recovery codes; those of before no longer work',
    input: ownPassword,
    output: withCodes,
  }),
  resetSecondFactor: route(
    { role: 'superadmin' },
    {
      method: 'POST',
      path: 'user/{id}/second-factor/reset',
      summary: 'Remove the second factor of an admin user who lost the device; the sessions end',
      input: ownPassword.extend({ id: pathId }),
      output: z.object({ id: z.int() }),
    },
  ),
};
