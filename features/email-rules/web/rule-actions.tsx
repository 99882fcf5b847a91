import {
  IconListCheck,
  IconMailSearch,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Actor, mayTouch } from '../../../core/access.ts';
import { useArchiving } from '../../../web/parts/archiving/use-archiving.tsx';
import { type RowAction, RowActions } from '../../../web/ui/table/row-actions.tsx';
import type { EmailRule } from '../contract.ts';
import { ruleArchives } from './calls.ts';
import { type RuleDialog, ruleDialogs } from './rule-dialogs.ts';

type RuleActionsProps = { actor: Actor; rule: EmailRule; onOpen: (dialog: RuleDialog) => void };

export function RuleActions({ actor, rule, onOpen }: RuleActionsProps) {
  const archiving = useArchiving(ruleArchives);
  const action = (dialog: RuleDialog, label: string, icon: ReactNode) =>
    ruleDialogs.may(actor, dialog, rule)
      ? [{ label, icon, kept: dialog === 'edit', onClick: () => onOpen(dialog) }]
      : [];
  const withArchiving = (actions: RowAction[]) =>
    mayTouch(actor, rule) ? archiving(rule, actions) : actions;
  return (
    <RowActions
      of={rule.name}
      actions={withArchiving([
        ...action('edit', 'Edit', <IconPencil size={16} aria-hidden />),
        ...action('test', 'Test', <IconListCheck size={16} aria-hidden />),
        {
          label: 'Sends',
          icon: <IconMailSearch size={16} aria-hidden />,
          to: `/email/rules/${rule.id}`,
        },
        ...action('pause', 'Pause', <IconPlayerPause size={16} aria-hidden />),
        ...action('resume', 'Resume', <IconPlayerPlay size={16} aria-hidden />),
      ])}
    />
  );
}
