import { Alert, Button, Text } from '@mantine/core';
import { apiOf } from '../../../../web/api.ts';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { ProgramFilter, useProgramFilter } from '../../../../web/parts/program-select.tsx';
import { useMayAccess } from '../../../../web/session.tsx';
import { addressId, addressMatching, addressPage, useAddress } from '../../../../web/ui/address.ts';
import { DateRange } from '../../../../web/ui/chooser/date-range.tsx';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { classReportContract } from '../contract.ts';
import { columnsOf } from './class-detail-columns.tsx';
import classes from './class-detail-screen.module.css';

const api = apiOf({ classReport: classReportContract });

const money = { area: 'money' } as const;

const COUNTED =
  'Enrolments count by the day of enrolment, sales by the day of the sale, refunds by the day of the refund.';

const address = {
  page: addressPage,
  program_id: addressId,
  class_id: addressId,
  dates: addressMatching(/^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/),
};

export function ClassDetailScreen() {
  const found = useAddress(address);
  const { state, change } = found;
  const filter = {
    program_id: useProgramFilter(state.program_id),
    dates: state.dates,
    class_id: state.class_id || undefined,
  };
  const sales = useMayAccess(money);
  const list = useList({
    address: found,
    filters: { program_id: 0, dates: '', class_id: 0 },
    query: ({ page }) => api.classReport.classDetail.queryOptions({ input: { ...filter, page } }),
    csv: (polled) => api.classReport.classDetailCsv.call({ ...polled, ...filter }),
    rows: 'classes',
    noun: ['row', 'rows'],
    purpose: 'Every class is counted here with its enrolments and attendances. Add a class first.',
    nothingYet: 'No classes yet',
    order: { by: 'id', dest: 'asc' },
  });
  return (
    <ListPage
      {...list.page}
      views
      title="Class specific report"
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(program_id) => change({ program_id })} />
          <DateRange label="Dates (UTC)" value={state.dates} onChange={(dates) => change({ dates })} />
        </>
      }
      sums={
        <Text size="sm" c="dimmed" className={classes.about}>
          {sales ? 'One row per class and currency' : 'One row per class'},{' '}
          {state.dates ? 'from the first to the last of these days (UTC)' : 'all time'}.{' '}
          {sales
            ? COUNTED
            : 'Enrolments count by the day of enrolment. Sales, refunds and net need the "Money" permission.'}
        </Text>
      }
    >
      {state.class_id > 0 && (
        <Alert variant="outline" p="xs" mb="sm">
          One class.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => change({ class_id: 0 })}>
            Show all classes
          </Button>
        </Alert>
      )}
      <DataTable
        {...list.table}
        caption="Class specific report"
        columns={columnsOf(sales)}
        rowKey={({ id, currency }) => `${id} ${currency}`}
      />
    </ListPage>
  );
}
