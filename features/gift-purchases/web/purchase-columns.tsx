import { ProgramCell } from '../../../web/parts/program-name.tsx';
import { RecordName } from '../../../web/parts/records/record-name.tsx';
import { Clamped, TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { Time } from '../../../web/ui/time.tsx';
import { PRODUCT_TYPE_NAMES } from '../../gift-products/rules.ts';
import type { Purchase } from '../contract.ts';
import { fulfilRefusal, waitingFor } from '../rules.ts';

export const TYPE_NAMES = { regular: 'Regular', prize: 'Prize' } as const;
export const STATE_NAMES = { win: 'Win', 'non-win': 'Non-win' } as const;

export function purchaseColumns(inAll: boolean): Column<Purchase>[] {
  return [
    { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 6, cell: ({ id }) => id },
    {
      key: 'product',
      header: 'Product',
      rowHeader: true,
      cell: ({ id, product }) => <RecordName noun="order" id={id} name={product.name} />,
    },
    {
      key: 'user',
      header: 'User',
      wholeWords: true,
      priority: 9,
      cell: (row) => <Person {...row.user} isDeleted={row.user_deleted === 1} />,
    },
    {
      key: 'created_at',
      header: 'Created at',
      narrow: true,
      oneLine: true,
      priority: 5,
      cell: ({ created_at }) => <Time value={created_at} />,
    },
    {
      key: 'product_type',
      header: 'Product type',
      narrow: true,
      priority: 4,
      cell: ({ product_type }) => PRODUCT_TYPE_NAMES[product_type],
    },
    { key: 'type', header: 'Event type', narrow: true, priority: 2, cell: ({ type }) => TYPE_NAMES[type] },
    { key: 'state', header: 'State', narrow: true, priority: 3, cell: stateOf },
    {
      key: 'delivery_confirmed',
      header: 'Address confirmed',
      narrow: true,
      priority: 7,
      cell: (row) => (row.delivery_confirmed ? 'Yes' : <Missing row={row} />),
    },
    {
      key: 'fulfilled',
      header: 'Fulfilled',
      narrow: true,
      priority: 8,
      cell: (row) => (row.fulfilled ? 'Yes' : 'No'),
      onCard: (row) => {
        if (row.fulfilled) return 'Fulfilled';
        return fulfilRefusal(row) === null ? 'To fulfill' : 'Not ready';
      },
    },
    ...(inAll
      ? [
          {
            key: 'program',
            header: 'Program',
            priority: 1,
            cell: ({ program_id }: Purchase) => <ProgramCell id={program_id} />,
          },
        ]
      : []),
  ];
}

/** Returns a state for prizes only, which alone are won or not. */
function stateOf({ type, state }: Pick<Purchase, 'type' | 'state'>): string {
  return type === 'prize' ? STATE_NAMES[state] : '–';
}

function Person({ name, email, isDeleted }: Purchase['user'] & { isDeleted: boolean }) {
  const first = `${name || email}${isDeleted ? ' (deleted)' : ''}`;
  return <TwoLines first={first} second={name && email} title={`${first}${name ? ` (${email})` : ''}`} />;
}

/** Names missing data, and confirmations only where they block a delivery. */
function Missing({ row }: { row: Purchase }) {
  const waits = fulfilRefusal(row) === waitingFor(row);
  return waits ? <Clamped text={`No, ${waitingFor(row)}`} /> : 'No';
}
