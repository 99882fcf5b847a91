import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mayAccess } from '../../../core/access.ts';
import { COIN, inCoins } from '../../../core/coins.ts';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { useActor } from '../../../web/session.tsx';
import { linkTo } from '../../../web/ui/link-to.ts';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import { Clamped } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { Token } from '../contract.ts';
import { isExpired } from '../rules.ts';

export const COLUMNS: Column<Token>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id },
  {
    key: 'code',
    header: 'Code',
    rowHeader: true,
    cell: ({ code }) => (
      <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {code}
      </Text>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    unit: COIN,
    numeric: true,
    narrow: true,
    priority: 3,
    cell: ({ amount }) => inCoins(amount),
  },
  {
    key: 'expiry_date',
    header: 'Expiry date',
    oneLine: true,
    priority: 2,
    cell: (token) => <Expiry token={token} />,
  },
];

export const USED: Column<Token> = {
  key: 'used',
  header: 'Used',
  stays: true,
  card: 'line',
  cell: ({ used, used_by }) => {
    if (used_by) return <UsedBy {...used_by} />;
    return used > 0 ? 'Yes' : 'No';
  },
};

function UsedBy({ id, name }: NonNullable<Token['used_by']>) {
  const actor = useActor();
  if (!mayAccess(actor, { area: 'users' })) return <Clamped text={name} />;
  return (
    <Anchor component={Link} {...linkTo(addressOf('user', id), {})} inherit>
      <Clamped text={name} />
    </Anchor>
  );
}

function Expiry({ token }: { token: Token }) {
  const { expiry_date, used } = token;
  const [now] = useState(Date.now);
  if (expiry_date === null)
    return (
      <Text component="span" size="sm" c="dimmed">
        None
      </Text>
    );
  return (
    <Group gap={6} component="span" wrap="nowrap" display="inline-flex">
      {expiry_date.slice(0, 10)}
      {used === 0 && isExpired(token, now) && <StatusPill status="archived">Expired</StatusPill>}
    </Group>
  );
}
