import { daysBefore, type Random } from '../../../server/db/demo/random.ts';
import { siteUserValues } from '../../../test/factories.ts';
import { lifeOf } from './demo/lives.ts';
import { LONG_NAME, NAMES, type Tongue } from './demo/names.ts';

export const INSTRUCTORS = 400;
const STUDENTS = 6000;

/** Behind them by id, and in nobody's story. */
export const ORGANISATIONS = { first: INSTRUCTORS + STUDENTS + 1, count: 12 };
const DUPLICATES = 24;

/** Ids that documentation and tests rely on. */
export const ADA = 1;
export const WITHOUT_PROGRAM = 2;
const LONG_NAMED = 3;
const DELETED = 4;

export type DemoUser = ReturnType<typeof demoUsers>[number];

/** Instructors first, then students, ids from 1; program 2 has the most of both. */
export function demoUsers(today: Date, random: Random) {
  return Array.from({ length: INSTRUCTORS + STUDENTS }, (_, index) => {
    const id = index + 1;
    const isInstructor = id <= INSTRUCTORS;
    const program_id = random.pick(PROGRAM_WEIGHTS);
    const tongue = random.chance(70) ? (TONGUES[program_id] ?? 'en') : random.pick(ALL_TONGUES);
    const [firstNames, lastNames] = NAMES[tongue];
    const added = daysBefore(today, isInstructor ? random.whole(1200, 1900) : random.whole(1100, 1800));
    return siteUserValues(id, {
      id,
      first_name: random.pick(firstNames),
      last_name: random.pick(lastNames),
      email: `${isInstructor ? 'instructor' : 'student'}-${id}@example.org`,
      program_id: program_id as number | null,
      user_type: isInstructor ? 'I' : 'S',
      del_status: 0,
      locale: tongue as string,
      dateadded: added,
      ...lifeOf({ id, isInstructor, tongue, added }, today),
      ...SPECIAL[id],
    });
  });
}

/** Organisations, and accounts that were given up: their addresses differ from somebody's in their capitals alone. */
export function demoOthers(today: Date, users: readonly DemoUser[]): DemoUser[] {
  const ids = Array.from({ length: ORGANISATIONS.count + DUPLICATES }, (_, n) => ORGANISATIONS.first + n);
  return ids.map((id, n) => {
    const isOrganisation = n < ORGANISATIONS.count;
    const first = users[INSTRUCTORS + 10 + n * 7];
    if (!first) throw new RangeError('there is nobody to take after');
    const added = daysBefore(today, 1900 - n);
    const named = isOrganisation
      ? { first_name: HOUSES[n] ?? '', last_name: '', email: `office-${id}@example.org` }
      : { email: n % 2 ? first.email.toUpperCase() : first.email.replace('student', 'Student') };
    return {
      ...first,
      ...lifeOf({ id, isInstructor: isOrganisation, tongue: 'en', added }, today),
      ...named,
      id,
      program_id: isOrganisation ? (PROGRAM_WEIGHTS[n] ?? 1) : first.program_id,
      user_type: isOrganisation ? 'O' : first.user_type,
      del_status: isOrganisation ? 0 : 1,
      dateadded: added,
    };
  });
}

const HOUSES = [
  'The Riverside Pottery',
  'Conservatoire du Nord',
  'Kyoto Calligraphy Hall',
  'Society of Amateur Astronomers',
  'Escuela de Cocina Lola',
  'Woodworkers’ Guild',
  'Friends of the Botanical Garden',
  'Die Volkshochschule am Park',
  '=Formula Racing School',
  'St. Anne’s Choir',
  'Open Workshop 7',
  'Association for the Preservation of Handicrafts, Folk Music and Regional Cooking of the Upper Valley',
];

const PROGRAM_WEIGHTS = [1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7];
const TONGUES: Record<number, Tongue> = { 3: 'fr', 4: 'ja', 5: 'es', 7: 'uk' };
const ALL_TONGUES = Object.keys(NAMES) as Tongue[];

const SPECIAL: Record<number, object> = {
  [ADA]: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada.lovelace@example.org',
    program_id: 2,
    locale: 'en',
    status: 1,
    approved: 1,
    viewable: 1,
    timezone: 338,
    site_address: '12 St James’s Square, London',
    more_about_you: 'Poetical science, and engines.',
    lilt_delivery: JSON.stringify({ name: 'Ada Lovelace', street: '12 St James’s Square', city: 'London' }),
  },
  [WITHOUT_PROGRAM]: {
    first_name: 'Noa',
    last_name: 'Independent',
    email: 'noa.independent@example.org',
    program_id: null,
    locale: 'en',
  },
  [LONG_NAMED]: { ...LONG_NAME, program_id: 2 },
  [DELETED]: { first_name: 'Lea', last_name: 'Gone', program_id: 2, del_status: 1 },
};
