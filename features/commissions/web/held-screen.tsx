import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { apiOf } from '../../../web/api.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { type Column, DataTable } from '../../../web/ui/data-table.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { commissionsContract } from '../contract.ts';
import type { HeldCharge } from '../ledger-contract.ts';
import { CardLink, nameOf } from './card-link.tsx';
import { FindCharge } from './find-charge.tsx';
import { heldReason, sumInWords } from './held-reason.ts';
import classes from './held-screen.module.css';
import { money } from './major-money.ts';
import { rowInWords } from './row-words.ts';

const ExplainDialog = lazy(() => import('./explain-dialog.tsx').then((m) => ({ default: m.ExplainDialog })));

const api = apiOf({ commissions: commissionsContract });
const address = { page: addressPage, program_id: addressId, charge: addressId };

/** Charges that no payout may take until their rows agree (specification: Held charges). */
export function HeldScreen() {
  const { state, change, openDialog, closeDialog } = useAddress(address);
  const { page, program_id } = state;
  const query = useListQuery(
    api.commissions.heldCharges.queryOptions({
      input: { page, program_id },
    }),
  );
  const explain = (charge: number) => openDialog({ charge });

  return (
    <ListPage
      title="Held splits"
      actions={<FindCharge onFind={explain} />}
      page={page}
      answer={query}
      noun={query.data?.count === 1 ? 'charge is held' : 'charges are held'}
      filters={<ProgramSelect value={program_id} onChange={(chosen) => change({ program_id: chosen })} />}
    >
      <Text size="sm" c="dimmed" mb="sm">
        These sales cannot be divided as their rows stand, so no payout takes them. Saving rows that fit
        divides them at once.
      </Text>
      <DataTable
        caption="Held charges"
        columns={columnsOf(explain)}
        rows={query.data?.charges}
        rowKey={({ id }) => id}
        query={query}
        pageSize={PAGE_SIZE}
        nothingYet={page > 1 ? 'No held charges on this page' : 'No charge is held'}
        filtered={program_id > 0}
        onClearFilters={() => change({ program_id: 0 })}
      />
      <Suspense>
        {state.charge > 0 && <ExplainDialog id={state.charge} onClose={() => closeDialog({ charge: 0 })} />}
      </Suspense>
    </ListPage>
  );
}

function columnsOf(explain: (id: number) => void): Column<HeldCharge>[] {
  return [
    {
      key: 'charge',
      header: 'Charge',
      rowHeader: true,
      oneLine: true,
      cell: ({ id, created_at }) => (
        <>
          #{id}
          <Text size="xs" c="dimmed">
            <Time value={created_at} />
          </Text>
        </>
      ),
    },
    {
      key: 'class',
      header: 'Class and instructor',
      cell: ({ class_name, class_id, instructor_name, instructor_id }) => (
        <div className={classes.class}>
          {class_name || `Class #${class_id}`}
          <Text size="xs" c="dimmed">
            {instructor_name ?? (instructor_id ? `Instructor #${instructor_id}` : 'No instructor')}
          </Text>
        </div>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      oneLine: true,
      cell: ({ amount, currency }) => money(amount, currency),
    },
    {
      key: 'reason',
      header: 'Why',
      cell: ({ held, sum }) => {
        const said = sumInWords(sum);
        if (!said) return heldReason(held);
        return (
          <>
            <b className={classes.sum}>{said}</b>
            <Text size="xs" c="dimmed">
              {heldReason(held)}
            </Text>
          </>
        );
      },
    },
    {
      key: 'rows',
      header: 'Rows at fault',
      cell: ({ rows }) => (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <CardLink level={row.level} owner_id={row.owner_id} />: {rowInWords(row)}
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      oneLine: true,
      cell: (charge) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Explain charge ${charge.id}`}
            onClick={() => explain(charge.id)}
          >
            Explain
          </Button>
          <Resolve charge={charge} />
        </Group>
      ),
    },
  ];
}

/** The rows come with the most specific level first: that is where one looks for the way out. */
function Resolve({ charge: { id, class_id, rows } }: { charge: HeldCharge }) {
  const { level, owner_id } = rows[0] ?? { level: 'class' as const, owner_id: class_id };
  return (
    <CardLink level={level} owner_id={owner_id} label={`Resolve charge ${id} at ${nameOf(level, owner_id)}`}>
      Resolve
    </CardLink>
  );
}
