import { z } from 'zod';
import { flag, id, imageId, moment, text, wholeNumber } from '../../../core/fields.ts';
import { LOCALES } from '../../../core/locales.ts';
import { reference } from '../../../core/sites/told.ts';
import { MAX_CATEGORIES, PASSWORD_MIN, USER_TYPES } from '../rules.ts';
import { siteUserChange, userCategory } from '../user-schemas.ts';

const { email, first_name, last_name, user_type, locale } = siteUserChange.shape;

export const newPassword = text(200).min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`);

export const typedPassword = text(200).min(1, 'must not be empty');

const category = z
  .strictObject({
    category_id: id,
    sub_category_id: id.nullish().transform((value) => value ?? null),
    /** Categories as they were read: their ids alone say which they are. */
    category_name: text(200).optional(),
    sub_category_name: text(200).nullish(),
  })
  .transform(({ category_id, sub_category_id }) => ({ category_id, sub_category_id }));

const own = {
  reference: reference.optional(),
  email,
  password: newPassword.optional(),
  first_name,
  last_name,
  locale,
  /** A number of ours, or a name of the IANA database. */
  timezone: z
    .union([wholeNumber(1, 32_767), text(100).trim().min(1)], { error: 'must be a number or a name' })
    .optional(),
  categories: z.array(category).max(MAX_CATEGORIES).optional(),
  /** An upload of the same site; 0 takes the photo away, as does null, which is how it is read where there is none. */
  photo_id: imageId
    .nullable()
    .transform((photo) => photo ?? 0)
    .optional(),
};

export const toldUser = z
  .strictObject({
    ...own,
    user_type,
    membership: flag.optional(),
    send_email: flag.optional(),
  })
  .refine((user) => user.reference !== undefined || user.email !== undefined, {
    path: ['email'],
    message: 'is needed where there is no reference',
  });
export type ToldUser = z.output<typeof toldUser>;

export const ownChange = z.strictObject({
  ...own,
  /** The password of before, needed to change it or the email. */
  current_password: typedPassword.optional(),
});
export type OwnChange = z.output<typeof ownChange>;

export const userOfSite = z.object({
  id: z.int(),
  reference: z.string().nullable(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  user_type: z.enum(USER_TYPES),
  locale: z.enum(LOCALES),
  timezone: z.int(),
  membership: z.boolean(),
  categories: z.array(userCategory),
  photo_id: z.int().nullable(),
  photo: z.object({ id: z.int(), original_name: z.string(), path: z.string() }).nullable(),
  /** Coins, with two decimals. */
  lilt_balance: z.number(),
  level: z.int(),
  updated_at: moment,
});
export type UserOfSite = z.infer<typeof userOfSite>;
