import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { linkTo } from '../link-to.ts';
import type { Column } from './column.ts';
import classes from './row-actions.module.css';
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
  /** One of the two that stand in the row where there are more. */
  kept?: boolean;
  /** Highlights an action that is due; it stands in the row before all others. */
  loud?: boolean;
  removes?: boolean;
  /** Letter that takes it on the row under the cursor; of the bar above the table, where rows are ticked. */
  key?: string;
  /** Leads to a section of the record's page, where it is left out. */
  isSection?: boolean;
  /** Goes on to the next row: what its key does is done at once. */
  goesOn?: boolean;
};

type RowActionsProps = {
  of: string;
  actions: readonly RowAction[];
};

export function actionsColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return { key: 'actions', header: 'Actions', hiddenHeader: true, numeric: true, cell };
}

/** Callback before an action is taken, where all of a row's are shown; null in a table. */
export const SpreadActions = createContext<(() => void) | null>(null);

/** True in the head of a record's page, which has room for one verb more, and its sections for those that lead there. */
export const RecordActions = createContext(false);

const MOST_VERBS = 2;
const MOST_VERBS_OF_A_PAGE = 3;

/** Actions of a row in its last column: at most two verbs, the others in a menu; on a card all of them there. */
export function RowActions({ of, actions: all }: RowActionsProps) {
  const { cards } = useTableFit();
  const onTake = useContext(SpreadActions);
  const isPage = useContext(RecordActions);
  const actions = isPage ? all.filter(({ isSection }) => !isSection) : all;
  if (actions.length === 0) return null;
  const flat = actions.flatMap(spreadOut);
  if (onTake !== null)
    return flat.map((action) => <Verb key={action.label} of={of} action={action} onTake={onTake} />);
  const verbs = cards ? [] : verbsOf(actions, isPage ? MOST_VERBS_OF_A_PAGE : MOST_VERBS);
  const others = actions.filter((action) => !verbs.includes(action)).flatMap(spreadOut);
  return (
    <div className={classes.actions}>
      {verbs.map((action) => (
        <Verb key={action.label} of={of} action={action} />
      ))}
      {others.length > 0 && <ActionsMenu of={of} actions={others} />}
      {/* For the keys: what stands in the menu is not there while that is closed. */}
      {others.map((action) => action.key && <HiddenVerb key={action.label} of={of} action={action} />)}
    </div>
  );
}

function HiddenVerb({ of, action: { label, key, to, search, onClick } }: VerbProps) {
  const common = { hidden: true, 'aria-label': `${label}: ${of}`, 'data-verb': label, 'data-key': key };
  if (to !== undefined) return <Link {...common} {...linkTo(to, search ?? {})} />;
  return <button type="button" {...common} onClick={onClick} />;
}

function verbsOf(actions: readonly RowAction[], most: number): RowAction[] {
  if (actions.length <= most && !actions.some(({ menu }) => menu)) return [...actions];
  const first = actions.filter(({ loud }) => loud);
  return [...first, ...actions.filter(({ kept, loud }) => kept && !loud)].slice(0, most);
}

/** Flattens a nested menu, which would be hard to hit: its entries get both names. */
function spreadOut(action: RowAction): RowAction[] {
  const { menu } = action;
  return menu?.map((entry) => ({ ...entry, label: `${action.label}: ${entry.label}` })) ?? [action];
}

type VerbProps = { of: string; action: RowAction; onTake?: () => void };

function Verb({ of, action: { label, onClick, to, search, loud, removes, key, goesOn }, onTake }: VerbProps) {
  const isPage = useContext(RecordActions);
  const common = {
    size: isPage ? 'sm' : 'compact-sm',
    variant: loud ? 'filled' : onTake || isPage ? 'default' : 'subtle',
    color: removes ? 'red' : undefined,
    'data-verb': label,
    'data-key': key,
    'data-removes': removes,
    'data-goes-on': goesOn,
    'aria-label': `${label}: ${of}`,
  };
  if (to === undefined)
    return (
      <Button
        {...common}
        onClick={() => {
          onTake?.();
          onClick?.();
        }}
      >
        {label}
      </Button>
    );
  return (
    <Button {...common} component={Link} {...linkTo(to, search ?? {})} onClick={onTake}>
      {label}
    </Button>
  );
}

function ActionsMenu({ of, actions }: RowActionsProps) {
  const isPage = useContext(RecordActions);
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
        <ActionIcon
          ref={button}
          variant={isPage ? 'default' : 'subtle'}
          size={isPage ? 36 : undefined}
          aria-label={`More: ${of}`}
          title="More"
        >
          <IconDots size={16} aria-hidden />
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
