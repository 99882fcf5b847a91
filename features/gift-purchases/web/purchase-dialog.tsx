import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { COIN, inCoins } from '../../../core/coins.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { Dialog, DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import { linkTo } from '../../../web/ui/link-to.ts';
import { QueueStepper } from '../../../web/ui/queue/queue-stepper.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { PRODUCT_TYPE_NAMES } from '../../gift-products/rules.ts';
import type { Purchase } from '../contract.ts';
import { fulfilRefusal } from '../rules.ts';
import { type Beside, calls } from './calls.ts';
import { stateOf, TYPE_NAMES } from './purchase-columns.tsx';
import { PurchaseDetails } from './purchase-details.tsx';
import classes from './purchase-dialog.module.css';

export function PurchaseDialog({ record, steps, onFulfil, onClose }: DialogProps<Purchase, Beside>) {
  const { id } = record;
  const { data, error, refetch } = useQuery(calls.purchase.queryOptions({ input: { id }, staleTime: 0 }));
  const order = data?.purchase ?? record;
  const mayEditUser = useMayAccess({ area: 'users' });
  const refusal = fulfilRefusal(order);
  return (
    <Dialog
      title={`Order #${id}`}
      name={order.product.name}
      size="lg"
      returnTo={steps.returnTo}
      onClose={onClose}
    >
      <Text size="sm" className={classes.what}>
        {PRODUCT_TYPE_NAMES[order.product_type]}
        {' · '}
        {order.type === 'prize' ? `Prize, ${stateOf(order)}` : TYPE_NAMES[order.type]}
        {order.event && ` · ${order.event.name}`}
        {order.price > 0 && ` · ${inCoins(order.price)} ${COIN}`}
        {' · '}
        <Time value={order.created_at} />
      </Text>
      {error && <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />}
      {!data && !error && <Skeleton height={120} />}
      {data && <PurchaseDetails record={data.purchase} />}
      <DialogFooter>
        <Group justify="space-between">
          {mayEditUser ? (
            <Anchor component={Link} {...linkTo(`/users/${order.user.id}`, {})} size="sm">
              Open the user
            </Anchor>
          ) : (
            <span />
          )}
          <QueueStepper steps={steps} />
          <Group gap="sm">
            <Button variant="default" data-autofocus onClick={onClose}>
              Close
            </Button>
            {refusal === null && onFulfil && <Button onClick={() => onFulfil(id)}>Fulfill Order</Button>}
          </Group>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}
