import {
  IconCreditCard,
  IconEye,
  IconLanguage,
  IconPencil,
  IconTags,
  IconUsersPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Actor, mayAccess } from '../../../core/access.ts';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { type RowAction, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { programsContract } from '../contract.ts';
import type { Program } from '../program-schemas.ts';
import type { ProgramDialogName } from './program-dialogs.ts';

type ProgramActionsProps = { actor: Actor; program: Program; onOpen: (dialog: ProgramDialogName) => void };

export function ProgramActions({ actor, program, onOpen }: ProgramActionsProps) {
  const action = (
    dialog: ProgramDialogName,
    route: keyof typeof programsContract,
    label: string,
    icon: ReactNode,
  ): RowAction[] =>
    mayAccess(actor, programsContract[route]['~orpc'].meta.access)
      ? [
          {
            label,
            icon,
            kept: dialog === 'edit',
            ...(dialog === 'translations' && { key: 't' }),
            onClick: () => onOpen(dialog),
          },
        ]
      : [];
  const icon = { size: 16, 'aria-hidden': true };
  const edit = action('edit', 'updateProgram', 'Edit', <IconPencil {...icon} />);
  return (
    <RowActions
      of={program.program_display_name}
      actions={[
        ...action('translations', 'saveProgramTranslations', 'Translations', <IconLanguage {...icon} />),
        ...action('defaults', 'saveProgramDefaults', 'Default programs', <IconUsersPlus {...icon} />),
        ...action('subscriptions', 'saveProgramSubscriptions', 'Subscriptions', <IconCreditCard {...icon} />),
        ...action('tags', 'saveProgramTags', 'Manage tags', <IconTags {...icon} />),
        ...(edit.length > 0
          ? edit
          : [
              {
                label: 'Details',
                icon: <IconEye {...icon} />,
                to: addressOf('program', program.id),
                isSection: true,
              },
            ]),
      ]}
    />
  );
}
