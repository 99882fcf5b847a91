import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { NotFoundPage } from '../../../web/not-found-page.tsx';
import { addressId, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { METHOD_NAMES } from '../../users/payment-settings/rules.ts';
import type { Fulfilment, OrderLine } from '../contract.ts';
import { calls, reload } from './calls.ts';
import classes from './fulfilment-screen.module.css';
import { amountOf } from './order-lines.tsx';
import { UndoDialog } from './undo-dialog.tsx';

export function FulfilmentScreen() {
  const { id: given = '' } = useParams({ strict: false }) as { id?: string };
  const id = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0;
  const { data, error, refetch } = useQuery(
    calls.fulfilment.queryOptions({ input: { id }, enabled: id > 0 }),
  );
  if (id === 0 || (!data && error && failureOf(error).status === 404))
    return <NotFoundPage what={id > 0 ? `fulfillment #${id}` : null} />;
  const failed = error && (
    <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />
  );
  return (
    <div aria-busy={!data && !failed}>
      {!data && <PageHeading title={`Fulfillment #${id}`} />}
      {failed}
      {data ? <Sheet {...data.fulfilment} /> : !failed && <Skeleton height={420} />}
    </div>
  );
}

function Sheet({ id, created_at, created_by, printed_at, printed_by, can_undo, orders }: Fulfilment) {
  const { state, change } = useAddress(shape);
  const [undoing, setUndoing] = useState(false);
  const print = usePrint(id);
  const navigate = useNavigate();
  const chosen = orders.filter((order) => order.id === state.order);
  const shown = chosen.length > 0 ? chosen : orders;
  const parcels = shown.filter(({ address }) => address.length > 0);
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md" align="flex-end">
        <div>
          <PageHeading title={`Fulfillment #${id}`} />
          <Text size="sm" c="dimmed">
            {shown.length === 1 ? '1 order' : `${shown.length.toLocaleString()} orders`},{' '}
            <Time exact value={created_at} />
            {created_by && `, by ${created_by}`}
            {printed_at && (
              <>
                . Printed <Time exact value={printed_at} />
                {printed_by && `, by ${printed_by}`}
              </>
            )}
          </Text>
        </div>
        <Group gap="xs" align="flex-end" className={classes.controls}>
          {orders.length > 1 && (
            <Choice
              label="Orders"
              placeholder="All"
              size="sm"
              data={orders.map((order) => ({ value: String(order.id), label: `#${order.id} ${order.name}` }))}
              value={chosen[0] ? String(chosen[0].id) : null}
              onChange={(order) => change({ order: Number(order) || 0 })}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear Orders' }}
            />
          )}
          {can_undo === 1 && (
            <Button variant="default" onClick={() => setUndoing(true)}>
              Undo fulfillment
            </Button>
          )}
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => void print()}>
            Print
          </Button>
        </Group>
      </Group>
      <ul className={classes.list} aria-label="Orders">
        {shown.map((order) => (
          <li key={order.id}>
            <b>#{order.id}</b> <strong>{order.name}</strong>, {order.product}
            <span className={classes.whom}>
              {order.email}
              {order.phone && `, ${order.phone}`}
            </span>
            <Payment {...order} />
            {(order.carrier || order.tracking_number) && (
              <span className={classes.whom}>
                {[order.carrier, order.tracking_number].filter(Boolean).join(' ')}
              </span>
            )}
            {order.notes && <span className={classes.whom}>{order.notes}</span>}
          </li>
        ))}
      </ul>
      {parcels.length > 0 && (
        <section aria-label="Labels" className={classes.labels}>
          {parcels.map((order) => (
            <address key={order.id} className={classes.label}>
              <span className={classes.number}>#{order.id}</span>
              <bdi>{[order.name, ...order.address].join('\n')}</bdi>
            </address>
          ))}
        </section>
      )}
      {undoing && (
        <UndoDialog
          id={id}
          onUndone={() => void navigate({ to: '/giveaways/purchases' })}
          onClose={() => setUndoing(false)}
        />
      )}
    </>
  );
}

const shape = { order: addressId };

/** Records the print, from the button as from the browser's menu; answers the way to it, which an undone sheet lacks. */
function usePrint(id: number): () => Promise<void> {
  const isOwn = useRef(false);
  const record = useCallback(async () => {
    try {
      await calls.printFulfilment.call({ id });
    } catch (error) {
      toast(failureOf(error).message, { kind: 'error', persistent: true });
      return false;
    } finally {
      void reload();
    }
    return true;
  }, [id]);
  useEffect(() => {
    const heard = () => void (isOwn.current || record());
    window.addEventListener('beforeprint', heard);
    return () => window.removeEventListener('beforeprint', heard);
  }, [record]);
  return async () => {
    if (!(await record())) return;
    isOwn.current = true;
    window.print();
    isOwn.current = false;
  };
}

function Payment({ method, ...money }: OrderLine) {
  if (!method) return null;
  return (
    <span className={classes.whom}>
      {amountOf(money) || 'Amount unknown'}, by {METHOD_NAMES[method]}
    </span>
  );
}
