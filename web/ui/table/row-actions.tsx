import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { linkTo } from '../link-to.ts';
import type { Column } from './column.ts';
import { useTableFit } from './table-fit.ts';

export type RowAction = {
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  /** Path of the screen that it leads to, in a new tab as well. */
  to?: string;
  /** Alternatives, in a menu of their own. */
  menu?: readonly { label: string; icon: ReactNode; onClick: () => void }[];
  search?: Record<string, unknown>;
  /** Stays a button where the others move to a menu. */
  kept?: boolean;
  /** Highlights an action that is due. */
  loud?: boolean;
  /** Removes something, and is shown in red. */
  removes?: boolean;
};

type RowActionsProps = {
  of: string;
  actions: readonly RowAction[];
};

export function actionsColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return { key: 'actions', header: 'Actions', hiddenHeader: true, numeric: true, cell };
}

/** Actions of a row, in its last column: buttons, most of which move to a menu in a narrow table. */
export function RowActions({ of, actions }: RowActionsProps) {
  const { tight } = useTableFit();
  const rest = actions.filter(({ kept, loud }) => !kept && !loud);
  // A menu of one would only hide it.
  const inMenu = rest.length > 1 ? rest : [];
  const kept = actions.length - inMenu.length + (inMenu.length > 0 ? 1 : 0);
  const buttons = tight ? actions.filter((action) => !inMenu.includes(action)) : actions;
  if (actions.length === 0) return null;
  return (
    <Group
      gap={4}
      justify="flex-end"
      wrap="nowrap"
      data-actions
      data-spread={actions.length}
      data-kept={kept}
      data-shown={tight ? kept : actions.length}
    >
      {buttons.map(({ label, icon, onClick, to, search, loud, removes, menu }) =>
        menu ? (
          <ActionsMenu key={label} label={label} icon={icon} of={of} actions={menu} />
        ) : (
          <ActionIcon
            key={label}
            variant={loud ? 'filled' : 'subtle'}
            color={removes ? 'red' : undefined}
            aria-label={`${label}: ${of}`}
            title={label}
            {...(to === undefined ? { onClick } : { component: Link, ...linkTo(to, search ?? {}) })}
          >
            {icon}
          </ActionIcon>
        ),
      )}
      {tight && inMenu.length > 0 && (
        <ActionsMenu
          label="More"
          icon={<IconDots size={16} aria-hidden />}
          of={of}
          actions={inMenu.flatMap(spreadOut)}
        />
      )}
    </Group>
  );
}

/** Flattens a nested menu, which would be hard to hit: its entries get both names. */
function spreadOut(action: RowAction): RowAction[] {
  const { menu } = action;
  return menu?.map((entry) => ({ ...entry, label: `${action.label}: ${entry.label}` })) ?? [action];
}

type ActionsMenuProps = RowActionsProps & { label: string; icon: ReactNode };

function ActionsMenu({ label, icon, of, actions }: ActionsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // The focus starts on the first item, not on a place before it.
    <Menu
      position="bottom-end"
      returnFocus
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" aria-label={`${label}: ${of}`} title={label}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, onClick, to, search, removes }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            color={removes ? 'red' : undefined}
            {...(to !== undefined && { component: Link, ...linkTo(to, search ?? {}) })}
            onClick={() => {
              // A dialog gives the focus back to what had it: the item will be gone by then.
              button.current?.focus();
              onClick?.();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
