import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';

/** Opens the order of the screen's list; A presses it. */
export function ArrangeButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      data-arrange
      onClick={onClick}
    >
      Arrange
    </Button>
  );
}
