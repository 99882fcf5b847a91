import { Text } from '@mantine/core';
import { Time } from '../../../web/ui/time.tsx';
import type { Order } from '../contract.ts';
import { fulfilRefusal } from '../rules.ts';
import { OrderLines } from './order-lines.tsx';
import { TrackingForm } from './tracking-form.tsx';

export function PurchaseDetails({ record: order }: { record: Order }) {
  const refusal = fulfilRefusal(order);
  return (
    <>
      <Text size="sm" mb="sm" fw={600}>
        {order.fulfilled_at ? (
          <>
            Fulfilled <Time value={order.fulfilled_at} />
          </>
        ) : refusal ? (
          `Can't be fulfilled: this order ${refusal}.`
        ) : (
          'Ready to fulfill.'
        )}
      </Text>
      <OrderLines {...order} />
      {order.fulfilled === 1 && order.product_type === 'physical' && (
        <TrackingForm key={order.id} order={order} />
      )}
    </>
  );
}
