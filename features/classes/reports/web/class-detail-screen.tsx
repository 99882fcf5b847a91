import { Group, Text } from '@mantine/core';
import { apiOf } from '../../../../web/api.ts';
import { ExportButton } from '../../../../web/parts/exports/export-button.tsx';
import { ProgramFilter, useProgramFilter } from '../../../../web/parts/program-select.tsx';
import { useMayAccess } from '../../../../web/session.tsx';
import { addressId, addressMatching, useAddress } from '../../../../web/ui/address.ts';
import { DateRange } from '../../../../web/ui/chooser/date-range.tsx';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { classReportContract } from '../contract.ts';
import classes from './class-detail-screen.module.css';

const api = apiOf({ classReport: classReportContract });

const money = { area: 'money' } as const;

const COUNTED =
  'Enrollments count by the day of enrollment, sales by the day of the sale, refunds by the day of the refund.';

const address = {
  program_id: addressId,
  dates: addressMatching(/^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/),
};

/** Chooses a program and days for a file (specification: Class specific report). */
export function ClassDetailScreen() {
  const { state, change } = useAddress(address);
  const program_id = useProgramFilter(state.program_id);
  const { dates } = state;
  const sales = useMayAccess(money);
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <PageHeading title="Class specific report" />
        <ExportButton
          title="Class specific report"
          poll={(asked) => api.classReport.classDetailCsv.call({ ...asked, program_id, dates })}
        />
      </Group>
      <search aria-label="Report filters" className={classes.filters}>
        <ProgramFilter value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
        <DateRange label="Dates" value={dates} onChange={(chosen) => change({ dates: chosen })} />
      </search>
      <Text size="sm" c="dimmed" className={classes.about}>
        {sales ? 'One row per class and currency' : 'One row per class'}: enrolments, live attendance,
        recordings{sales && ', sales, refunds, net'},{' '}
        {dates ? 'from the first to the last of these days (UTC)' : 'all time'}.{' '}
        {sales
          ? COUNTED
          : 'Enrollments count by the day of enrollment. Sales, refunds and net need the "Money" permission.'}
      </Text>
    </>
  );
}
