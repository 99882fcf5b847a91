/** Rules to read a file of users: the meaning of columns and cells. Specification: Import of users. */
import { type KnownField, matchColumns } from '../../core/csv/column-matching.ts';
import { LOCALES } from '../../core/locales.ts';
import { isAddress, type Samples } from '../imports/rules.ts';
import { USER_TYPE_NAMES, USER_TYPES, type UserType } from '../users/rules.ts';

export const MOST_CLASSES = 200;

export const OUTCOMES = ['created', 'updated', 'unchanged', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const SWITCHES = {
  import_update: 1,
  import_create: 1,
  import_send_email: 0,
  import_class_enrol: 0,
} as const;

/** The fields of a file with their known headers, including those of Moodle, Canvas, Shopify and Stripe. */
export const FIELDS = {
  email: {
    names: [
      'email',
      'emailaddress',
      'mail',
      'mailaddress',
      'useremail',
      'customeremail',
      'contactemail',
      'primaryemail',
      'emailadresse',
      'courriel',
      'correo',
    ],
    perhaps: ['username', 'loginid', 'login', 'user', 'account'],
    looks: isAddress,
  },
  first_name: {
    names: ['firstname', 'first', 'givenname', 'forename', 'fname', 'vorname', 'prenom', 'prénom'],
  },
  last_name: { names: ['lastname', 'last', 'surname', 'familyname', 'lname', 'nachname', 'nom'] },
  name: { names: ['name', 'fullname', 'displayname', 'customername', 'sortablename', 'cardname'] },
  user_type: {
    names: ['usertype', 'type', 'role', 'accounttype', 'declaredusertype'],
    looks: (value) => /^[SIO]$/.test(value),
  },
  site_program: { names: ['siteprogram', 'program', 'programtag', 'programid', 'site'] },
  locale: {
    names: ['locale', 'lang', 'language', 'preferredlanguage', 'preferredlocale', 'customerlocale'],
    looks: (value) => (LOCALES as readonly string[]).includes(value),
  },
  timezone: {
    names: ['timezone', 'tz', 'usertimezone', 'timezonename'],
    looks: (value) => /^[A-Z][A-Za-z]+\/[A-Za-z_/+-]+$/.test(value),
  },
  membership: { names: ['membership', 'member', 'ismember'] },
  status: { names: ['status', 'userstatus'] },
  gulfpower_empid: {
    names: [
      'gulfpowerempid',
      'empid',
      'employeeid',
      'employeenumber',
      'idnumber',
      'integrationid',
      'sisuserid',
    ],
  },
  experience: { names: ['experience'] },
  student_profession: { names: ['studentprofession', 'profession', 'occupation', 'jobtitle'] },
  more_about_you: { names: ['moreaboutyou', 'about', 'aboutme', 'bio', 'biography', 'description', 'note'] },
  password: { names: ['password', 'passwd', 'pwd'] },
  class_ids: { names: ['classids', 'classes', 'classid', 'enrolin', 'enrollin'] },
} as const satisfies Record<string, KnownField>;
export type Field = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as Field[];

export const FIELD_TITLES: Record<Field, string> = {
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  name: 'Full name',
  user_type: 'Type',
  site_program: 'Program',
  locale: 'Language',
  timezone: 'Timezone',
  membership: 'Membership',
  status: 'Status',
  gulfpower_empid: 'Employee ID',
  experience: 'Experience',
  student_profession: 'Profession',
  more_about_you: 'More about you',
  password: 'Password',
  class_ids: 'Class IDs',
};

export type Mapping = Record<string, Field | ''>;

export function guessMapping(headers: readonly string[], samples: Samples): Mapping {
  const mapping = matchColumns(headers, samples, FIELDS);
  // Who comes with a first and a last name needs no whole one.
  for (const [header, field] of Object.entries(mapping))
    if (field === 'name' && Object.values(mapping).some((other) => NAMES.has(other))) mapping[header] = '';
  return mapping;
}

const NAMES: ReadonlySet<string> = new Set(['first_name', 'last_name']);

/** Splits a full name: `Lovelace, Ada` and `Ada Lovelace` alike. */
export function namesOf(name: string): { first_name: string; last_name: string } {
  const [last = '', first] = name.split(/,\s*(.*)/s);
  if (first !== undefined) return { first_name: first.trim(), last_name: last.trim() };
  const words = name.split(/\s+/);
  return {
    first_name: words.slice(0, -1).join(' ') || name,
    last_name: words.length > 1 ? (words.at(-1) ?? '') : '',
  };
}

/** Returns the type for a letter or word; unknown text unchanged. */
export function typeOf(text: string): string {
  const word = text.toLowerCase();
  const known = USER_TYPES.find(
    (type) => type.toLowerCase() === word || USER_TYPE_NAMES[type].toLowerCase() === word,
  );
  return known ?? WORDS_OF_TYPES[word] ?? text;
}

const WORDS_OF_TYPES: Record<string, UserType> = {
  learner: 'S',
  customer: 'S',
  teacher: 'I',
  editingteacher: 'I',
  organisation: 'O',
};

/** Normalizes a locale: `EN`, `pt_br` and `zh-Hant-TW` are `en`, `pt` and `zh-TW`; unknown text unchanged. */
export function localeOf(text: string): string {
  const parts = text.replaceAll('_', '-').toLowerCase().split('-');
  const known = (wanted: string) => LOCALES.find((locale) => locale.toLowerCase() === wanted);
  return known(parts.join('-')) ?? known(`${parts[0]}-${parts.at(-1)}`) ?? known(parts[0] ?? '') ?? text;
}

/** Returns undefined for an unknown text. */
export function flagOf(text: string): 0 | 1 | undefined {
  const word = text.toLowerCase();
  if (['1', 'yes', 'y', 'true'].includes(word)) return 1;
  return ['0', 'no', 'n', 'false'].includes(word) ? 0 : undefined;
}

/** Returns the status for 0, 1, 2 or a word; unknown text unchanged. */
export function statusOf(text: string): number | string {
  if (/^[012]$/.test(text)) return Number(text);
  const word = text.toLowerCase();
  if (word === 'active') return 1;
  return ['inactive', 'suspended'].includes(word) ? 0 : text;
}

/** Returns the distinct numbers of a list separated by spaces, commas or semicolons, or the first text that is no number. */
export function classIdsOf(text: string): number[] | string {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const wrong = parts.find((part) => !/^[1-9]\d{0,8}$/.test(part));
  return wrong ?? [...new Set(parts.map(Number))];
}
