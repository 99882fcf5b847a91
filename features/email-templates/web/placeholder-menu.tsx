import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef } from 'react';
import type { EmailTemplate } from '../contract.ts';
import { written } from '../placeholders.ts';

type PlaceholderMenuProps = {
  placeholders: EmailTemplate['placeholders'];
  onInsert: (text: string) => void;
};

export function PlaceholderMenu({ placeholders, onInsert }: PlaceholderMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // The focus starts on the first item; it goes back by Esc alone, for what is inserted takes it along.
    <Menu
      position="bottom-end"
      width={340}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Button
          ref={button}
          size="xs"
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Insert placeholder
        </Button>
      </Menu.Target>
      <Menu.Dropdown
        mah={420}
        style={{ overflowY: 'auto' }}
        onKeyDown={({ key }) => key === 'Escape' && button.current?.focus()}
      >
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
