import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { apiOf } from '../../../web/api.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import type { Column } from '../../../web/ui/column.ts';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { useList } from '../../../web/ui/use-list.ts';
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
const shape = { page: addressPage, program_id: addressId, charge: addressId };

/** Charges that no payout may take until their rows agree (specification: Held charges). */
export function HeldScreen() {
  const address = useAddress(shape);
  const { state, change, openDialog, closeDialog } = address;
  const list = useList({
    address,
    filters: { program_id: 0 },
    query: (input) => api.commissions.heldCharges.queryOptions({ input }),
    rows: 'charges',
    noun: ['charge is held', 'charges are held'],
    nothingYet: 'No charge is held',
    order: { by: 'charge', dest: 'asc' },
  });
  const explain = (charge: number) => openDialog({ charge });

  return (
    <ListPage
      {...list.page}
      title="Held splits"
      actions={<FindCharge onFind={explain} />}
      filters={
        <ProgramSelect value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        These sales cannot be divided as their rows stand, so no payout takes them. Saving rows that fit
        divides them at once.
      </Text>
      <DataTable {...list.table} caption="Held charges" columns={columnsOf(explain)} />
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
      stays: true,
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
