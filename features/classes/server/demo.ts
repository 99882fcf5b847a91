import { daysBefore, type Random } from '../../../server/db/demo/random.ts';
import { classValues } from '../../../test/factories.ts';
import type { DemoProgram } from '../../programs/server/demo.ts';
import { ADA, type DemoUser, WITHOUT_PROGRAM } from '../../users/server/demo.ts';
import { SUBJECTS, TITLES } from './demo/titles.ts';

const CLASSES = 1880;
const BUNDLES = 120;

/** Classes 1 to 5 are Ada's; the others here are those that a test or a reader looks for. */
export const ADAS_CLASSES = [1, 2, 3, 4, 5];
export const CLASS_WITHOUT_PROGRAM = 6;
const LONG_CLASS = 7;
const RIGHT_TO_LEFT = 10;
export const ADAS_BUNDLE = CLASSES + 1;

export type DemoClass = ReturnType<typeof demoClasses>[number];

export function demoClasses(
  today: Date,
  random: Random,
  programs: readonly DemoProgram[],
  instructors: readonly DemoUser[],
) {
  const sellers = instructors.filter((user) => user.id !== ADA && user.del_status === 0);
  return Array.from({ length: CLASSES + BUNDLES }, (_, index) => {
    const id = index + 1;
    const is_bundle = id > CLASSES;
    const seller = sellerOf(id, instructors) ?? random.pick(sellers);
    const program = programs.find((candidate) => candidate.id === seller.program_id);
    const currency = program?.default_currency ?? 'USD';
    const tongue = Object.hasOwn(SUBJECTS, seller.locale) ? (seller.locale as keyof typeof SUBJECTS) : 'en';
    const subject = random.pick(SUBJECTS[tongue]);
    const title = random.pick(TITLES[tongue]).replace('@', subject);
    const added = daysBefore(today, random.whole(1096, 1800));
    return classValues(id, {
      id,
      class_name: nameOf(id) ?? (is_bundle ? `${title} +` : title),
      program_id: seller.program_id,
      instructor_id: seller.id,
      is_bundle,
      class_price: priceIn(currency, random) * (is_bundle ? 2 : 1),
      currency: currency as string,
      membership_discount: random.pick([0, 0, 0, 10, 25]) * 100,
      membership_discount_other: id % 6 === 0 ? 550 : 0,
      description: descriptionOf(id, title),
      additional_info: id % 4 === 0 ? `Bring something to write with: ${subject}` : '',
      cancel: id > 20 && id % 67 === 0 ? 1 : 0,
      viewable: id > 20 && id % 43 === 0 ? 0 : 1,
      access_type: id > 20 && id % 23 === 0 ? 'private' : 'public',
      enrol_reward: id % 11 === 0 ? 250 : 0,
      del_flag: id > 20 && random.chance(2) ? 1 : 0,
      status: id > 20 && random.chance(6) ? 0 : 1,
      subject,
      published_at: added,
      dateadded: added,
      updated_at: added,
    });
  });
}

/** A usual price in minor units; one in twenty is free. */
function priceIn(currency: string, random: Random): number {
  if (random.chance(5)) return 0;
  const dollars = random.pick([9, 15, 20, 25, 30, 45, 50, 75, 95, 120, 150, 200]);
  if (currency === 'JPY') return dollars * 150 + 80;
  if (currency === 'UAH') return dollars * 4000 + 99;
  return dollars * 100 - random.pick([0, 1, 5]);
}

function sellerOf(id: number, instructors: readonly DemoUser[]): DemoUser | undefined {
  const isAdas = ADAS_CLASSES.includes(id) || id === ADAS_BUNDLE;
  const wanted = isAdas ? ADA : id === CLASS_WITHOUT_PROGRAM ? WITHOUT_PROGRAM : undefined;
  return instructors.find((user) => user.id === wanted);
}

function descriptionOf(id: number, title: string): string {
  if (id % 9 === 0) return '';
  const first = `${title}. You work on something of your own from the first lesson on, and bring it to an end.`;
  return id % 5 === 0
    ? `${first}\n\n${'Every lesson has its exercise, and every exercise its answer. '.repeat(6)}`
    : first;
}

function nameOf(id: number): string | undefined {
  const adas = [
    'The Analytical Engine for Beginners',
    'Notes on Bernoulli Numbers',
    'Poetical Science',
    'Punched Cards in Practice',
    'Mathematics of Flight',
  ];
  if (id === ADAS_BUNDLE) return 'All about Engines (3 classes)';
  if (id === LONG_CLASS) {
    const sentence =
      'Everything you always wanted to know about continuing education and never dared to ask, ';
    return sentence.repeat(4).slice(0, 300);
  }
  if (id === RIGHT_TO_LEFT) return 'مدخل إلى فن الخط العربي 101';
  return id === CLASS_WITHOUT_PROGRAM ? 'A Class without a Program' : adas[id - 1];
}
