import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type CreateButtonProps = { onClick: () => void; children: ReactNode };

/** Makes a new record of the screen's list; C presses it. */
export function CreateButton({ onClick, children }: CreateButtonProps) {
  return (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} data-create onClick={onClick}>
      {children}
    </Button>
  );
}
