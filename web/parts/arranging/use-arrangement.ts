import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { movedTo, numbered } from '../../../core/nouns/arrangement.ts';
import type { ArrangedRow, Order } from '../../../core/nouns/order-routes.ts';

/** An order in the form: `ids` are the rows that the person arranges. */
export type Arrangement = Omit<Order, 'fingerprint'> & { ids: number[]; fingerprint: string };

export const NO_ORDER: Arrangement = { ids: [], rows: [], unplaced: 0, fingerprint: '' };

export function arrangementOf(order: Order): Arrangement {
  return { ...order, ids: order.rows.flatMap(({ id, movable }) => (movable ? [id] : [])) };
}

/** The rows as they are arranged, and the ways to move them; `said` is announced. */
export function useArrangement(form: UseFormReturnType<Arrangement>) {
  const { ids, rows } = form.values;
  const [said, setSaid] = useState('');
  // Rows that were found and placed: those that have been saved with a place are in the form.
  const [found, setFound] = useState<readonly ArrangedRow[]>([]);
  const known = new Map([...found, ...rows].map((row) => [row.id, row]));
  const fixed = rows.filter(({ movable }) => !movable);
  const placesOf = (order: readonly number[]) =>
    numbered(
      order,
      fixed.map(({ place }) => place),
    );
  const places = placesOf(ids);
  const mine = ids.flatMap((id) => known.get(id) ?? []);
  const placed = [...mine.map((row) => ({ ...row, place: places.get(row.id) ?? 0 })), ...fixed].toSorted(
    (a, b) => a.place - b.place,
  );

  const arrange = (order: number[]) => form.setFieldValue('ids', order);
  const move = (id: number, index: number, name = known.get(id)?.name) => {
    const order = movedTo(ids, id, Math.min(index, ids.length));
    arrange(order);
    setSaid(`${name || `#${id}`}: place ${placesOf(order).get(id)} of ${order.length + fixed.length}`);
  };

  return {
    said,
    /** Rows with a place, in order; those that the person may not move stay where they are. */
    placed,
    removed: rows.filter(({ id, movable }) => movable && !ids.includes(id)),
    isPlaced: (id: number) => ids.includes(id),
    /** Index among the rows that can be moved. */
    indexOf: (id: number) => ids.indexOf(id),
    count: ids.length,
    move: (id: number, index: number) => move(id, index),
    place: (row: ArrangedRow, index = ids.length) => {
      setFound([...found, row]);
      move(row.id, index, row.name);
    },
    remove: (id: number) => {
      arrange(ids.filter((other) => other !== id));
      setSaid(`${known.get(id)?.name || `#${id}`}: no place`);
    },
    /** Drops a row before the one at this index of `placed`. */
    drop: (id: number, before: number) => {
      const above = placed.slice(0, before).filter((row) => row.movable && row.id !== id);
      if (above.length !== ids.indexOf(id)) move(id, above.length);
    },
  };
}
