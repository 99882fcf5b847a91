import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { localOf, momentOf } from '../../../../web/ui/form/local-moment.ts';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { HistoricRow, MergedRow } from '../../ledger-contract.ts';
import type { LevelName } from '../../rules.ts';
import { calls } from '../calls.ts';
import { CardLink } from '../cards/card-link.tsx';
import { rowFigures, rowName } from '../cards/row-words.ts';
import classes from './history-dialog.module.css';

export function AsOf({ level, owner_id }: { level: LevelName; owner_id: number }) {
  const [at, setAt] = useAt();
  const { data, error, refetch, isPlaceholderData } = useQuery(
    calls.commissionAsOf.queryOptions({
      input: { level, owner_id, at },
      enabled: at !== '',
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section aria-label="As of">
      <Group align="flex-end" gap="xs">
        <TextInput
          type="datetime-local"
          label="As of"
          step={60}
          value={localOf(at)}
          onChange={(event) => setAt(momentOf(event.currentTarget.value))}
        />
        {at !== '' && (
          <Button variant="default" onClick={() => setAt('')}>
            Clear
          </Button>
        )}
      </Group>
      {at !== '' && error && (
        <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />
      )}
      {at === '' ? (
        <Text size="sm" c="dimmed" mt={4}>
          Pick a date to see the split at that time.
        </Text>
      ) : !data ? (
        !error && <Skeleton height={120} mt="sm" aria-busy />
      ) : (
        <div className={classes.stood} aria-busy={isPlaceholderData}>
          <Rows title="Rates set here" none="No rates set here.">
            {data.commissions.map((row) => (
              <Row key={row.id} row={row}>
                set by {row.set_by ?? 'unknown'} on <Time exact value={row.set_at} />
              </Row>
            ))}
          </Rows>
          <Rows title="Split of a sale" none="No rates set: the instructor got 100%.">
            {data.sale.map((row: MergedRow) => (
              <Row key={row.id} row={row}>
                from <CardLink level={row.level} owner_id={row.owner_id} />
              </Row>
            ))}
            <li>
              <span>Instructor</span>
              <b>{data.instructor_part}%</b>
              <small>
                {data.instructor_part < 0
                  ? 'below zero: the rates conflicted, so the sale was on hold'
                  : 'the rest, before a referral code is deducted'}
              </small>
            </li>
          </Rows>
        </div>
      )}
    </section>
  );
}

function Rows({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  const empty = Array.isArray(children) && children.flat().length === 0;
  return (
    <div>
      <h3>{title}</h3>
      {empty ? <Text size="sm">{none}</Text> : <ul className={classes.figures}>{children}</ul>}
    </div>
  );
}

function Row({ row, children }: { row: HistoricRow; children: ReactNode }) {
  return (
    <li>
      <span>{rowName(row)}</span>
      <b>{rowFigures(row)}</b>
      <small>{children}</small>
    </li>
  );
}

/** Replaces the moment in the history, so that closing the dialog is still one step back. */
function useAt(): [string, (at: string) => void] {
  const navigate = useNavigate();
  const { at } = useSearch({ strict: false }) as { at?: unknown };
  const valid = typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : '';
  const setAt = (next: string) =>
    void navigate({
      to: '.',
      search: (search: Record<string, unknown>) => ({ ...search, at: next }),
      replace: true,
      resetScroll: false,
      state: (state) => state,
    });
  return [valid, setAt];
}
