import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { commissionsContract } from '../../../../features/commissions/contract.ts';
import type { MergedRow } from '../../../../features/commissions/ledger-contract.ts';
import { type LevelName, TYPE_LABELS } from '../../../../features/commissions/rules.ts';
import { apiOf } from '../../../api.ts';
import { Loading } from '../../../ui/loading.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { LoadError } from '../../../ui/table/loaded-list.tsx';
import { Time } from '../../../ui/time.tsx';

const api = apiOf({ commissions: commissionsContract });

type AsOfSplitProps = { level: LevelName; owner_id: number; at: string };

export function AsOfSplit({ level, owner_id, at }: AsOfSplitProps) {
  const [today] = useState(() => new Date().toISOString());
  const asked = (moment: string) =>
    api.commissions.commissionAsOf.queryOptions({ input: { level, owner_id, at: moment } });
  const [earlier, now] = [useQuery(asked(at)), useQuery(asked(today))];
  const error = earlier.error ?? now.error;
  if (!earlier.data || !now.data)
    return error ? (
      <LoadError error={error} onRetry={() => void Promise.all([earlier.refetch(), now.refetch()])} />
    ) : (
      <Loading />
    );
  return (
    <>
      {!earlier.data.seller_known && (
        <Text size="sm" mb="xs">
          Who taught this class then is not known: the rates are those of its instructor and program of today.
        </Text>
      )}
      <DataTable
        caption="Split of a sale"
        columns={COLUMNS}
        rows={[
          ...sharesOf(earlier.data.sale, now.data.sale),
          {
            key: 'instructor',
            name: 'Instructor',
            earlier: `${earlier.data.instructor_part}%`,
            now: `${now.data.instructor_part}%`,
            row: null,
          },
        ]}
        rowKey={({ key }) => key}
        nothingYet="No rates"
        purpose="The rates that applied at the time above."
      />
    </>
  );
}

type Share = { key: string; name: string; earlier: string | null; now: string | null; row: MergedRow | null };

function sharesOf(earlier: readonly MergedRow[], now: readonly MergedRow[]): Share[] {
  const [before, after] = [
    new Map(earlier.map((row) => [keyOf(row), row])),
    new Map(now.map((row) => [keyOf(row), row])),
  ];
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const row = before.get(key) ?? null;
    const today = after.get(key);
    return {
      key,
      name: nameOf(row ?? today),
      earlier: row && figuresOf(row),
      now: today ? figuresOf(today) : null,
      row,
    };
  });
}

function keyOf({ type, code, referrer_id }: MergedRow): string {
  return `${type} ${code ?? ''} ${referrer_id ?? ''}`;
}

function nameOf(row: MergedRow | undefined): string {
  if (!row) return '';
  const person = [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email;
  return [TYPE_LABELS[row.type], row.code, person].filter(Boolean).join(' · ');
}

function figuresOf({ commission, level, discount, discount_type }: MergedRow): string {
  const off =
    discount === null ? '' : `, ${discount_type === 'percent' ? `${discount}%` : `USD ${discount}`} off`;
  return `${commission}%${off} (${level})`;
}

const COLUMNS: readonly Column<Share>[] = [
  { key: 'share', header: 'Share', rowHeader: true, wholeWords: true, cell: ({ name }) => name },
  { key: 'then', header: 'Then', stays: true, card: 'line', cell: ({ earlier }) => earlier ?? 'None' },
  {
    key: 'today',
    header: 'Today',
    stays: true,
    card: 'end',
    cell: ({ earlier, now }) =>
      earlier === now ? (
        'Same'
      ) : (
        <>
          <Badge size="sm" variant="light" tt="none" mr={6}>
            Changed
          </Badge>
          {now ?? 'None'}
        </>
      ),
  },
  {
    key: 'set',
    header: 'Set',
    priority: 1,
    cell: ({ row }) =>
      row ? (
        <>
          {row.set_by ?? 'unknown'}, <Time exact value={row.set_at} />
        </>
      ) : (
        '–'
      ),
  },
];
