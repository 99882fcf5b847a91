import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMajor } from '../../../../core/money.ts';
import type { Setting, SettingValue } from '../../../../core/nouns/as-of-routes.ts';
import { Loading } from '../../../ui/loading.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { LoadError } from '../../../ui/table/loaded-list.tsx';
import { Time } from '../../../ui/time.tsx';
import classes from './as-of.module.css';
import type { SettingsQuery } from './as-of-declaration.ts';

export function AsOfSettings({ query, called }: { query: SettingsQuery; called: string }) {
  const { data, error, refetch } = useQuery(query);
  if (!data) return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Loading />;
  if (data.state === 'before')
    return (
      <Text>
        {`This ${called} was not there yet: it was added on `}
        <Time exact value={data.began_at} />.
      </Text>
    );
  if (data.state === 'hidden')
    return <Text>{`Not known to you: this ${called} belonged to another program earlier.`}</Text>;
  const [changed, same] = [
    data.settings.filter((one) => one.changed),
    data.settings.filter((one) => !one.changed),
  ];
  return (
    <>
      {data.state === 'part' && (
        <Text size="sm" mb="xs">
          Changes have been kept since <Time exact value={data.began_at} />. Before that only what the audit
          recorded is known.
        </Text>
      )}
      <Text size="sm" mb="xs">
        {changed.length === 0
          ? 'No setting differs today.'
          : `${changed.length} ${changed.length === 1 ? 'setting differs' : 'settings differ'} today.`}
      </Text>
      <DataTable
        caption="Settings"
        columns={COLUMNS}
        rows={[...changed, ...same]}
        rowKey={({ name }) => name}
        nothingYet="No settings"
        purpose="The settings as they were at the time above."
      />
      {data.secrets.map(({ label, changed: isChanged }) => (
        <Text key={label} size="sm" mt="xs">
          {`${label}: never shown. ${SECRET[String(isChanged) as keyof typeof SECRET]}`}
        </Text>
      ))}
    </>
  );
}

const SECRET = {
  true: 'It has been changed since.',
  false: 'It has not been changed since.',
  null: 'Whether it has been changed since is not known.',
} as const;

const COLUMNS: readonly Column<Setting>[] = [
  { key: 'setting', header: 'Setting', rowHeader: true, wholeWords: true, cell: ({ label }) => label },
  {
    key: 'then',
    header: 'Then',
    stays: true,
    card: 'line',
    cell: ({ kind, earlier }) =>
      earlier ? (
        <Value kind={kind} {...earlier} />
      ) : (
        <Text span inherit c="dimmed">
          Not known
        </Text>
      ),
  },
  {
    key: 'today',
    header: 'Today',
    stays: true,
    card: 'end',
    cell: ({ kind, earlier, now, changed }) => {
      if (earlier && !changed) return 'Same';
      return (
        <>
          {changed && (
            <Badge size="sm" variant="light" tt="none" mr={6}>
              Changed
            </Badge>
          )}
          <Value kind={kind} {...now} />
        </>
      );
    },
  },
];

function Value({ kind, value, name }: Pick<Setting, 'kind'> & SettingValue): ReactNode {
  if (value === null || value === '')
    return (
      <Text span inherit c="dimmed">
        None
      </Text>
    );
  if (kind === 'flag') return value ? 'Yes' : 'No';
  if (kind === 'moment') return <Time exact value={String(value)} />;
  if (kind === 'amount') return formatMajor(Number(value), name ?? '');
  if (kind === 'percent') return `${value}%`;
  if (kind === 'text' || kind === 'number')
    return (
      <bdi className={classes.long}>{typeof value === 'number' ? value.toLocaleString('en-US') : value}</bdi>
    );
  return <bdi>{name ?? `#${value}`}</bdi>;
}
