import { daysBefore, type Random, randomFrom } from '../../../../server/db/demo/random.ts';
import type { Tongue } from './names.ts';

type Person = { id: number; isInstructor: boolean; tongue: Tongue; added: string };

/** Chance of its own for each, so that a new field leaves the story of everybody else as it was. */
export function lifeOf({ id, isInstructor, tongue, added }: Person, today: Date) {
  const random = randomFrom(id * 7919);
  const [zone, places] = [random.pick(ZONES[tongue]), PLACES[tongue] ?? PLACES.en ?? []];
  const place = random.pick(places);
  const house = random.whole(1, 240);
  const isMember = random.chance(isInstructor ? 10 : 22);
  const since = daysBefore(today, random.whole(1, 900));
  return {
    status: random.chance(4) ? 0 : random.chance(6) ? 2 : 1,
    approved: random.chance(3) ? 0 : 1,
    viewable: random.chance(isInstructor ? 6 : 2) ? 0 : 1,
    membership: isMember ? 1 : 0,
    membership_at: isMember ? since : null,
    site_address: random.chance(60) ? `${house} ${place}` : '',
    timezone: zone,
    gulfpower_empid: random.chance(8) ? `GP-${String(id).padStart(5, '0')}` : '',
    experience: isInstructor && random.chance(70) ? EXPERIENCE[id % EXPERIENCE.length] : '',
    student_profession: isInstructor ? '' : random.chance(40) ? random.pick(PROFESSIONS) : '',
    more_about_you: random.chance(25) ? random.pick(ABOUT) : '',
    other_information: random.chance(6) ? random.pick(NOTES) : '',
    daily_quiz_disabled: random.chance(12) ? 1 : 0,
    daily_quiz_next_time: random.chance(30) ? daysBefore(today, -random.whole(1, 40) / 24) : null,
    lilt_delivery: random.chance(15) ? deliveryOf(id, `${house} ${place}`, random) : '',
    updated_at: added,
  };
}

/** One in forty is what the site wrote before it wrote JSON. */
function deliveryOf(id: number, street: string, random: Random): string {
  if (id % 40 === 0) return `${street}, ring twice (as told by telephone) {`;
  const american = random.chance(70);
  return JSON.stringify({
    name: `Reader ${id}`,
    street,
    address: random.chance(20) ? `Apartment ${random.whole(1, 90)}` : '',
    city: american ? 'Springfield' : 'Halifax',
    state: american ? 'IL' : 'NS',
    zip: american ? '62701' : 'B3H 4R2',
    phone: random.chance(50) ? `+1 555 01${random.whole(10, 99)}` : '',
    notes: random.chance(10) ? 'Leave it with the neighbours' : '',
    country: american ? 'USA' : 'Canada',
    country_id: american ? 'us' : 'ca',
  });
}

/** Numbers of time zones where a language is spoken. */
const ZONES: Record<Tongue, readonly number[]> = {
  en: [31, 31, 90, 101, 137, 338, 312],
  fr: [347, 320, 152],
  ja: [281],
  es: [340, 149, 82],
  uk: [335],
  ar: [14, 269, 231],
  he: [242],
  hi: [248],
  zh: [273, 237],
  ko: [272],
  el: [316],
  th: [221],
  tr: [331],
};

const PLACES: Partial<Record<Tongue, readonly string[]>> = {
  en: ['High Street, Springfield', 'Elm Avenue, Portland', 'Mill Lane, York', 'Lake Shore Drive, Chicago'],
  fr: ['rue de la République, Lyon', 'avenue Louise, Bruxelles'],
  ja: ['丁目 銀座, 東京', '番地 祇園町, 京都'],
  es: ['calle Mayor, Madrid', 'avenida Insurgentes, Ciudad de México'],
  uk: ['вулиця Хрещатик, Київ', 'вулиця Дерибасівська, Одеса'],
  ar: ['شارع التحرير، القاهرة'],
};

const EXPERIENCE = [
  'Twelve years in front of classes of five and of five hundred.',
  'A potter by trade; I have taught evenings since 2009.',
  'Ancienne ingénieure, professeure depuis sept ans.',
  `Teaching since 1998. ${'I have written the exercises of every course myself, and answered every question about them. '.repeat(6)}`,
  '=2+3 years at school, then the road',
] as const;

const PROFESSIONS = ['Nurse', 'Carpenter', 'Student', 'Retired', 'Software engineer', 'Bäckerin', '会社員'];

const ABOUT = [
  'I learn on the train, forty minutes each way.',
  'J’aimerais enfin lire Ramanujan dans le texte.',
  'שלום, אני לומדת בערבים',
  'Two children, one dog, and a piano that nobody plays yet.',
];

const NOTES = [
  'Has asked for invoices by post.',
  'Came over from the old site in 2021; the address was confirmed by telephone.',
];
