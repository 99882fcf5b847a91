/** What a rule means, said a second time and in the plainest way: the tests hold the compiler against it. */
import type { RuleItem } from '../../features/email-rules/rules.ts';

export type FilteredUser = {
  id: number;
  user_type: string;
  membership: number;
  dateadded: string;
  membership_at: string | null;
  lilt_balance: number;
  lilt_total: number;
};

const DAY = 86_400_000;

/** The users for whom every item holds at this moment; coins are in hundredths. */
export function usersMeeting(
  users: readonly FilteredUser[],
  items: readonly RuleItem[],
  now: number,
): number[] {
  return users.filter((user) => items.every((item) => meets(user, item, now))).map(({ id }) => id);
}

function meets(user: FilteredUser, { field_name, condition, value }: RuleItem, now: number): boolean {
  if (field_name === 'dateadded' || field_name === 'membership_at') {
    const date = user[field_name];
    if (date === null) return false;
    const days = (now - Date.parse(date)) / DAY;
    return condition === 'days_older_than' ? days > Number(value) : days < Number(value);
  }
  if (field_name === 'user_type') return (user.user_type === value) === (condition === 'equals');
  const held = field_name === 'membership' ? user.membership : user[field_name] / 100;
  if (condition === 'equals') return held === value;
  if (condition === 'not_equals') return held !== value;
  return condition === 'greater' ? held > Number(value) : held < Number(value);
}
