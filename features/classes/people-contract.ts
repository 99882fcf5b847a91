/** Users enrolled in a class, and its comments. Specification: Classes and bundles. */
import { z } from 'zod';
import { moment, page, pathId, sourceFilter, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { SOURCES } from '../../core/sites/sources.ts';

const access = { area: 'catalogue' } as const;

const classUser = z.object({
  id: z.int(),
  user_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** 0 active, 5 blocked by an admin, 1 and 3 canceled. */
  enrol_status: z.int(),
  cancel_after_refund: z.int(),
  dateadded: moment,
  source: z.enum(SOURCES),
});
export type ClassUser = z.infer<typeof classUser>;

const classComment = z.object({
  id: z.int(),
  message: z.string(),
  /** The author; null where unknown or hidden from the caller. */
  user_name: z.string().nullable(),
  created_at: moment,
});
export type ClassComment = z.infer<typeof classComment>;

const enrolment = z.object({ id: z.int(), enrol_status: z.int(), cancel_after_refund: z.int() });

export const peopleContract = {
  classUsers: route(access, {
    method: 'GET',
    path: 'class/{id}/users',
    summary: 'A page of the users of a class',
    input: z.strictObject({ id: pathId, page, name: textFilter, source: sourceFilter }),
    output: z.object({ users: z.array(classUser), count: z.int() }),
  }),
  enrolUser: route(access, {
    method: 'POST',
    path: 'class/{id}/user-enrol/{user_id}',
    summary: 'Enrol a user of a program where the class is sold; an existing enrolment does not change',
    input: z.strictObject({ id: pathId, user_id: pathId }),
    output: enrolment,
    idempotent: true,
  }),
  switchEnrolment: route(access, {
    method: 'PATCH',
    path: 'class/user-enrol/switch/{enrolment_id}',
    summary: 'Block an enrolment, or activate it again; 409 where it stands as the given `enrol_status`',
    input: z.strictObject({ enrolment_id: pathId, enrol_status: z.literal([0, 5]).optional() }),
    output: enrolment,
  }),
  classComments: route(access, {
    method: 'GET',
    path: 'class/{id}/comments',
    summary: 'A page of the comments on a class, newest first',
    input: z.strictObject({ id: pathId, page }),
    output: z.object({ comments: z.array(classComment), count: z.int() }),
  }),
  deleteComment: route(access, {
    method: 'DELETE',
    path: 'comment/{id}',
    summary: 'Remove a comment permanently; its text stays in the audit',
    input: z.strictObject({ id: pathId }),
    output: z.object({ id: z.int() }),
  }),
};
