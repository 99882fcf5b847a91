import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../features/audit/contract.ts';
import { useOpenScreens } from '../../screen.ts';
import { parseSearch } from '../../ui/address.ts';
import type { Column } from '../../ui/table/column.ts';
import { Time } from '../../ui/time.tsx';
import classes from './audit-columns.module.css';
import { sentenceOf } from './audit-sentence.ts';
import { AUDIT_WORDS } from './audit-words.ts';

export function columnsWith(open: ReadonlySet<number>, toggle: (id: number) => void): Column<AuditEntry>[] {
  return [
    { key: 'at', header: 'When', oneLine: true, cell: ({ at }) => <Time value={at} /> },
    { key: 'what', header: 'Action', rowHeader: true, cell: (entry) => <SentenceOf entry={entry} /> },
    { key: 'address', header: 'Address', priority: -1, cell: ({ address: from }) => from ?? '–' },
    { key: 'program', header: 'Program', cell: programOf },
    {
      key: 'change',
      header: 'Change',
      hiddenHeader: true,
      numeric: true,
      cell: ({ id, before, after, entity, entity_id }) =>
        (before || after) && (
          <Button
            size="compact-xs"
            variant="subtle"
            data-opens
            aria-expanded={open.has(id)}
            aria-label={`Change of ${entity} ${entity_id}`}
            onClick={() => toggle(id)}
          >
            {open.has(id) ? 'Hide' : 'Show'}
          </Button>
        ),
    },
  ];
}

function SentenceOf({ entry }: { entry: AuditEntry }) {
  const { who, did, record, details } = sentenceOf(entry);
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
      {details && `: ${details}`}
      {entry.below > 0 && (
        <>
          {' · '}
          <Link to="/audit" search={{ parent_id: entry.id }} className={classes.link} preload={false}>
            {entry.below === 1 ? 'details' : `each of the ${entry.below.toLocaleString()}`}
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
