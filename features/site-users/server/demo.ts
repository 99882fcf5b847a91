/** Instructors and students of the demo. */
import { daysBefore, type Random } from '../../../server/db/demo/random.ts';
import { siteUserValues } from '../../../test/factories.ts';
import { LONG_NAME, NAMES, type Tongue } from './demo-names.ts';

export const INSTRUCTORS = 400;
const STUDENTS = 6000;

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
      updated_at: added,
      ...SPECIAL[id],
    });
  });
}

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
