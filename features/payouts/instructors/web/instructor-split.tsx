import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiOf } from '../../../../web/api.ts';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { Loading } from '../../../../web/ui/loading.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { commissionsContract } from '../../../commissions/contract.ts';
import type { CommissionRow } from '../../../commissions/ledger-contract.ts';
import {
  instructorPart,
  type LevelName,
  levelNumber,
  mergeLevels,
  TYPE_LABELS,
} from '../../../commissions/rules.ts';

const api = apiOf({ commissions: commissionsContract });

export function InstructorSplit({ record: { id } }: { record: { id: number } }) {
  const { data, error, refetch } = useQuery(
    api.commissions.instructorCommission.queryOptions({ input: { id } }),
  );
  if (!data) return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Loading />;
  const { commissions, inherited } = data.instructor;
  const rates = mergeLevels([
    ...commissions.map((row) => ({
      ...row,
      set_by: 'instructor' as const,
      level: levelNumber('instructor'),
    })),
    ...inherited.map((row) => ({ ...row, set_by: row.level, level: levelNumber(row.level) })),
  ]);
  return (
    <>
      <DataTable
        caption="Rates"
        columns={COLUMNS}
        rows={rates}
        rowKey={(row) => row.id}
        nothingYet="No rates yet"
        purpose="Rates of the instructor, their program and the global site. Add them under Edit split."
      />
      <Text size="sm" mt="xs">
        {`The instructor gets the rest: ${instructorPart(rates)}%. `}
        <Anchor component={Link} {...linkTo('/commissions/instructors', { name: `#${id}` })} inherit>
          Edit split
        </Anchor>
      </Text>
    </>
  );
}

type Rate = CommissionRow & { set_by: LevelName };

const COLUMNS: readonly Column<Rate>[] = [
  {
    key: 'type',
    header: 'Type',
    rowHeader: true,
    cell: ({ type, code }) => [TYPE_LABELS[type], code].filter(Boolean).join(' '),
  },
  {
    key: 'person',
    header: 'User',
    priority: 2,
    cell: ({ referrer_id, first_name, last_name, email }) => (
      <RecordLink noun="user" id={referrer_id}>
        {`${first_name ?? ''} ${last_name ?? ''}`.trim() ||
          email ||
          (referrer_id === null ? '–' : `User #${referrer_id}`)}
      </RecordLink>
    ),
  },
  {
    key: 'commission',
    header: 'Rate',
    numeric: true,
    oneLine: true,
    stays: true,
    cell: ({ commission }) => `${commission}%`,
  },
  {
    key: 'discount',
    header: 'Discount',
    numeric: true,
    oneLine: true,
    priority: 1,
    cell: ({ discount, discount_type }) =>
      discount === null ? '–' : discount_type === 'percent' ? `${discount}%` : `USD ${discount}`,
  },
  {
    key: 'level',
    header: 'Set by',
    oneLine: true,
    priority: 3,
    cell: ({ set_by }) => LEVEL_NAMES[set_by],
  },
];

const LEVEL_NAMES = { instructor: 'Instructor', class: 'Class', program: 'Program', site: 'Site' } as const;
