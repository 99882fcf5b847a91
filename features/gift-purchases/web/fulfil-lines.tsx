import { Text, TextInput } from '@mantine/core';
import { METHOD_NAMES } from '../../users/payment-settings/rules.ts';
import type { FulfilPreview } from '../contract.ts';
import { MAX_TRACKING_NUMBER } from '../rules.ts';
import classes from './fulfil-lines.module.css';
import { amountOf } from './order-lines.tsx';

type Line = FulfilPreview['orders'][number];

type FulfilLinesProps = {
  orders: readonly Line[];
  isOne: boolean;
  numbers: ReadonlyMap<number, string>;
  onNumber: (id: number, number: string) => void;
};

export function FulfilLines({ orders, isOne, numbers, onNumber }: FulfilLinesProps) {
  const [first] = orders;
  if (isOne) return first && first.line.address.length > 0 && numberOf(first, 'Tracking number');
  return (
    <ul aria-label="Orders" className={classes.lines}>
      {orders.map((order) => (
        <li key={order.line.id}>
          <div className={classes.whom}>
            <b>{order.line.name}</b> · #{order.line.id} {order.line.product}
            <Text size="sm" c="dimmed">
              <bdi>{whereTo(order)}</bdi>
            </Text>
            {order.against && (
              <Text size="sm" fw={600}>
                Order #{order.line.id} {order.against}.
              </Text>
            )}
          </div>
          {order.line.address.length > 0 &&
            numberOf(order, `Tracking number of order ${order.line.id}`, 'Tracking number')}
        </li>
      ))}
    </ul>
  );

  function numberOf({ line: { id } }: Line, label: string, placeholder?: string) {
    return (
      <TextInput
        {...(placeholder ? { 'aria-label': label, placeholder, size: 'xs' } : { label })}
        value={numbers.get(id) ?? ''}
        maxLength={MAX_TRACKING_NUMBER}
        onChange={({ currentTarget }) => onNumber(id, currentTarget.value)}
      />
    );
  }
}

function whereTo({ line }: Line): string {
  if (line.method) return `${amountOf(line) || 'Amount unknown'}, by ${METHOD_NAMES[line.method]}`;
  return line.address.join(', ');
}
