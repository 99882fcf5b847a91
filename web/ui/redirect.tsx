import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { linkTo } from './link-to.ts';

type RedirectProps = { to: string; search: object };

/** Goes to another screen in place of this address, once: the router's own `Navigate` does so at each render. */
export function Redirect({ to, search }: RedirectProps) {
  const navigate = useNavigate();
  const go = useEffectEvent(() => void navigate({ ...linkTo(to, search), replace: true }));
  const address = JSON.stringify([to, search]);
  useEffect(() => go(), [address]);
  return null;
}
