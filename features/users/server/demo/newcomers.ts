import { daysBefore, randomFrom } from '../../../../server/db/demo/random.ts';
import { lifeOf } from './lives.ts';
import { NAMES, type Tongue } from './names.ts';

const DAYS = 400;
/** New users a day, a year ago in an ordinary month; half as many more by now. */
const A_DAY = 3;

/** Returns users without purchases; added last, they take the next ids. */
export function demoNewcomers(today: Date) {
  const random = randomFrom(1843);
  const joined = Array.from({ length: DAYS }, (_, back) => {
    const month = new Date(daysBefore(today, back)).getUTCMonth();
    const season = { 0: 1.6, 6: 0.6, 7: 0.7, 8: 1.8 }[month] ?? 1;
    const expected = A_DAY * season * (1.5 - back / DAYS / 2);
    return Array.from(
      { length: random.whole(0, Math.round(expected * 2)) },
      () => back + random.whole(1, 999) / 1000,
    );
  }).flat();
  return joined.toReversed().map((back, index) => {
    const tongue: Tongue = random.pick(['en', 'en', 'en', 'fr', 'es', 'ja', 'uk', 'hi']);
    const [firstNames, lastNames] = NAMES[tongue];
    const added = daysBefore(today, back);
    const life = lifeOf({ id: 20_000 + index, isInstructor: false, tongue, added }, today);
    return {
      first_name: random.pick(firstNames),
      last_name: random.pick(lastNames),
      email: `newcomer-${index + 1}@example.org`,
      program_id: random.pick([1, 2, 2, 2, 3, 4, 5, 6, 7]),
      user_type: 'S',
      locale: tongue as string,
      dateadded: added,
      ...life,
      membership_at: life.membership ? daysBefore(today, back * random.pick([0.2, 0.8, 0.99])) : null,
    };
  });
}
