import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AuditEntry, RecordNames } from '../../../features/audit/contract.ts';
import { useOpenScreens } from '../../screen.ts';
import { parseSearch } from '../../ui/address.ts';
import type { Column } from '../../ui/table/column.ts';
import { useTableFit } from '../../ui/table/table-fit.ts';
import { Time } from '../../ui/time.tsx';
import classes from './audit-columns.module.css';
import { NO_NAMES } from './audit-names.ts';
import { sentenceOf } from './audit-sentence.ts';
import { AUDIT_WORDS } from './audit-words.ts';

export function columnsWith(
  open: ReadonlySet<number>,
  toggle: (id: number) => void,
  names: RecordNames = NO_NAMES,
): Column<AuditEntry>[] {
  return [
    { key: 'at', header: 'When', oneLine: true, cell: ({ at }) => <Time utc value={at} /> },
    {
      key: 'what',
      header: 'Action',
      rowHeader: true,
      cell: (entry) => <SentenceOf entry={entry} names={names} />,
    },
    { key: 'address', header: 'Address', priority: -1, cell: ({ address: from }) => from ?? '–' },
    { key: 'program', header: 'Program', wholeWords: true, cell: programOf },
    {
      key: 'change',
      header: 'Change',
      hiddenHeader: true,
      numeric: true,
      cell: ({ id, before, after, entity, entity_id }) =>
        (before || after) && (
          <OpenChange of={`${entity} ${entity_id}`} isOpen={open.has(id)} onClick={() => toggle(id)} />
        ),
    },
  ];
}

type OpenChangeProps = { of: string; isOpen: boolean; onClick: () => void };

/** Opens a change: by a word, on a card by a sign, as the sentence needs the room. */
function OpenChange({ of, isOpen, onClick }: OpenChangeProps) {
  const { cards } = useTableFit();
  const common = {
    variant: 'subtle',
    'data-opens': true,
    'aria-expanded': isOpen,
    'aria-label': `Change of ${of}`,
    onClick,
  };
  if (!cards)
    return (
      <Button {...common} size="compact-xs">
        {isOpen ? 'Hide' : 'Show'}
      </Button>
    );
  return (
    <ActionIcon {...common} color="gray">
      {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
    </ActionIcon>
  );
}

function SentenceOf({ entry, names }: { entry: AuditEntry; names: RecordNames }) {
  const { who, did, record, rest } = sentenceOf(entry, names);
  const address = useRecordAddress(entry);
  return (
    <span className={classes.sentence}>
      {who} {did}
      {record && ' '}
      {record && address ? (
        <Link to={address.to} search={{ ...address.search }} className={classes.link} preload={false}>
          {record}
        </Link>
      ) : (
        record
      )}
      {rest}
      {entry.below > 0 && (
        <>
          {' · '}
          <Link to="/audit" search={{ parent_id: entry.id }} className={classes.link} preload={false}>
            {`${entry.below.toLocaleString()} ${entry.below === 1 ? 'record' : 'records'}`}
          </Link>
        </>
      )}
    </span>
  );
}

function useRecordAddress({ entity, entity_id, action }: AuditEntry) {
  const path = AUDIT_WORDS[entity]?.screen;
  const screen = useOpenScreens().find((open) => path && open.path === path);
  const id = Number(entity_id);
  if (!screen || action === 'delete' || !Number.isSafeInteger(id)) return null;
  const [to = '/', search = ''] = (screen.record?.address(id) ?? screen.path).split('?');
  return { to, search: parseSearch(search) };
}

function programOf({ program_id, program_display_name: name }: AuditEntry): string {
  return program_id === 0 ? 'All programs' : (name ?? `Program ${program_id}`);
}
