/** Schemas of site users, apart from the contract, which every visit loads (docs/decisions/035-contracts-travel-as-tables.md). */
import { z } from 'zod';
import { flag, id, imageId, moment, text, trimmedText, updatedAt, wholeNumber } from '../../core/fields.ts';
import { LOCALES } from '../../core/locales.ts';
import { ACTIVE_WORDS } from '../../core/noun.ts';
import { inputOf, optionalText, rowOf } from '../../core/nouns/field-set.ts';
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

const words = text(MAX_TEXT);
const name = trimmedText(MAX_NAME);

/** A checkbox; `blank` is how it begins in a form. */
function bitField(label: string, blank: boolean) {
  return { label, input: bitInput, row: bit, blank, reads: 'flag' as const };
}

export const LISTED_USER_FIELDS = {
  first_name: optionalText('First name', name),
  last_name: optionalText('Last name', name),
  user_type: {
    label: 'Type',
    input: z.enum(USER_TYPES),
    row: z.enum(USER_TYPES),
    initial: NEW_USER.user_type,
  },
  status: {
    label: 'Active',
    reads: 'state' as const,
    words: { ...ACTIVE_WORDS, 2: 'active, email unconfirmed' },
    input: z.union([z.literal(2), bitInput], { error: 'must be true or false, or 2' }),
    row: z.literal([0, 1, 2]),
    initial: NEW_USER.status,
  },
  approved: bitField('Approved', true),
  viewable: bitField('Viewable', false),
  site_address: optionalText('Address', trimmedText(500)),
};

export const DETAIL_FIELDS = {
  gulfpower_empid: optionalText('Employee ID', trimmedText(100)),
  locale: { label: 'Language', input: z.enum(LOCALES), row: z.enum(LOCALES), initial: NEW_USER.locale },
  experience: optionalText('Experience', words),
  student_profession: optionalText('Profession', trimmedText(500)),
  more_about_you: optionalText('More about you', words),
  other_information: optionalText('Other information', words),
  daily_quiz_disabled: bitField('Daily quiz disabled', false),
  /** JSON, or any other text stored by the site. */
  lilt_delivery: { ...optionalText('Prize delivery', text(MAX_DELIVERY)), reads: 'label' as const },
};

export const USER_FIELDS = { ...LISTED_USER_FIELDS, ...DETAIL_FIELDS };

const columns = {
  id: z.int(),
  dateadded: moment,
  ...rowOf(LISTED_USER_FIELDS),
  email: z.string(),
  del_status: bit,
  membership: bit,
  /** The home program; null only in old data. */
  site_program: z.int().nullable(),
  timezone: z.int(),
  /** The moment since which email rules skip the address, after five consecutive bounces; null while they do not. */
  bounced_at: moment.nullable(),
  updated_at: moment,
};

export const siteUserRow = z.object({
  ...columns,
  program: z.string().nullable(),
  timezone_name: z.string(),
  instructor_image: image,
});
export type SiteUserRow = z.infer<typeof siteUserRow>;

/** A user who teaches or is paid, as staff of other areas may read one. */
export const instructor = siteUserRow.pick({
  id: true,
  first_name: true,
  last_name: true,
  email: true,
  user_type: true,
  del_status: true,
  status: true,
  approved: true,
  viewable: true,
  site_program: true,
  program: true,
});
export type Instructor = z.infer<typeof instructor>;

export const userCategory = z.object({
  category_id: z.int(),
  sub_category_id: z.int().nullable(),
  category_name: z.string(),
  sub_category_name: z.string().nullable(),
});
export type UserCategory = z.infer<typeof userCategory>;

export const siteUser = z.object({
  ...columns,
  ...rowOf(DETAIL_FIELDS),
  membership_at: moment.nullable(),
  /** Coins, with two decimals. */
  lilt_balance: z.number(),
  lilt_total: z.number(),
  level: z.int(),
  daily_quiz_next_time: moment.nullable(),
  /** The same moment in the user's own time zone. */
  daily_quiz_next_time_row: z.string().nullable(),
  photo: image,
  banner: image,
  categories: z.array(userCategory),
  mail_failures: z.int(),
});
export type SiteUser = z.infer<typeof siteUser>;

/** The delivery address of a prize; stored as JSON in `lilt_delivery`. */
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

const MAX_ADDRESS = 254;
/** Kept as typed: addresses are compared case-folded and need not be ASCII. */
const address = trimmedText(MAX_ADDRESS).min(1, 'Enter an email').refine(isAddress, 'Enter a valid email');
const password = text(200).refine(
  (value) => value === '' || value.length >= PASSWORD_MIN,
  `must have at least ${PASSWORD_MIN} characters`,
);
const categories = z
  .array(z.object({ category_id: id, sub_category_id: id.nullish().transform((value) => value ?? null) }))
  .max(MAX_CATEGORIES);

const fields = {
  ...inputOf(USER_FIELDS),
  email: address,
  /** Unchanged where empty. */
  password,
  site_program: id,
  del_status: bitInput,
  membership: bitInput,
  timezone: wholeNumber(1, 32_767),
  photo_id: imageId,
  banner_id: imageId,
  categories,
  updated_at: updatedAt,
};

export const siteUserChange = z.object(fields).partial();
export type SiteUserChange = z.output<typeof siteUserChange>;

/** Omitted fields take their defaults. */
export const newSiteUser = z.object({
  ...siteUserChange.shape,
  email: fields.email,
  password: fields.password.refine((value) => value !== '', 'Enter a password'),
  /** Defaults to an admin's only program; admins of all programs must name one. */
  site_program: fields.site_program.optional(),
  user_type: fields.user_type.optional().default(NEW_USER.user_type),
  send_email: flag.optional().default(false),
});
export type NewSiteUser = z.output<typeof newSiteUser>;

/** Requires one @ between text without white space; the mail server judges the rest. */
function isAddress(value: string): boolean {
  // Looked at whatever its length: a million `@` take a fifth of a second to be taken apart.
  if (value.length > MAX_ADDRESS) return false;
  const [local = '', domain = '', ...rest] = value.split('@');
  const isNamed = domain.includes('.') && !domain.startsWith('.') && !domain.endsWith('.');
  return rest.length === 0 && local !== '' && isNamed && !/[\s\p{Cc}\p{Cf}<>()[\],;:"\\]/u.test(value);
}
