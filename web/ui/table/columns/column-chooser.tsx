import { Button, Menu, Text } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import type { Column } from '../column.ts';
import { useTableFit } from '../table-fit.ts';
import { type ChosenColumns, canHide } from './chosen-columns.ts';

type ColumnChooserProps = { columns: readonly Column<never>[]; choice: ChosenColumns };

export function ColumnChooser({ columns, choice: { hidden, onChange, place } }: ColumnChooserProps) {
  const { cards, folded } = useTableFit();
  const offered = columns.filter(canHide);
  if (!place || cards || offered.length < 2) return null;
  const isHidden = (key: string) => hidden.includes(key);
  const away = offered.filter(({ key }) => isHidden(key) || folded.has(key)).length;
  const toggle = (key: string) =>
    onChange(isHidden(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return createPortal(
    <Menu
      position="bottom-start"
      returnFocus
      closeOnItemClick={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          fw={500}
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          Columns{away > 0 && ` (${away} hidden)`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {offered.map(({ key, header }) => (
          <Menu.CheckboxItem
            key={key}
            checked={!isHidden(key)}
            onChange={() => toggle(key)}
            rightSection={
              folded.has(key) &&
              !isHidden(key) && (
                <Text span size="xs" c="dimmed">
                  no room
                </Text>
              )
            }
          >
            {header}
          </Menu.CheckboxItem>
        ))}
        {hidden.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange([])}>Show all</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>,
    place,
  );
}
