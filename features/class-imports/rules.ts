/** Rules to read a file of classes: the meaning of columns and cells. Specification: Classes and bundles. */

import { type KnownField, matchColumns } from '../../core/csv/column-matching.ts';
import { csvLine } from '../../core/csv/csv.ts';
import type { NewClass } from '../classes/contract.ts';
import type { Samples } from '../imports/rules.ts';

export const MOST_CLASSES = 10_000;

export const OUTCOMES = ['created', 'updated', 'unchanged', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Fields of a file: those of a new class, but for its image, and the id of a class that is there. */
export type Field = 'id' | Exclude<keyof NewClass, 'class_image_id'>;

/** The fields of a file with their known headers, those of our own list of classes among them. */
export const FIELDS: Record<Field, KnownField & { title: string }> = {
  id: { title: 'ID', names: ['id', 'classid', 'courseid'] },
  class_name: {
    title: 'Class name',
    names: ['classname', 'name', 'title', 'classtitle', 'coursename', 'coursetitle', 'bundlename'],
  },
  is_bundle: { title: 'Type', names: ['type', 'kind', 'isbundle', 'bundle'] },
  instructor_id: {
    title: 'Instructor',
    names: [
      'instructoremail',
      'instructorid',
      'instructor',
      'instructorname',
      'teacheremail',
      'teacherid',
      'teacher',
    ],
  },
  class_price: { title: 'Price', names: ['price', 'classprice', 'courseprice', 'listprice', 'amount'] },
  currency: { title: 'Currency', names: ['currency', 'pricecurrency'] },
  program_id: {
    title: 'Home program',
    names: ['homeprogram', 'program', 'programtag', 'programid', 'site', 'siteprogram'],
  },
  programs: { title: 'Also sell in', names: ['alsosellin', 'programs', 'sellin', 'soldin', 'sites'] },
  description: {
    title: 'Description',
    names: ['description', 'classdescription', 'coursedescription', 'longdescription', 'summary'],
  },
  additional_info: {
    title: 'Additional info',
    names: ['additionalinfo', 'additionalinformation', 'info', 'notes'],
  },
  category: { title: 'Category', names: ['category', 'categoryname', 'subject', 'topic'] },
  sub_category: { title: 'Sub-category', names: ['subcategory', 'subcategoryname'] },
  access_type: { title: 'Access type', names: ['accesstype', 'access', 'visibility'] },
  membership_discount: { title: 'Membership discount', names: ['membershipdiscount'] },
  membership_discount_other: {
    title: 'Other-membership discount',
    names: ['othermembershipdiscount', 'membershipdiscountother'],
  },
  enrol_reward: { title: 'Enrol reward', names: ['enrolreward', 'enrollreward', 'reward'] },
  status: { title: 'Status', names: ['status', 'active', 'classstatus'] },
  viewable: { title: 'Viewable', names: ['viewable', 'visible'] },
};
export const FIELD_NAMES = Object.keys(FIELDS) as Field[];

export const FIELD_TITLES = Object.fromEntries(
  FIELD_NAMES.map((field) => [field, FIELDS[field].title]),
) as Record<Field, string>;

export type Mapping = Record<string, Field | ''>;

export function guessMapping(headers: readonly string[], samples: Samples): Mapping {
  return matchColumns(headers, samples, FIELDS);
}

/** Returns the reason that no row could be read under this mapping; null without one. */
export function whyNotImported(mapping: Readonly<Record<string, string>>): string | null {
  const mapped = Object.values(mapping);
  return mapped.includes('class_name') || mapped.includes('id')
    ? null
    : 'Choose the column with the class names, or with the IDs of classes';
}

const YES = ['1', 'yes', 'y', 'true', 'active', 'on'];
const NO = ['0', 'no', 'n', 'false', 'inactive', 'off'];

/** Returns undefined for an unknown text. */
export function flagOf(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}

/** Returns true for a bundle, false for a class; undefined for an unknown text. */
export function typeOf(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (word === 'bundle') return true;
  return word === 'class' || word === 'course' ? false : flagOf(word);
}

/** Returns hundredths of a percent for `12.5`, `12,5` or `12.5%`; undefined for any other text, and above 100. */
export function hundredthsOf(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s?%?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const hundredths = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return hundredths <= 10_000 ? hundredths : undefined;
}

/** Returns the names in a cell: of programs, divided by semicolons, or by commas and spaces where they are ids. */
export function listOf(text: string): string[] {
  const parts = /^[\d\s,]+$/.test(text) ? text.split(/[\s,]+/) : text.split(';');
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

/** A file that can be imported as it is, to be filled in. */
export const SAMPLE_FILE = {
  name: 'classes-sample.csv',
  text: [
    FIELD_NAMES.map((field) => FIELD_TITLES[field]),
    ...(
      [
        {
          class_name: 'Watercolor for beginners',
          is_bundle: 'Class',
          class_price: '49.00',
          description: 'Six lessons, from the first wash to a finished landscape.',
          access_type: 'public',
          membership_discount: '10',
          status: 'Active',
          viewable: 'Yes',
        },
        { class_name: 'Painting bundle', is_bundle: 'Bundle', class_price: '99.00', status: 'Inactive' },
      ] as Partial<Record<Field, string>>[]
    ).map((row) => FIELD_NAMES.map((field) => row[field] ?? '')),
  ]
    .map((cells) => csvLine(cells))
    .join(''),
} as const;
