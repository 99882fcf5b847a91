import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { EmailTemplate } from '../contract.ts';
import { written } from '../placeholders.ts';

type PlaceholderMenuProps = {
  placeholders: EmailTemplate['placeholders'];
  /** Where it was written last: the focus goes there. */
  onInsert: (text: string) => void;
};

/** What this mail has values for, with an example of each. */
export function PlaceholderMenu({ placeholders, onInsert }: PlaceholderMenuProps) {
  return (
    <Menu position="bottom-end" width={340} returnFocus={false} loop>
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Insert placeholder
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {placeholders.map(({ name, example }) => (
          <Menu.Item key={name} onClick={() => onInsert(written(name))}>
            {name}
            <Text size="xs" c="dimmed" lineClamp={1}>
              {example}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
