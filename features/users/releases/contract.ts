/** Release of a deleted or inactive user for payment. Specification: Payouts. */
import { z } from 'zod';
import { pathId, text } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { payeeRelease } from './payee-release.ts';

export const MAX_RELEASE_REASON = 1000;

const superadmin = { role: 'superadmin' } as const;
const path = 'user/{id}/payout-release';
const byId = z.strictObject({ id: pathId });

const flag = z.literal([0, 1]);
const standing = z.object({
  deleted: flag,
  blocked: flag,
  /** Null without a release. */
  release: payeeRelease.nullable(),
});
export type PayeeStanding = z.infer<typeof standing>;

export const payoutReleasesContract = {
  payeeRelease: route(
    { area: 'money' },
    {
      method: 'GET',
      path,
      summary: 'Whether a deleted or inactive user can still be paid',
      input: byId,
      output: standing,
    },
  ),
  releasePayee: route(superadmin, {
    method: 'POST',
    path,
    summary: 'Allow payouts to a deleted or inactive user until the account changes or payouts are stopped',
    input: z.strictObject({
      id: pathId,
      reason: text(MAX_RELEASE_REASON).trim().min(1, 'Enter a reason'),
    }),
    output: standing,
    idempotent: true,
  }),
  withdrawPayeeRelease: route(superadmin, {
    method: 'DELETE',
    path,
    summary: 'Stop payouts to a deleted or inactive user',
    input: byId,
    output: standing,
  }),
};
