/** Superadmins' settings of how staff sign in. Specification: Accounts. */
import { z } from 'zod';
import { moment, updatedAt, wholeNumber } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';

export const MOST_IDLE_HOURS = 72;
export const MOST_SESSION_DAYS = 90;

const SECOND_FACTOR_DEMANDS = ['nobody', 'money', 'everybody'] as const;

const superadmin = { role: 'superadmin' } as const;

const fields = {
  /** `money`: of whoever may see payouts and refunds, as holder of `money` or above. */
  second_factor: z.enum(SECOND_FACTOR_DEMANDS),
  /** Hours without a call after which a session ends. */
  idle_hours: wholeNumber(1, MOST_IDLE_HOURS),
  /** Days after the sign-in at which a session ends in any case. */
  most_days: wholeNumber(1, MOST_SESSION_DAYS),
};
const securitySettings = z.object({ ...fields, updated_at: moment });
export type SecuritySettings = z.infer<typeof securitySettings>;

export const securitySettingsChange = z.strictObject({ ...fields, updated_at: updatedAt }).partial();
export type SecuritySettingsChange = z.output<typeof securitySettingsChange>;

const answer = z.object({
  settings: securitySettings,
  without_factor: z.int(),
});

export const securityContract = {
  securitySettings: route(superadmin, {
    method: 'GET',
    path: 'security-settings',
    summary: 'How staff sign in: second factor, and the end of sessions',
    input: z.strictObject({}).optional(),
    output: answer,
  }),
  saveSecuritySettings: route(superadmin, {
    method: 'PATCH',
    path: 'security-settings',
    stepUp: true,
    summary: 'Change how staff sign in; open sessions follow at once',
    input: securitySettingsChange,
    output: answer,
  }),
};
