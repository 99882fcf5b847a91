import { List, Text } from '@mantine/core';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import type { ListedClass } from '../contract.ts';
import { HIDINGS, hiddenBy } from '../visibility.ts';
import { nameOf } from './calls.ts';

type WhyHiddenDialogProps = DialogProps<ListedClass, { program_id: number }>;

/** Every flag that hides a class, as the filter "Only visible for client" looks at them. */
export function WhyHiddenDialog({ record, program_id, onClose }: WhyHiddenDialogProps) {
  const reasons = hiddenBy(record, program_id || null);
  const where = program_id > 0 ? <ProgramName id={program_id} /> : 'any site';
  return (
    <Dialog title="Why is this not on the site?" name={nameOf(record)} quoted onClose={onClose} small>
      {reasons.length === 0 ? (
        <Text size="sm">Nothing hides it: {program_id > 0 ? <>{where} shows it</> : 'sites show it'}.</Text>
      ) : (
        <>
          <Text size="sm" mb="xs">
            It is not shown in {where}:
          </Text>
          <List size="sm" spacing={4}>
            {reasons.map((reason) => (
              <List.Item key={reason}>{HIDINGS[reason]}</List.Item>
            ))}
          </List>
        </>
      )}
    </Dialog>
  );
}
