import type { Audience, ConditionGroup } from './audience.ts';
import { type ColumnField, isColumnField, kindOf } from './fields.ts';
import type { RuleItem } from './items.ts';

export type Operator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** The value to compare with: a user type, a decimal number (coins, not hundredths), a moment, or a number of days ago. */
export type Operand = { text: string } | { number: string } | { moment: string } | { days_ago: number };

export type Tree =
  | { all: readonly Tree[] }
  | { any: readonly Tree[] }
  /** Holds for whom the other does not hold, or cannot be said. */
  | { not: Tree }
  | { field: ColumnField; operator: Operator; operand: Operand }
  /** About what is no column of the user. */
  | { item: RuleItem };

/** Returns the tree of an audience: its groups, and none of those that exclude. */
export function treeOfAudience({ items, items_match, groups, groups_match, exclude }: Audience): Tree {
  const included = [{ match: items_match, items }, ...groups].map(treeOfGroup);
  const [first, ...others] = included;
  const tree =
    first && others.length === 0 ? first : groups_match === 'any' ? { any: included } : { all: included };
  return exclude.length === 0
    ? tree
    : { all: [tree, ...exclude.map((group) => ({ not: treeOfGroup(group) }))] };
}

export function treeOf(items: readonly RuleItem[]): Tree {
  return treeOfGroup({ match: 'all', items });
}

function treeOfGroup({ match, items }: ConditionGroup<RuleItem>): Tree {
  const leaves = items.map(leafOf);
  return match === 'any' ? { any: leaves } : { all: leaves };
}

function leafOf(item: RuleItem): Tree {
  const { field_name: field, condition, value } = item;
  if (!isColumnField(field)) return { item };
  if (kindOf(field) === 'date') {
    // Longer ago than a moment that lies so many days back is older than it.
    return {
      field,
      operator: condition === 'days_older_than' ? '<' : '>',
      operand: { days_ago: Number(value) },
    };
  }
  const operator = OPERATORS[condition as keyof typeof OPERATORS];
  return {
    field,
    operator,
    operand: typeof value === 'string' ? { text: value } : { number: String(value) },
  };
}

export const OPERATORS = { equals: '=', not_equals: '<>', greater: '>', less: '<' } as const;
