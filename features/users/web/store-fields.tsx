import { Anchor, Fieldset, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { COIN, inCoins } from '../../../core/coins.ts';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { linkTo } from '../../../web/ui/link-to.ts';
import type { SiteUser } from '../user-schemas.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import type { UserForm } from './user-form.ts';

export function StoreFields({ form, user }: { form: UserForm; user: SiteUser | null }) {
  return (
    <Stack gap="sm">
      {user && <Coins user={user} />}
      <DeliveryFields
        stored={user?.lilt_delivery ?? ''}
        value={form.values.lilt_delivery}
        onChange={(text) => form.setFieldValue('lilt_delivery', text)}
        error={form.errors.lilt_delivery}
      />
    </Stack>
  );
}

function Coins({ user }: { user: SiteUser }) {
  const maySeeOrders = useMayAccess({ area: 'store' });
  return (
    <Fieldset legend={COIN}>
      <Group component="dl" gap="xl" m={0}>
        <Figure name="Balance">{inCoins(user.lilt_balance)}</Figure>
        <Figure name="Lifetime">{inCoins(user.lilt_total)}</Figure>
        <Figure name="Level">{user.level}</Figure>
      </Group>
      <Anchor component={Link} {...linkTo(addressOf('user', user.id), { section: 'entries' })} size="sm">
        {COIN} entries
      </Anchor>
      {maySeeOrders && (
        <Anchor
          component={Link}
          {...linkTo('/giveaways/purchases', { user_name: `#${user.id}`, show: 'all' })}
          size="sm"
          ms="md"
        >
          Orders
        </Anchor>
      )}
    </Fieldset>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={600}>
        {children}
      </Text>
    </div>
  );
}
