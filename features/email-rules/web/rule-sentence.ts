import { COIN } from '../../../core/coins.ts';
import type { ItemDraft } from '../rule-items.ts';
import type { Condition, UserType } from '../rules.ts';

type Told = {
  items: readonly ItemDraft[];
  every_days: number | null;
  /** 0: unlimited. */
  repeat_count: number | null;
};

const OPEN = '…';

/** Describes the recipients: "Students who joined more than 30 days ago and are not members". */
export function whoOf(items: readonly ItemDraft[]): string {
  const named = items.filter((item) => typeNamed(item) !== null);
  // Of two types at once nobody is; it is said as it stands.
  const [head, ...others] = named;
  const only = head && others.length === 0 ? typeNamed(head) : null;
  const clauses = items.filter((item) => only === null || item !== head).map(clauseOf);
  const who = only === null ? 'Users' : PEOPLE[only];
  return clauses.length === 0 ? who : `${who} who ${joined(clauses)}`;
}

export function oftenOf({ every_days, repeat_count }: Omit<Told, 'items'>): string {
  if (repeat_count === 1) return 'once';
  const apart = `${counted(every_days)} ${every_days === 1 ? 'day' : 'days'} apart`;
  return repeat_count === 0
    ? `no limit, ${apart}`
    : `up to ${counted(repeat_count)} ${repeat_count === 1 ? 'email' : 'emails'}, ${apart}`;
}

const PEOPLE: Record<UserType, string> = { S: 'Students', I: 'Instructors', O: 'Organizations' };

function typeNamed({ field_name, condition, value }: ItemDraft): UserType | null {
  return field_name === 'user_type' && condition === 'equals' && typeof value === 'string' ? value : null;
}

function clauseOf({ field_name, condition, value }: ItemDraft): string {
  if (field_name === null || condition === null) return OPEN;
  const isSame = condition === 'equals';
  switch (field_name) {
    case 'user_type':
      return `${isSame ? 'are' : 'are not'} ${typeof value === 'string' ? PEOPLE[value].toLowerCase() : OPEN}`;
    case 'membership':
      if (value === null) return `${isSame ? 'are' : 'are not'} ${OPEN}`;
      // Two negations are none: not equal to "not a member" is a member.
      return isSame === (value === 1) ? 'are members' : 'are not members';
    case 'dateadded':
      return `joined ${daysIn(condition, value)}`;
    case 'membership_at':
      return `became members ${daysIn(condition, value)}`;
    case 'lilt_balance':
      return `${condition === 'not_equals' ? 'do not have' : 'have'} ${coinsIn(condition, value)}`;
    case 'lilt_total':
      return `${condition === 'not_equals' ? 'have not' : 'have'} earned ${coinsIn(condition, value)} in total`;
  }
}

function daysIn(condition: Condition, value: ItemDraft['value']): string {
  const than = condition === 'days_older_than' ? 'more than' : 'less than';
  return `${than} ${counted(value)} ${value === 1 ? 'day' : 'days'} ago`;
}

function coinsIn(condition: Condition, value: ItemDraft['value']): string {
  const than = condition === 'greater' ? 'more than' : condition === 'less' ? 'less than' : 'exactly';
  return `${than} ${counted(value)} ${COIN}`;
}

function counted(value: ItemDraft['value']): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : OPEN;
}

function joined(clauses: readonly string[]): string {
  const last = clauses.at(-1) ?? '';
  return clauses.length > 1 ? `${clauses.slice(0, -1).join(', ')} and ${last}` : last;
}
