import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMajor } from '../../../core/money.ts';
import { METHOD_NAMES } from '../../users/payment-settings/rules.ts';
import type { OrderLine } from '../contract.ts';
import classes from './order-lines.module.css';

type OrderLinesProps = {
  line: OrderLine;
  missing: readonly string[];
  unreadable: string | null;
  user_deleted: 0 | 1;
};

export function OrderLines({ line, missing, unreadable, user_deleted }: OrderLinesProps) {
  const { address, phone, notes, method } = line;
  return (
    <>
      {user_deleted === 1 && (
        <Alert color="yellow" variant="outline" mb="sm" role="note">
          <Text size="sm">The user was deleted after this order.</Text>
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert color="yellow" variant="outline" mb="sm" role="note">
          <Text size="sm">Missing: {missing.join(', ')}</Text>
        </Alert>
      )}
      <dl className={classes.facts}>
        <Fact name="For">{line.name}</Fact>
        <Fact name="Email">{line.email}</Fact>
        {address.length > 0 && (
          <Fact name="Address">
            <bdi className={classes.address}>{address.join('\n')}</bdi>
          </Fact>
        )}
        {unreadable && (
          <Fact name="Address as received">
            <bdi className={classes.address}>{unreadable}</bdi>
          </Fact>
        )}
        <Fact name="Phone">{phone}</Fact>
        <Fact name="Notes">{notes}</Fact>
        <Fact name="Amount">{amountOf(line)}</Fact>
        <Fact name="Payout method">{method && METHOD_NAMES[method]}</Fact>
      </dl>
    </>
  );
}

export function amountOf({ amount, currency }: Pick<OrderLine, 'amount' | 'currency'>): string {
  return amount === null || currency === null ? '' : formatMajor(amount, currency);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
