import { expect, test } from 'vitest';
import { cardColumns } from './card-columns.ts';

test('a card shows the most important short column beside its name, and three below it', () => {
  const columns = [
    { key: 'selection', header: 'Selected', head: 'tick' },
    { key: 'id', narrow: true, priority: 9 },
    { key: 'name', rowHeader: true },
    { key: 'reason', priority: 8 },
    { key: 'created_at', oneLine: true, priority: 7 },
    { key: 'student', priority: 5 },
    { key: 'type', narrow: true, priority: 6 },
    { key: 'program', priority: 1 },
    { key: 'star', stays: true, priority: 10 },
    { key: 'actions', hiddenHeader: true },
  ];
  expect(cardColumns(columns)).toEqual({ end: 'created_at', facts: ['reason', 'type', 'student'] });
});

test('a column takes the place that it names, also one that never gives way', () => {
  const columns = [
    { key: 'name', rowHeader: true },
    { key: 'currency', narrow: true, stays: true, card: 'line' as const },
    { key: 'amount', narrow: true, priority: 9 },
    { key: 'status', priority: 2, card: 'end' as const },
  ];
  expect(cardColumns(columns)).toEqual({ end: 'status', facts: ['currency', 'amount'] });
});
