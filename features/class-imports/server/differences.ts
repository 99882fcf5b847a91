import { trimmed } from '../../../core/blank.ts';
import { toMajor } from '../../../core/money.ts';
import { fromHundredths } from '../../../core/percent.ts';
import type { StoredClass } from '../../classes/server/class-noun.ts';
import type { Names } from './names-here.ts';
import type { Said } from './say-class.ts';

/** A class as a save names it: price in major units, 0 for the global site. */
export type SavedClass = Required<Omit<Said, 'class_image_id'>>;

export type Changes = Record<string, { before: string; after: string }>;

/** Returns the values that a row changes, before and after; blanks around a stored text do not count. */
export function differencesOf(
  stored: StoredClass,
  said: Said,
): { before: Partial<SavedClass>; after: Partial<SavedClass> } {
  const present = savedClass(stored);
  const changed = (Object.keys(said) as (keyof SavedClass)[]).filter((name) => {
    const before = present[name];
    return (typeof before === 'string' ? trimmed(before) : before) !== said[name];
  });
  const only = (of: Partial<SavedClass>) => Object.fromEntries(changed.map((name) => [name, of[name]]));
  return { before: only(present), after: only(said as Partial<SavedClass>) };
}

function savedClass(stored: StoredClass): SavedClass {
  const { class_name, description, additional_info, category, sub_category, enrol_reward } = stored;
  const { membership_discount, membership_discount_other, class_price, currency } = stored;
  return {
    class_name,
    description,
    additional_info,
    category,
    sub_category,
    access_type: stored.access_type as SavedClass['access_type'],
    class_price: toMajor(class_price, currency),
    membership_discount,
    membership_discount_other,
    status: stored.status === 1,
    viewable: stored.viewable === 1,
    enrol_reward,
    program_id: stored.program_id ?? 0,
  };
}

export function inWords(before: Partial<SavedClass>, after: Partial<SavedClass>, names: Names): Changes {
  return Object.fromEntries(
    (Object.keys(after) as (keyof SavedClass)[]).map((name) => [
      name,
      { before: wordsOf(name, before[name], names), after: wordsOf(name, after[name], names) },
    ]),
  );
}

function wordsOf(name: keyof SavedClass, value: unknown, { programs, categories }: Names): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  switch (name) {
    case 'status':
      return value ? 'Active' : 'Inactive';
    case 'viewable':
      return value ? 'Yes' : 'No';
    case 'membership_discount':
    case 'membership_discount_other':
      return `${fromHundredths(Number(value))}%`;
    case 'program_id':
      return value === 0 ? 'Global site' : programs.nameOf(Number(value));
    case 'category':
    case 'sub_category':
      return categories.find(({ id }) => id === value)?.category_name ?? `#${Number(value)}`;
    default:
      return shortened(String(value as string | number));
  }
}

const LONGEST = 200;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
}
