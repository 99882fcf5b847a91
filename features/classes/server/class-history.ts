/** A class as it stood at a moment. Specification: As of. */
import { notFound } from '../../../core/errors.ts';
import type { RecordAsOf } from '../../../core/nouns/as-of-routes.ts';
import type { Context } from '../../../server/context.ts';
import { asOf } from '../../../server/nouns/as-of/as-of.ts';
import type { History } from '../../../server/nouns/as-of/as-of-types.ts';
import { CLASS } from './class-noun.ts';

export const CLASS_HISTORY: History = {
  entity: 'class',
  fields: {
    class_name: { label: 'Class name', kind: 'text' },
    instructor_id: { label: 'Instructor', kind: 'user' },
    program_id: { label: 'Home program', kind: 'program' },
    class_price: { label: 'Class price', kind: 'amount' },
    currency: { label: 'Currency', kind: 'text' },
    membership_discount: { label: 'Membership discount', kind: 'percent' },
    membership_discount_other: { label: 'Other-membership discount', kind: 'percent' },
    enrol_reward: { label: 'Enrol reward', kind: 'number' },
    status: { label: 'Active', kind: 'flag' },
    viewable: { label: 'Viewable', kind: 'flag' },
    cancel: { label: 'Cancelled', kind: 'flag' },
    del_flag: { label: 'Deleted', kind: 'flag' },
    access_type: { label: 'Access type', kind: 'text', words: { public: 'Public', private: 'Private' } },
    category: { label: 'Category', kind: 'category' },
    sub_category: { label: 'Subcategory', kind: 'category' },
    is_bundle: { label: 'Bundle', kind: 'flag' },
    description: { label: 'Description', kind: 'text' },
    additional_info: { label: 'Additional info', kind: 'text' },
    class_image_id: { label: 'Class image', kind: 'image' },
    subject: { label: 'Subject', kind: 'text' },
    level: { label: 'Level', kind: 'text' },
    external_id: { label: 'External ID', kind: 'text' },
    published_at: { label: 'Published', kind: 'moment' },
    dateadded: { label: 'Added', kind: 'moment' },
  },
  secrets: {},
};

/** Throws a 404 for a class that the caller may not see, and a 403 for one that its program only sells. */
export async function classAsOf(context: Context, asked: { id: number; at: string }): Promise<RecordAsOf> {
  if (!(await CLASS.read(context, asked.id))) notFound();
  return asOf(context, CLASS_HISTORY, asked);
}
