import { List, Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

const SHOWN = 10;

type SwitchQuestionProps = {
  verb: string;
  /** The records counted: "3 coupons". */
  what: string;
  names: readonly { id: number; name: string }[];
  text: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before many records are switched in a way that cannot be undone, and names them. */
export function SwitchQuestion({ verb, what, names, text, onConfirm, onClose }: SwitchQuestionProps) {
  const left = names.length - SHOWN;
  return (
    <ConfirmDialog
      title={`${verb} ${what}?`}
      confirmLabel={`${verb} ${what}`}
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {names.slice(0, SHOWN).map(({ id, name }) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
        {left > 0 && <Text size="sm">and {left.toLocaleString()} more</Text>}
        <Text size="sm">{text}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
