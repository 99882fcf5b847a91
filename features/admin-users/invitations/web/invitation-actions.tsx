import { IconMail, IconMailOff } from '@tabler/icons-react';
import { type Actor, holds } from '../../../../core/access.ts';
import { failureOf } from '../../../../web/ui/failure.ts';
import type { RowAction } from '../../../../web/ui/table/row-actions.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import type { AdminUser } from '../../contract.ts';
import { reload } from '../../web/calls.ts';
import { calls } from './calls.ts';

/** Returns what is done about an invitation; nothing for an account that has a password, or holds what the person does not. */
export function invitationActions(
  { id, email, permissions, invitation }: AdminUser,
  actor: Actor,
): RowAction[] {
  if (!invitation || !permissions.every((permission) => holds(actor, permission.id))) return [];
  return [
    {
      label: 'Send again',
      icon: <IconMail size={16} aria-hidden />,
      kept: true,
      onClick: () => void told(() => sendAgain(id, email)),
    },
    ...(invitation.ends_at === null
      ? []
      : [
          {
            label: 'Withdraw',
            icon: <IconMailOff size={16} aria-hidden />,
            onClick: () => void told(() => withdraw(id, email)),
          },
        ]),
  ];
}

async function sendAgain(id: number, email: string): Promise<void> {
  await calls.resendInvitation.call({ id });
  toast(`Invitation sent to ${email}. The link works for 24 hours.`);
  await reload();
}

async function withdraw(id: number, email: string): Promise<void> {
  await calls.withdrawInvitation.call({ id });
  toast(`Invitation of ${email} withdrawn`, {
    action: { label: 'Send again', run: () => sendAgain(id, email) },
  });
  await reload();
}

async function told(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => toast(failureOf(error).message, { kind: 'error' }));
}
