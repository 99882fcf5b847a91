/** What a rule means, said a second time and in the plainest way: the tests hold the compiler against it. */

import { decimalsOf } from '../../core/money.ts';
import type { Audience, ConditionGroup } from '../../features/email-rules/conditions/audience.ts';
import type { FieldName } from '../../features/email-rules/conditions/fields.ts';
import type { RuleItem } from '../../features/email-rules/conditions/items.ts';

type FilteredClass = { id: number; categories: readonly number[]; programs: readonly number[] };

export type FilteredUser = {
  id: number;
  user_type: string;
  membership: number;
  dateadded: string;
  membership_at: string | null;
  /** In hundredths, as the total. */
  lilt_balance: number;
  lilt_total: number;
  program_id: number | null;
  locale: string;
  /** ISO 3166 code; null where the address says nothing. */
  country: string | null;
  last_seen_at: string | null;
  /** Amounts in minor units; `classes` are the bought one and what came with it. */
  purchases: readonly {
    at: string;
    program_id: number;
    amount: number;
    refunded: number;
    currency: string;
    classes: readonly FilteredClass[];
  }[];
  enrolled: readonly FilteredClass[];
};

/** The moment, and the program of the rule: 0 for every one. */
type Asking = { now: number; program_id: number };

const DAY = 86_400_000;

/** The users for whom the conditions hold at this moment. */
export function usersMeeting(users: readonly FilteredUser[], audience: Audience, asking: Asking): number[] {
  const { items, items_match, groups, groups_match, exclude } = audience;
  return users
    .filter((user) => {
      const meets = ({ match, items: of }: ConditionGroup<RuleItem>) =>
        match === 'any'
          ? of.some((item) => MEETS[item.field_name](user, item, asking))
          : of.every((item) => MEETS[item.field_name](user, item, asking));
      const all = [{ match: items_match, items }, ...groups];
      const isIn = groups_match === 'any' ? all.some(meets) : all.every(meets);
      return isIn && !exclude.some(meets);
    })
    .map(({ id }) => id);
}

type Meets = (user: FilteredUser, item: RuleItem, asking: Asking) => boolean;

const MEETS: Readonly<Record<FieldName, Meets>> = {
  user_type: (user, item) => compares(user.user_type, item),
  membership: (user, item) => compares(user.membership, item),
  dateadded: (user, item, { now }) => isAgo(user.dateadded, item, now),
  membership_at: (user, item, { now }) => isAgo(user.membership_at, item, now),
  lilt_balance: (user, item) => compares(user.lilt_balance / 100, item),
  lilt_total: (user, item) => compares(user.lilt_total / 100, item),
  bought: (user, item, asking) =>
    happened(
      bought(user, asking).map(({ at }) => at),
      item,
      asking.now,
    ),
  bought_count: (user, item, asking) => compares(bought(user, asking).length, item),
  bought_amount(user, item, asking) {
    const spent = bought(user, asking)
      .filter(({ currency }) => currency === item.currency)
      .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
    return compares(spent / 10 ** decimalsOf(item.currency ?? ''), item);
  },
  bought_class: (user, item, asking) =>
    isAmong(
      bought(user, asking).flatMap(({ classes }) => classes.map(({ id }) => id)),
      item,
    ),
  bought_category: (user, item, asking) =>
    isAmong(
      bought(user, asking).flatMap(({ classes }) => classes.flatMap(({ categories }) => categories)),
      item,
    ),
  enrolled_class: (user, item, asking) =>
    isAmong(
      enrolled(user, asking).map(({ id }) => id),
      item,
    ),
  enrolled_category: (user, item, asking) =>
    isAmong(
      enrolled(user, asking).flatMap(({ categories }) => categories),
      item,
    ),
  country: (user, item) => user.country !== null && isAmong([user.country], item),
  language: (user, item) => isAmong([user.locale], item),
  program: (user, item) => user.program_id !== null && isAmong([user.program_id], item),
  last_seen: (user, item, { now }) =>
    happened(user.last_seen_at === null ? [] : [user.last_seen_at], item, now),
};

function bought(user: FilteredUser, { program_id }: Asking) {
  return user.purchases.filter(
    (one) =>
      (one.refunded < one.amount || one.amount === 0) && (program_id === 0 || one.program_id === program_id),
  );
}

function enrolled(user: FilteredUser, { program_id }: Asking) {
  return user.enrolled.filter(({ programs }) => program_id === 0 || programs.includes(program_id));
}

function happened(moments: readonly string[], { condition, value }: RuleItem, now: number): boolean {
  if (condition === 'never') return moments.length === 0;
  if (condition === 'ever') return moments.length > 0;
  const isRecent = moments.some((at) => (now - Date.parse(at)) / DAY < Number(value));
  return isRecent === (condition === 'in_last_days');
}

function isAmong(having: readonly (number | string)[], { condition, value }: RuleItem): boolean {
  const has = (value as (number | string)[]).some((one) => having.includes(one));
  return has === (condition === 'any_of');
}

function isAgo(date: string | null, { condition, value }: RuleItem, now: number): boolean {
  if (date === null) return false;
  const days = (now - Date.parse(date)) / DAY;
  return condition === 'days_older_than' ? days > Number(value) : days < Number(value);
}

function compares(having: number | string, { condition, value }: RuleItem): boolean {
  if (condition === 'equals') return having === value;
  if (condition === 'not_equals') return having !== value;
  return condition === 'greater' ? Number(having) > Number(value) : Number(having) < Number(value);
}
