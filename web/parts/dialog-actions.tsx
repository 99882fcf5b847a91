import { IconBuilding, IconLanguage, IconPencil } from '@tabler/icons-react';
import type { RowAction } from '../ui/table/row-actions.tsx';

const ACTIONS = {
  programs: { label: 'Assign programs', icon: <IconBuilding size={16} aria-hidden /> },
  translations: { label: 'Translations', icon: <IconLanguage size={16} aria-hidden />, key: 't' },
  edit: { label: 'Edit', icon: <IconPencil size={16} aria-hidden />, kept: true },
};
type SharedDialog = keyof typeof ACTIONS;

export function dialogActions<Name extends SharedDialog>(
  names: readonly Name[],
  open: (dialog: Name) => void,
): RowAction[] {
  return names.map((name) => ({ ...ACTIONS[name], onClick: () => open(name) }));
}
