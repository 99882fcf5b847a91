import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CURRENCIES, type Currency, formatMajor } from '../../../core/money.ts';
import { useSwitchedProgram } from '../../../web/program/use-program.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { addressChoice, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { LoadedList } from '../../../web/ui/table/loaded-list.tsx';
import type { Charts } from '../contract.ts';
import { CHANGE_DAYS } from '../rules.ts';
import { calls, RENEWED } from './calls.ts';
import { ChartBox } from './chart-box.tsx';
import classes from './charts-section.module.css';
import { ChartsSkeleton } from './charts-skeleton.tsx';
import { SplitChart, splitNumbers } from './split-chart.tsx';
import { WeekChart } from './week-chart.tsx';
import { type WeekSeries, weekNumbers } from './week-numbers.ts';

const address = { currency: addressChoice(CURRENCIES) };

export function ChartsSection() {
  const { state, change } = useAddress(address);
  const hasMoney = useMayAccess({ area: 'money' });
  const program_id = useSwitchedProgram();
  const query = useQuery({
    ...calls.charts.queryOptions({ input: { currency: state.currency, program_id }, ...RENEWED }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <section aria-labelledby="charts" className={classes.section}>
      <div className={classes.head}>
        <h2 id="charts">The last twelve months</h2>
        {hasMoney && data && (
          <Choice
            label="Currency"
            w="9rem"
            data={data.currencies.map((currency) => ({ value: currency, label: currency }))}
            value={state.currency ?? data.currency}
            onChange={(chosen) => change({ currency: chosen as Currency })}
            allowDeselect={false}
          />
        )}
      </div>
      <LoadedList query={query} isEmpty={false} nothingYet="" skeleton={<ChartsSkeleton wide={hasMoney} />}>
        {data && <Drawn charts={data} />}
      </LoadedList>
    </section>
  );
}

function Drawn({ charts }: { charts: Charts }) {
  const { currency, sales, sign_ups, split } = charts;
  const inMoney = (major: number) => formatMajor(major, currency);
  const sold: WeekSeries[] = [
    { key: 'sold', label: 'Sold', tone: 1, values: sales.map((week) => week.sold), format: inMoney },
    {
      key: 'refunded',
      label: 'Refunded',
      tone: 3,
      values: sales.map((week) => week.refunded),
      format: inMoney,
    },
  ];
  const joined: WeekSeries[] = [
    {
      key: 'count',
      label: 'Sign-ups',
      tone: 2,
      values: sign_ups.map(({ count }) => count),
      format: (count) => count.toLocaleString('en-US'),
    },
  ];
  const weeksOf = (rows: readonly { week: string }[]) => rows.map(({ week }) => week);
  return (
    <div className={classes.charts}>
      {sales.length > 0 && (
        <ChartBox
          className={classes.wide}
          title={`Sales and refunds by week, ${currency}`}
          numbers={weekNumbers(weeksOf(sales), sold)}
        >
          <WeekChart label={`Sales and refunds in ${currency}`} weeks={weeksOf(sales)} series={sold} />
        </ChartBox>
      )}
      {sign_ups.length > 0 && (
        <ChartBox title="Sign-ups by week" numbers={weekNumbers(weeksOf(sign_ups), joined)}>
          <WeekChart label="Sign-ups" weeks={weeksOf(sign_ups)} series={joined} />
        </ChartBox>
      )}
      {split.length > 0 && (
        <ChartBox
          title={`Split of the last ${CHANGE_DAYS} days by type, ${currency}`}
          numbers={splitNumbers(split, inMoney)}
        >
          <SplitChart split={split} format={inMoney} />
        </ChartBox>
      )}
    </div>
  );
}
