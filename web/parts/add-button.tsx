import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

type AddButtonProps = { noun: string; onClick: () => void };

/** The button above a list that adds to it: "Add coupon". */
export function AddButton({ noun, onClick }: AddButtonProps) {
  return (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      Add {noun}
    </Button>
  );
}
