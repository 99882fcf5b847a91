import type { Insertable } from 'kysely';
import { daysBefore, type Random } from '../../../server/db/demo/random.ts';
import type { Charges, CommissionRows } from '../../../server/db/types.ts';
import { chargeValues } from '../../../test/factories.ts';
import {
  ADAS_BUNDLE,
  ADAS_CLASSES,
  CLASS_WITHOUT_PROGRAM,
  type DemoClass,
} from '../../classes/server/demo.ts';
import { ADA, type DemoUser, INSTRUCTORS } from '../../users/server/demo.ts';

const CHARGES = 30_000;
const ADAS_CHARGES = 12;
const DAYS = 1095;

/** Exchange rates: minor units of the currency per US cent. */
const RATES = { USD: 1, EUR: 0.9, GBP: 0.8, JPY: 1.5, UAH: 40, CAD: 1.35, INR: 85, BRL: 5.5, KRW: 13 };
type DemoCurrency = keyof typeof RATES;
const ABROAD = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'INR', 'BRL', 'KRW'] as const;

type TestApp = {
  users: readonly DemoUser[];
  classes: readonly DemoClass[];
  rows: readonly Insertable<CommissionRows>[];
};

export function demoCharges(today: Date, random: Random, app: TestApp) {
  const { classes } = app;
  const codes = codesByOwner(app.rows);
  const students = Map.groupBy(app.users.slice(INSTRUCTORS), (user) => user.program_id);
  const onSale = classes.filter((entry) => entry.instructor_id !== ADA);
  const popular = Array.from({ length: 150 }, () => random.pick(onSale));
  const clashing = onSale.filter((entry) => entry.instructor_id >= 11 && entry.instructor_id <= 15);
  const withoutProgram = onSale.filter((entry) => entry.id === CLASS_WITHOUT_PROGRAM);
  return Array.from({ length: CHARGES }, (_, index) => {
    const ada = index - (CHARGES - ADAS_CHARGES);
    if (ada >= 0) return adasCharge(today, random, ada, index + 1, classes, students.get(2) ?? []);
    const shelf =
      index % 997 === 5
        ? withoutProgram
        : index % 500 === 7
          ? clashing
          : random.chance(45)
            ? popular
            : onSale;
    const entry = random.pick(shelf);
    // A day in hours: sales of one hour come in an order of their own, so the share of the index decides first.
    const days = DAYS - (index / CHARGES) * (DAYS - 3) - random.whole(0, 1000) / 60_000;
    const known = [
      ...(codes.get(`2 ${entry.instructor_id}`) ?? []),
      ...(codes.get(`1 ${entry.program_id}`) ?? []),
    ];
    const code = random.chance(15) && known.length > 0 ? random.pick(known) : undefined;
    const currency = random.chance(12) ? random.pick(ABROAD) : (entry.currency as DemoCurrency);
    const buyers = students.get(entry.program_id) ?? students.get(2) ?? [];
    return sale(entry, index + 1, {
      created_at: daysBefore(today, days),
      currency,
      ...discounted(priceOf(entry, currency), currency, code),
      code: code?.code ?? (random.chance(1) ? 'no-such-code' : null),
      student_id: random.chance(98) ? random.pick(buyers).id : null,
    });
  });
}

function adasCharge(
  today: Date,
  random: Random,
  number: number,
  id: number,
  classes: readonly DemoClass[],
  buyers: readonly DemoUser[],
) {
  const adas = [...ADAS_CLASSES, ADAS_BUNDLE];
  const entry = classes.find((candidate) => candidate.id === adas[number % adas.length]);
  if (!entry) throw new Error('the demo has lost a class of its own');
  const code = [null, null, 'ADA20', null, 'ENGINE', ' ada20 '][number % 6] ?? null;
  const isPercent = code?.includes('20') ?? false;
  const currency = number % 3 === 2 ? 'EUR' : 'USD';
  const cents = 4999 + number * 1000;
  return sale(entry, id, {
    created_at: daysBefore(today, 2.9 - number / 5),
    currency,
    amount: isPercent ? Math.round(cents * 0.8) : cents,
    discount_percent: isPercent ? 20 : 0,
    discount_amount: isPercent ? cents - Math.round(cents * 0.8) : code ? 500 : 0,
    code: code?.trim() ?? null,
    student_id: random.pick(buyers).id,
  });
}

type Sold = {
  created_at: string;
  currency: string;
  amount: number;
  discount_percent: number;
  discount_amount: number;
  code: string | null;
  student_id: number | null;
};

function sale(entry: DemoClass, id: number, sold: Sold) {
  return chargeValues({
    id,
    class_id: entry.id,
    instructor_id: entry.instructor_id,
    program_id: entry.program_id,
    charge_type: entry.is_bundle ? 'bundle_payment' : 'class_payment',
    description: entry.class_name,
    recorded_at: sold.created_at,
    ...sourceOf(entry, id),
    ...sold,
  } satisfies Insertable<Charges>);
}

/** The oldest were brought from elsewhere; of the others sites tell most. */
function sourceOf({ program_id }: DemoClass, id: number) {
  if (program_id === null || id % 10 === 0) return { source: 'hand', site_program_id: null };
  return { source: id <= CHARGES / 4 ? 'import' : 'site', site_program_id: program_id };
}

function priceOf(entry: DemoClass, currency: DemoCurrency): number {
  const dollars = entry.class_price / RATES[entry.currency as DemoCurrency];
  return Math.round(dollars * RATES[currency]);
}

type Code = Pick<Insertable<CommissionRows>, 'discount' | 'discount_type'>;

function discounted(price: number, currency: DemoCurrency, code: Code | undefined) {
  const discount = Number(code?.discount ?? 0);
  const isPercent = code?.discount_type === 'percent';
  const off = isPercent ? (price * discount) / 100 : Math.min(price, discount * 100 * RATES[currency]);
  const amount = Math.round(price - off);
  return { amount, discount_percent: isPercent ? discount : 0, discount_amount: price - amount };
}

function codesByOwner(rows: readonly Insertable<CommissionRows>[]) {
  const standing = rows.filter((row) => row.type === 3 && row.replaced_at === null);
  return Map.groupBy(standing, (row) => `${row.level} ${row.owner_id}`);
}
