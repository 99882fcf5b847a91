import type { Audience, ConditionGroup } from './audience.ts';
import { isColumnField } from './fields.ts';
import type { RuleItem } from './items.ts';

/** Returns the SELECT of an audience; null where it asks about more than columns of the user, or excludes. */
export function sqlOfAudience({
  items,
  items_match,
  groups,
  groups_match,
  exclude,
}: Audience): string | null {
  const all = [{ match: items_match, items }, ...groups];
  if (
    exclude.length > 0 ||
    all.some(({ items: of }) => of.some(({ field_name }) => !isColumnField(field_name)))
  )
    return null;
  const where = all.length === 1 ? comparisons({ match: items_match, items }) : grouped(all, groups_match);
  return `SELECT * FROM site_users WHERE ${where}`;
}

export function sqlOf(items: readonly RuleItem[]): string {
  return `SELECT * FROM site_users WHERE ${comparisons({ match: 'all', items })}`;
}

function grouped(groups: readonly ConditionGroup<RuleItem>[], match: 'all' | 'any'): string {
  return groups.map((group) => `(${comparisons(group)})`).join(match === 'any' ? ' OR ' : ' AND ');
}

function comparisons({ match, items }: ConditionGroup<RuleItem>): string {
  return items.map(comparison).join(match === 'any' ? ' OR ' : ' AND ');
}

function comparison({ field_name, condition, value }: RuleItem): string {
  const days = `now() - interval '${Number(value)} days'`;
  const constant = typeof value === 'string' ? `'${value}'` : String(value);
  switch (condition) {
    case 'equals':
      return `${field_name} = ${constant}`;
    case 'not_equals':
      return `${field_name} <> ${constant}`;
    case 'greater':
      return `${field_name} > ${constant}`;
    case 'less':
      return `${field_name} < ${constant}`;
    case 'days_older_than':
      return `${field_name} < ${days}`;
    case 'days_newer_than':
      return `${field_name} > ${days}`;
    default:
      throw new Error(`${field_name} ${condition} is no comparison of a column`);
  }
}
