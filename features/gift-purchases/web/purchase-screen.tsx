import { COIN, inCoins } from '../../../core/coins.ts';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { type RecordDeclaration, RecordScreen } from '../../../web/parts/records/record-screen.tsx';
import { useActor } from '../../../web/session.tsx';
import { capital } from '../../../web/ui/form/field-words.ts';
import { NO_STEPS } from '../../../web/ui/queue/use-queue-steps.ts';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import type { Order } from '../contract.ts';
import { fulfilRefusal, waitingFor } from '../rules.ts';
import { calls } from './calls.ts';
import { PurchaseActions } from './purchase-actions.tsx';
import { purchaseColumns } from './purchase-columns.tsx';
import { PurchaseDetails } from './purchase-details.tsx';
import { purchaseDialogs } from './purchase-dialogs.ts';

const ORDER: RecordDeclaration<Order, { purchase: Order }> = {
  noun: 'order',
  entity: 'gift_purchase',
  lists: ['/giveaways/purchases'],
  query: (id) => calls.purchase.queryOptions({ input: { id } }),
  rowOf: ({ purchase }) => purchase,
  nameOf: ({ product }) => product.name,
  status: (order) => <OrderPill order={order} />,
  facts: ({ user, user_deleted, event, price }) => [
    {
      key: 'user',
      header: 'User',
      cell: () => (
        <>
          <RecordLink noun="user" id={user.id}>
            {user.name || user.email}
          </RecordLink>
          {user_deleted === 1 && ' (deleted)'}
        </>
      ),
    },
    ...purchaseColumns(true).filter(({ key }) => !AWAY.includes(key)),
    {
      key: 'event',
      header: 'Event',
      cell: () => event && <RecordLink {...{ noun: 'event', id: event.id }}>{event.name}</RecordLink>,
    },
    { key: 'price', header: 'Price', unit: COIN, cell: () => (price > 0 ? inCoins(price) : null) },
  ],
  sections: [{ key: 'details', title: 'Delivery', content: PurchaseDetails }],
};

const AWAY = ['id', 'product', 'user', 'fulfilled'];

function OrderPill({ order }: { order: Order }) {
  if (order.fulfilled) return <StatusPill status="done">Fulfilled</StatusPill>;
  const refusal = fulfilRefusal(order);
  if (refusal === null) return <StatusPill status="waiting">To fulfill</StatusPill>;
  if (refusal === waitingFor(order)) return <StatusPill status="paused">{capital(refusal)}</StatusPill>;
  return <StatusPill status="off">{order.type === 'prize' ? 'Did not win' : 'Nothing to send'}</StatusPill>;
}

export function PurchaseScreen() {
  const actor = useActor();
  return (
    <RecordScreen
      of={ORDER}
      dialogs={purchaseDialogs}
      beside={{ steps: NO_STEPS }}
      actions={(order, open) => <PurchaseActions actor={actor} row={order} onOpen={open} />}
    />
  );
}
