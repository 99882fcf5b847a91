/** Site users as they are sent: apart from the contract, which every visit loads (docs/decisions/035-contracts-travel-as-tables.md). */
import { z } from 'zod';
import { flag, id, imageId, moment, text, trimmedText, updatedAt, wholeNumber } from '../../core/fields.ts';
import { LOCALES } from '../../core/locales.ts';
import {
  MAX_CATEGORIES,
  MAX_DELIVERY,
  MAX_NAME,
  MAX_TEXT,
  NEW_USER,
  PASSWORD_MIN,
  USER_TYPES,
} from './rules.ts';

const bit = z.literal([0, 1]);
const bitInput = flag.transform((set): 0 | 1 => (set ? 1 : 0));
const image = z.object({ id: z.int(), original_name: z.string(), path: z.string() }).nullable();

const columns = {
  id: z.int(),
  dateadded: moment,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  user_type: z.enum(USER_TYPES),
  del_status: bit,
  status: z.literal([0, 1, 2]),
  approved: bit,
  viewable: bit,
  membership: bit,
  /** The home program; null only in old data. */
  site_program: z.int().nullable(),
  site_address: z.string(),
  timezone: z.int(),
  /** Since when rules of mail leave the address alone, as it has refused five times in a row; null where they do not. */
  bounced_at: moment.nullable(),
  updated_at: moment,
};

/** A row of the list. */
export const siteUserRow = z.object({
  ...columns,
  /** What the home program is called. */
  program: z.string().nullable(),
  timezone_name: z.string(),
  instructor_image: image,
});
export type SiteUserRow = z.infer<typeof siteUserRow>;

export const userCategory = z.object({
  category_id: z.int(),
  sub_category_id: z.int().nullable(),
  category_name: z.string(),
  sub_category_name: z.string().nullable(),
});
export type UserCategory = z.infer<typeof userCategory>;

export const siteUser = z.object({
  ...columns,
  gulfpower_empid: z.string(),
  membership_at: moment.nullable(),
  locale: z.enum(LOCALES),
  experience: z.string(),
  student_profession: z.string(),
  more_about_you: z.string(),
  other_information: z.string(),
  /** Coins, with two decimals. */
  lilt_balance: z.number(),
  lilt_total: z.number(),
  level: z.int(),
  daily_quiz_disabled: bit,
  daily_quiz_next_time: moment.nullable(),
  /** The same moment as the site shows it: in the user's own time zone. */
  daily_quiz_next_time_row: z.string().nullable(),
  photo: image,
  banner: image,
  categories: z.array(userCategory),
  /** Hard failures in a row of the address. */
  mail_failures: z.int(),
  /** JSON text, or whatever else the site has left there. */
  lilt_delivery: z.string(),
});
export type SiteUser = z.infer<typeof siteUser>;

/** Where a prize is sent; kept as JSON text in `lilt_delivery`. */
export const delivery = z.object({
  name: text(200),
  street: text(200),
  address: text(200),
  city: text(200),
  state: text(200),
  zip: text(40),
  phone: text(60),
  notes: text(2000),
  country: text(200),
  country_id: z.enum(['', 'us', 'ca']),
});

const words = text(MAX_TEXT);
const name = trimmedText(MAX_NAME);
const MAX_ADDRESS = 254;
/** As typed: addresses are compared folded, and may be other than ASCII. */
const address = trimmedText(MAX_ADDRESS).min(1, 'Enter an email').refine(isAddress, 'Enter a valid email');
const password = text(200).refine(
  (value) => value === '' || value.length >= PASSWORD_MIN,
  `must have at least ${PASSWORD_MIN} characters`,
);
const categories = z
  .array(z.object({ category_id: id, sub_category_id: id.nullish().transform((value) => value ?? null) }))
  .max(MAX_CATEGORIES);

const fields = {
  first_name: name,
  last_name: name,
  email: address,
  /** Left as it is where empty. */
  password,
  gulfpower_empid: trimmedText(100),
  site_program: id,
  user_type: z.enum(USER_TYPES),
  status: z.union([z.literal(2), bitInput], { error: 'must be true or false, or 2' }),
  approved: bitInput,
  viewable: bitInput,
  del_status: bitInput,
  membership: bitInput,
  locale: z.enum(LOCALES),
  site_address: trimmedText(500),
  timezone: wholeNumber(1, 32_767),
  experience: words,
  student_profession: trimmedText(500),
  more_about_you: words,
  other_information: words,
  daily_quiz_disabled: bitInput,
  photo_id: imageId,
  banner_id: imageId,
  categories,
  lilt_delivery: text(MAX_DELIVERY),
  updated_at: updatedAt,
};

/** A change: what is left out stays as it is. Other fields of a user may ride along and are not looked at. */
export const siteUserChange = z.object(fields).partial();
export type SiteUserChange = z.output<typeof siteUserChange>;

/** What a new user is made of; what is left out has its default. */
export const newSiteUser = z.object({
  ...siteUserChange.shape,
  email: fields.email,
  password: fields.password.refine((value) => value !== '', 'Enter a password'),
  /** A bound admin's own where it is left out; whoever sees all programs names one. */
  site_program: fields.site_program.optional(),
  user_type: fields.user_type.optional().default(NEW_USER.user_type),
  /** Whether the welcome mail is sent. */
  send_email: flag.optional().default(false),
});
export type NewSiteUser = z.output<typeof newSiteUser>;

/** One @, with something on both sides that no white space interrupts: what is finer is the mail server's to say. */
function isAddress(value: string): boolean {
  // Looked at whatever its length: a million `@` take a fifth of a second to be taken apart.
  if (value.length > MAX_ADDRESS) return false;
  const [local = '', domain = '', ...rest] = value.split('@');
  const isNamed = domain.includes('.') && !domain.startsWith('.') && !domain.endsWith('.');
  return rest.length === 0 && local !== '' && isNamed && !/[\s\p{Cc}\p{Cf}<>()[\],;:"\\]/u.test(value);
}
