import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { mayAccess } from '../../../core/access.ts';
import { useOpenScreens } from '../../screen.ts';
import { useActor } from '../../session.tsx';
import { parseSearch } from '../../ui/address.ts';
import { linkTo } from '../../ui/link-to.ts';

/** Leads from an empty list to the form that adds the first record, as "Add event"; nothing for whoever may not do it. */
export function AddLink({ action }: { action: string }) {
  const actor = useActor();
  const found = useOpenScreens()
    .flatMap(({ actions = [] }) => actions)
    .find(({ label, access }) => label === action && (access === undefined || mayAccess(actor, access)));
  if (!found) return null;
  const [to = '', search = ''] = found.address.split('?');
  return <AddLinkTo to={to} search={parseSearch(search)} label={action} />;
}

/** The same, to an address that the caller has compared with what the person may do. */
export function AddLinkTo({ to, search, label }: { to: string; search: object; label: string }) {
  return (
    <Button
      component={Link}
      {...linkTo(to, search)}
      size="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
}
