/** Places in classes, sessions and who was there, as the site of a program tells them. Specification: Sites, teaching. */
import { z } from 'zod';
import { id } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { occurredAt, siteMoment } from '../../../core/sites/fields.ts';
import { reference, results, told } from '../../../core/sites/told.ts';

const MOST_ATTENDANCES = 5000;

const SECONDS_OF_A_DAY = 86_400;

const siteEnrolment = z.strictObject({ reference, class_id: id, user_id: id });

/** A place of a history that is moved in: given then, and not when it was told. */
export const movedEnrolment = siteEnrolment.extend({ occurred_at: occurredAt.optional() });
export type MovedEnrolment = z.output<typeof movedEnrolment>;

const siteCancellation = siteEnrolment.extend({ by: z.enum(['student', 'site']).default('student') });
export type SiteCancellation = z.output<typeof siteCancellation>;

const siteSession = z
  .strictObject({
    reference,
    class_id: id,
    start_at: siteMoment,
    end_at: siteMoment,
    cancelled: z.boolean().default(false),
  })
  .refine(({ start_at, end_at }) => start_at < end_at, {
    path: ['end_at'],
    message: 'must be after start_at',
  });
export type SiteSession = z.output<typeof siteSession>;

/** Ways to say where somebody was. */
const PLACES = ['session_id', 'session_reference', 'class_id'] as const;

export const siteAttendance = z
  .strictObject({
    reference,
    user_id: id,
    session_id: id.optional(),
    session_reference: reference.optional(),
    class_id: id.optional(),
    type: z.enum(['live', 'recording']),
    seconds: z
      .int('must be a whole number of seconds')
      .min(0, 'must not be negative')
      .max(SECONDS_OF_A_DAY, `must be at most ${SECONDS_OF_A_DAY}`)
      .optional(),
    occurred_at: occurredAt.optional(),
  })
  .superRefine((attendance, context) => {
    const [, second] = PLACES.filter((place) => attendance[place] !== undefined);
    if (second)
      context.addIssue({
        code: 'custom',
        path: [second],
        message: `can't be sent together with another of ${PLACES.join(', ')}`,
      });
    else if (PLACES.every((place) => attendance[place] === undefined))
      context.addIssue({
        code: 'custom',
        path: ['session_id'],
        message: `one of ${PLACES.join(', ')} is required`,
      });
  });
export type SiteAttendance = z.output<typeof siteAttendance>;

/** Status as of a class’s users: 0 active, 5 blocked by an admin, 1 cancelled by the student, 3 by the site or with a refund. */
const enrolled = results({ enrol_status: z.int() });

export const siteTeachingContract = {
  enrolments: siteRoute('write', {
    method: 'POST',
    path: 'enrolments',
    summary: 'Enrol users in classes; existing enrolments do not change',
    input: told(siteEnrolment),
    output: enrolled,
  }),
  cancellations: siteRoute('write', {
    method: 'POST',
    path: 'enrolments/cancel',
    summary: 'Cancel enrolments, by the student or by the site; cancelled ones do not change',
    input: told(siteCancellation),
    output: enrolled,
  }),
  sessions: siteRoute('write', {
    method: 'POST',
    path: 'sessions',
    summary: 'Report sessions of classes: new ones, and the current state of known references',
    input: told(siteSession),
    output: results({}),
  }),
  attendances: siteRoute('write', {
    method: 'POST',
    path: 'attendances',
    summary: 'Report attendances, live or by recording; each is counted once',
    input: told(siteAttendance, MOST_ATTENDANCES),
    output: results({
      /** True where its days had been paid of when it was told: nobody earns by it. */
      late: z.boolean(),
    }),
  }),
};
