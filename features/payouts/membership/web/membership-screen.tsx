import { CURRENCIES } from '../../../../core/money.ts';
import { CurrencyFilter } from '../../../../web/parts/currency-filter.tsx';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { useNotify } from '../../../../web/parts/payees/use-notify.ts';
import { useActor } from '../../../../web/session.tsx';
import { addressChoice, addressPage, addressText, useAddress } from '../../../../web/ui/address.ts';
import { DateRange } from '../../../../web/ui/chooser/date-range.tsx';
import { TextFilter } from '../../../../web/ui/chooser/text-filter.tsx';
import { TickFilter } from '../../../../web/ui/chooser/tick-filter.tsx';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { MEMBERSHIP_SORTS, type MembershipRow } from '../contract.ts';
import { calls, notifyPayee } from './calls.ts';
import { MembershipActions } from './membership-actions.tsx';
import { membershipColumns } from './membership-columns.tsx';
import { membershipDialogs } from './membership-dialogs.ts';
import { lastMonthOf, NOT_COME, payableOf, typedSplit } from './payable.ts';
import { RangeNotice } from './range-notice.tsx';
import { useBulkPay } from './use-bulk-pay.tsx';

const membershipAddress = {
  page: addressPage,
  dates: addressText,
  split_amount: addressText,
  currency: addressChoice(CURRENCIES),
  lens: addressChoice(['1']),
  sort_by: addressChoice(MEMBERSHIP_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...membershipDialogs.address,
};

export function MembershipScreen() {
  const { role } = useActor();
  const address = useAddress(membershipAddress);
  const { state, change } = address;
  const { currency = 'USD', lens } = state;
  const split = typedSplit(state.split_amount, currency);
  // The call's own default is the current month, which cannot be paid yet.
  const asked = state.dates || lastMonthOf();
  const filter = { dates: asked, currency, split_amount: split ?? undefined };
  const list = useList({
    address,
    filters: { dates: '', split_amount: '', currency: undefined },
    query: ({ page, sort_by, sort_dest }) =>
      calls.membershipPayouts.queryOptions({ input: { ...filter, page, sort_by, sort_dest } }),
    rows: 'payouts',
    csv: (polled) => calls.membershipPayoutsCsv.call({ ...polled, ...filter }),
    noun: ['instructor', 'instructors'],
    purpose: 'Membership money is split by attendance. Choose dates in which classes took place.',
    nothingYet: 'No attendances in these dates',
    sorts: MEMBERSHIP_SORTS,
    order: { by: 'score', dest: 'desc' },
  });
  const { data, error, isPlaceholderData } = list.table.query;
  const come = isPlaceholderData ? undefined : data;
  const dates = come?.dates ?? asked;
  const payable = payableOf(come ?? { dates }, { split, currency });
  // Who may pay nobody is not told what stands against it.
  const against = role === 'superadmin' && 'against' in payable ? payable.against : null;
  const bulk = useBulkPay({ rows: list.rows, filter, payable });
  const { notify, unsaid } = useNotify(notifyPayee);
  const dialogs = membershipDialogs.useDialogs(address, list.rowOf, { dates, payable });

  return (
    <ListPage
      {...list.page}
      views
      title="Membership payouts"
      filters={
        <>
          <DateRange label="Dates (UTC)" value={dates} onChange={(dates) => change({ dates })} />
          <TextFilter
            label="Split amount"
            inputMode="decimal"
            leftSection={null}
            value={state.split_amount}
            error={state.split_amount !== '' && split === null && `Not an amount in ${currency}`}
            onChange={(split_amount) => change({ split_amount })}
          />
          <CurrencyFilter alwaysOne value={currency} onChange={(currency) => change({ currency })} />
          <TickFilter
            label="Compare: split by each member's attendance"
            value={lens}
            onChange={(lens) => change({ lens })}
          />
        </>
      }
    >
      <RangeNotice
        count={data?.count}
        pool={data?.pool ?? null}
        late={data?.late ?? null}
        onOpen={(id) => dialogs.open('transactions', id)}
        against={against === NOT_COME ? null : against}
        awaited={against === NOT_COME && split === null && !data?.pool && !error}
        differs={data?.pool !== null && split !== null && split !== data?.pool.split_amount}
        lens={lens === '1'}
      />
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Membership payouts"
        columns={[
          ...bulk.columns,
          ...membershipColumns({ currency: data?.pool?.currency ?? currency, lens: lens === '1', unsaid }),
          actionsColumn<MembershipRow>((row) => (
            <MembershipActions
              row={row}
              payable={payable}
              onOpen={(which) => dialogs.open(which, row.id)}
              onNotify={() => notify({ id: row.id, user_id: row.instructor_id })}
            />
          )),
        ]}
      />
      {dialogs.element}
    </ListPage>
  );
}
