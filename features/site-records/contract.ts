/** Records of one person, as the site of a program reads them. Specification: Sites, personal reads. */
import { z } from 'zod';
import { moment, pathId } from '../../core/fields.ts';
import { siteRoute } from '../../core/route.ts';
import { minor, siteList, siteListed } from '../../core/sites/reads.ts';
import { MEMBERSHIP_PERIODS, SALE_TYPES } from '../transactions/rules.ts';

const ofUser = z.strictObject({ id: pathId, ...siteList });

const session = z.object({
  id: z.int(),
  /** The site's own name for it; null where another system told it. */
  reference: z.string().nullable(),
  start_at: moment,
  end_at: moment,
  cancelled: z.boolean(),
});

const enrolment = z.object({
  id: z.int(),
  class_id: z.int(),
  class_name: z.string(),
  enrolled_at: moment,
  /** 0 active, 1 cancelled by the student, 3 by the site, 5 blocked by staff. */
  enrol_status: z.int(),
  charge_id: z.int().nullable(),
  sessions: z.array(session),
});
export type SiteEnrolment = z.infer<typeof enrolment>;

const refund = z.object({
  id: z.int(),
  amount: minor,
  state: z.enum(['pending', 'succeeded', 'failed']),
  created_at: moment,
  settled_at: moment.nullable(),
});

const charge = z.object({
  id: z.int(),
  occurred_at: moment,
  type: z.enum(SALE_TYPES),
  class_id: z.int().nullable(),
  event_id: z.int().nullable(),
  subscription: z.enum(MEMBERSHIP_PERIODS).nullable(),
  /** The class in the language asked for, or the description of the sale. */
  name: z.string(),
  amount: minor,
  refunded: minor,
  currency: z.string(),
  refunds: z.array(refund),
});
export type SiteChargeRecord = z.infer<typeof charge>;

export const siteRecordsContract = {
  enrolments: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/enrolments',
    summary: 'Where a person is enrolled, with the sessions of each class',
    input: ofUser,
    output: siteListed('enrolments', enrolment),
  }),
  charges: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}/charges',
    summary: 'What a person has bought on this site, with what was given back',
    input: ofUser,
    output: siteListed('charges', charge),
  }),
};
