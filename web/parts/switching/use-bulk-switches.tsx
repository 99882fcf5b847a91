import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MOST_SWITCHED } from '../../../core/nouns/switch-routes.ts';
import { failureOf } from '../../ui/failure.ts';
import { useQueueSelection } from '../../ui/queue/use-queue-selection.tsx';
import { toastSwitched } from '../../ui/toast-switched.ts';
import { toast } from '../../ui/toasts.tsx';
import { unavailable } from '../../ui/unavailable.ts';
import { useOnce } from '../../ui/use-once.ts';
import { SwitchQuestion } from './switch-question.tsx';

type SwitchedRow = { id: number; updated_at: string };
type Saved = { id: number; updated_at: string };

/** One way of a switch: "Activate" sets `status` to 1. */
export type BulkVerb<Row, Field extends string> = {
  field: Field;
  to: number;
  words: readonly [verb: string, done: string];
  icon: ReactNode;
  /** Returns how the switch stands: the verb has nothing to do where it stands so already. */
  from: (row: Row) => number;
  /** Says what comes of it, where it cannot be undone: it is asked first, and the toast has no undo. */
  asks?: string;
};

type BulkSwitches<Row, Field extends string> = {
  call: (input: {
    field: Field;
    records: { id: number; updated_at: string; to: number }[];
  }) => Promise<{ records: Saved[] }>;
  reload: () => Promise<unknown>;
  verbs: readonly BulkVerb<Row, Field>[];
  rows: readonly Row[] | undefined;
  noun: readonly [one: string, many: string];
  nameOf: (row: Row) => string;
  /** Filters of the list without the page: ticks are kept from page to page, and cleared by another filter. */
  filters: object;
  may: (row: Row) => boolean;
  /** Number of matches, and the way to all of them; left out, only what is ticked by hand is switched. */
  all?: {
    count: number | undefined;
    readPage: (page: number) => Promise<readonly Row[]>;
    pageSize: number;
  };
};

/** Adds ticks to a list, and a bar with a button for each verb that has something to do; all or none are switched, with one Undo. */
export function useBulkSwitches<Row extends SwitchedRow, Field extends string>(
  options: BulkSwitches<Row, Field>,
) {
  const { call, reload, verbs, rows, noun, nameOf, filters, may, all } = options;
  const { busy, once } = useOnce();
  const [asked, setAsked] = useState<{ verb: BulkVerb<Row, Field>; rows: readonly Row[] } | null>(null);
  const chosen = useQueueSelection<Row>({
    rows,
    count: all?.count,
    readPage: all?.readPage,
    pageSize: all?.pageSize,
    filters: JSON.stringify(filters),
    most: MOST_SWITCHED,
    idOf: ({ id }) => id,
    nameOf,
    noun,
    isSelectable: may,
  });

  const countOf = (some: readonly unknown[]) =>
    `${some.length.toLocaleString()} ${noun[some.length === 1 ? 0 : 1]}`;

  const put = async ({ field, to, words, from, asks }: BulkVerb<Row, Field>, taken: readonly Row[]) => {
    try {
      const records = taken.map(({ id, updated_at }) => ({ id, updated_at, to }));
      const saved = await call({ field, records });
      chosen.clear();
      const before = new Map(taken.map((row) => [row.id, from(row)]));
      const undo = () =>
        call({
          field,
          records: saved.records.map(({ id, updated_at }) => ({ id, updated_at, to: before.get(id) ?? to })),
        });
      toastSwitched(`${countOf(taken)} ${words[1]}`, { undo: asks ? undefined : undo, reload });
    } finally {
      // Also where it was refused: a row reads otherwise than it did.
      await reload();
    }
  };
  const press = (verb: BulkVerb<Row, Field>, taken: readonly Row[]) => {
    if (verb.asks) return setAsked({ verb, rows: taken });
    void once(
      () => put(verb, taken),
      (error) => toast(failureOf(error).message, { kind: 'error', persistent: true }),
    );
  };

  const offered = verbs.flatMap((verb) => {
    const taken = chosen.ticked.filter((row) => may(row) && verb.from(row) !== verb.to);
    return taken.length > 0 ? [{ verb, taken }] : [];
  });
  const buttons = offered.map(({ verb, taken }, at) => {
    const tooMany = taken.length > MOST_SWITCHED;
    return (
      <Button
        key={`${verb.field} ${verb.to}`}
        size="compact-sm"
        {...(at > 0 && { variant: 'default' })}
        leftSection={verb.icon}
        {...unavailable(busy || tooMany)}
        onClick={() => !busy && !tooMany && press(verb, taken)}
      >
        {verb.words[0]} {taken.length.toLocaleString()}
        {verb.asks && '…'}
        {tooMany && `, at most ${MOST_SWITCHED} at once`}
      </Button>
    );
  });

  return {
    /** None where the person may switch no row. */
    columns: (rows ?? []).some(may) || chosen.selected > 0 ? [chosen.column] : [],
    bar: (
      <>
        {chosen.barOf(buttons)}
        {asked && (
          <SwitchQuestion
            verb={asked.verb.words[0]}
            what={countOf(asked.rows)}
            names={asked.rows.map((row) => ({ id: row.id, name: nameOf(row) }))}
            text={asked.verb.asks ?? ''}
            onConfirm={() => put(asked.verb, asked.rows)}
            onClose={() => setAsked(null)}
          />
        )}
      </>
    ),
  };
}
