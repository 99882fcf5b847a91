/** Who is in the demo: programs, the people who work here, instructors and students. */
import type { Permission } from '../../../core/access.ts';
import { adminValues, programValues, siteUserValues } from '../../../test/factories.ts';
import { LONG_NAME, NAMES, type Tongue } from './names.ts';
import { daysBefore, type Random } from './random.ts';

export const INSTRUCTORS = 400;
const STUDENTS = 6000;

/** The accounts that the terminal names: the first three by id. */
const DEMO_ACCOUNTS = ['superadmin@example.com', 'programadmin@example.com', 'admin@example.com'];

/** Ids that documentation and tests rely on. */
export const ADA = 1;
export const WITHOUT_PROGRAM = 2;
const LONG_NAMED = 3;
const DELETED = 4;

export type DemoProgram = ReturnType<typeof demoPrograms>[number];
export type DemoUser = ReturnType<typeof demoUsers>[number];

/** Eight programs; the last has nobody and nothing in it. */
export function demoPrograms(today: Date) {
  const rows = [
    ['crafts', 'The Crafts Academy', 'en', 'USD'],
    ['brightside', 'Brightside Courses', 'en', 'USD'],
    ['lumiere', 'Lumière Formation', 'fr', 'EUR'],
    ['manabi', '学びの森', 'ja', 'JPY'],
    ['aprende', 'Aprende Ya', 'es', 'EUR'],
    ['nightschool', 'London Night School', 'en', 'GBP'],
    ['svitanok', 'Академія «Світанок»', 'uk', 'UAH'],
    ['newcomer', 'Newcomer (nothing here yet)', 'en', 'USD'],
  ] as const;
  return rows.map(([program_tag, program_display_name, default_locale, default_currency], index) =>
    programValues(index + 1, {
      id: index + 1,
      program_tag,
      program_display_name,
      support_email: `help@${program_tag}.example.com`,
      status: program_tag === 'svitanok' ? 0 : 1,
      default_locale,
      default_currency,
      created_at: daysBefore(today, 2000 - index * 30),
      updated_at: daysBefore(today, 2000 - index * 30),
    }),
  );
}

/** Twelve admins of all kinds; `password_hash` is everybody's. */
export function demoAdmins(today: Date, password_hash: string) {
  const [superadmin = '', programadmin = '', admin = ''] = DEMO_ACCOUNTS;
  const longest = `${'first.'.repeat(9)}secretary@${'department-of-continuing-education.'.repeat(5)}example.com`;
  const rows: [email: string, program_id: number, permissions: Permission[]][] = [
    [superadmin, 0, ['superadmin']],
    [programadmin, 2, ['programadmin']],
    [admin, 2, ['commissions', 'events', 'users', 'money', 'catalogue', 'audit']],
    ['head.office@example.com', 0, ['superadmin']],
    ['operations@example.com', 0, ['programadmin']],
    ['support@example.com', 0, ['commissions', 'users', 'audit']],
    ['bookkeeping@example.com', 2, ['money']],
    ['direction@lumiere.example.com', 3, ['programadmin']],
    ['jimukyoku@manabi.example.com', 4, ['programadmin', 'commissions']],
    ['comisiones@aprende.example.com', 5, ['commissions']],
    ['porter@nightschool.example.com', 6, []],
    [longest, 3, ['catalogue', 'content']],
  ];
  return rows.map(([email, program_id, permissions], index) =>
    adminValues({
      id: index + 1,
      email,
      password_hash,
      program_id,
      permissions,
      created_at: daysBefore(today, 1900 - index * 20),
      updated_at: daysBefore(today, 1900 - index * 20),
    }),
  );
}

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
