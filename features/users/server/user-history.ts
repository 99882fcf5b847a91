/** A user as it stood at a moment. Specification: As of. */
import { notFound } from '../../../core/errors.ts';
import type { RecordAsOf } from '../../../core/nouns/as-of-routes.ts';
import type { Context } from '../../../server/context.ts';
import { asOf } from '../../../server/nouns/as-of/as-of.ts';
import type { History, HistoryField } from '../../../server/nouns/as-of/as-of-types.ts';
import { deliveryLine } from '../delivery.ts';
import { USER_TYPE_NAMES } from '../rules.ts';
import { USER_FIELDS } from '../user-schemas.ts';
import { SITE_USER } from './site-user-noun.ts';
import { readInstructor } from './site-users.ts';

const text = ({ label }: { label: string }): HistoryField => ({ label, kind: 'text' });
const flag = ({ label }: { label: string }): HistoryField => ({ label, kind: 'flag' });

const TEACHER = {
  first_name: text(USER_FIELDS.first_name),
  last_name: text(USER_FIELDS.last_name),
  email: { label: 'Email', kind: 'text' },
  program_id: { label: 'Program', kind: 'program' },
  user_type: { label: USER_FIELDS.user_type.label, kind: 'text', words: USER_TYPE_NAMES },
  status: { label: USER_FIELDS.status.label, kind: 'text', words: { 0: 'No', 1: 'Yes', 2: 'Yes (2)' } },
  approved: flag(USER_FIELDS.approved),
  viewable: flag(USER_FIELDS.viewable),
  del_status: { label: 'Deleted', kind: 'flag' },
} as const satisfies History['fields'];

export const USER_HISTORY: History = {
  entity: 'site_user',
  fields: {
    ...TEACHER,
    membership: { label: 'Membership', kind: 'flag' },
    membership_at: { label: 'Member since', kind: 'moment' },
    locale: text(USER_FIELDS.locale),
    timezone: { label: 'Timezone', kind: 'timezone' },
    site_address: text(USER_FIELDS.site_address),
    gulfpower_empid: text(USER_FIELDS.gulfpower_empid),
    experience: text(USER_FIELDS.experience),
    student_profession: text(USER_FIELDS.student_profession),
    more_about_you: text(USER_FIELDS.more_about_you),
    other_information: text(USER_FIELDS.other_information),
    lilt_delivery: { ...text(USER_FIELDS.lilt_delivery), say: deliveryLine },
    daily_quiz_disabled: flag(USER_FIELDS.daily_quiz_disabled),
    bounced_at: { label: 'Email bounced', kind: 'moment' },
    photo_id: { label: 'Photo', kind: 'image' },
    banner_id: { label: 'Banner', kind: 'image' },
    dateadded: { label: 'Added', kind: 'moment' },
  },
  secrets: { password_hash: 'Password' },
};

const TEACHER_HISTORY: History = { ...USER_HISTORY, fields: TEACHER, secrets: {} };

type Asked = { id: number; at: string };

/** Throws a 404 for a user that the caller may not see. */
export async function userAsOf(context: Context, asked: Asked): Promise<RecordAsOf> {
  if (!(await SITE_USER.read(context, asked.id))) notFound();
  return asOf(context, USER_HISTORY, asked);
}

/** Throws a 404 as the instructor's page. */
export async function instructorAsOf(context: Context, asked: Asked): Promise<RecordAsOf> {
  await readInstructor(context, asked.id);
  return asOf(context, TEACHER_HISTORY, asked);
}
