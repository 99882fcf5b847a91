import type { Column } from '../column.ts';

const MOST_FACTS = 3;

type Placed = Pick<
  Column<never>,
  'key' | 'rowHeader' | 'hiddenHeader' | 'head' | 'stays' | 'priority' | 'card' | 'narrow' | 'oneLine'
>;

/** Returns the keys of the column beside a card's name, and of those below it; all others open with the card. */
export function cardColumns(columns: readonly Placed[]): { end: string | undefined; facts: string[] } {
  const offered = columns
    .filter(({ key, rowHeader, hiddenHeader, head }) => !rowHeader && !hiddenHeader && !head && key !== 'id')
    .filter(({ stays, card }) => !stays || card)
    .toSorted((a, b) => rankOf(b) - rankOf(a));
  const end =
    offered.find(({ card }) => card === 'end') ??
    offered.find(({ narrow, oneLine, card }) => !card && (narrow || oneLine));
  return {
    end: end?.key,
    facts: offered
      .filter(({ key }) => key !== end?.key)
      .slice(0, MOST_FACTS)
      .map(({ key }) => key),
  };
}

function rankOf({ card, priority = 0 }: Placed): number {
  return card === 'line' ? Number.POSITIVE_INFINITY : priority;
}
