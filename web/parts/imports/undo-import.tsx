import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

type UndoImportProps = { file_name: string; undo: () => Promise<unknown>; children: ReactNode };

export function UndoImport({ file_name, undo, children }: UndoImportProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Group>
      <Button variant="default" color="red" onClick={() => setAsking(true)}>
        Undo
      </Button>
      {asking && (
        <ConfirmDialog
          title="Undo import"
          name={file_name}
          confirmLabel="Undo"
          danger
          onConfirm={async () => void (await undo())}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{children}</Text>
        </ConfirmDialog>
      )}
    </Group>
  );
}
