/** Conditions on users as a tree, from the items of a rule or from a SELECT. Specification: Email rules. */
import { type FieldName, KIND_OF, type RuleItem } from './rules.ts';

export type Operator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** The value to compare with: a user type, a decimal number (coins, not hundredths), a moment, or a number of days ago. */
export type Operand = { text: string } | { number: string } | { moment: string } | { days_ago: number };

export type Tree =
  | { all: readonly Tree[] }
  | { any: readonly Tree[] }
  | { field: FieldName; operator: Operator; operand: Operand };

/** Joins the items with AND. */
export function treeOf(items: readonly RuleItem[]): Tree {
  return { all: items.map(leafOf) };
}

function leafOf({ field_name: field, condition, value }: RuleItem): Tree {
  if (KIND_OF[field] === 'date') {
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

const OPERATORS = { equals: '=', not_equals: '<>', greater: '>', less: '<' } as const;
