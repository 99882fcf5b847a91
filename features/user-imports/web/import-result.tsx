import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ExportButton } from '../../../web/parts/exports/export-button.tsx';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { StepHeading } from '../../../web/ui/step-heading.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { PageLinks } from '../../../web/ui/table/page-links.tsx';
import type { UserImport } from '../contract.ts';
import { isTooOldToUndo } from '../../imports/rules.ts';
import { calls, reload } from './calls.ts';
import { Counts } from './counts.tsx';
import { figures, rowsOf } from './import-words.ts';

type Rejection = { line: number; column: string | null; reason: string };
type Left = { line: number; user_id: number; email: string; reason: string };
type ImportResultProps = {
  answer: { import: UserImport; rejections: Rejection[]; count: number; left: Left[] };
  page: number;
};

export function ImportResult({ answer, page }: ImportResultProps) {
  const { import: found, rejections, count, left } = answer;
  const { id, state, restored, deleted, kept } = found;
  const isOver = state === 'done' || state === 'undone' || state === 'failed';
  return (
    <Stack gap="md">
      {isOver && (
        <>
          <StepHeading step={state}>What happened</StepHeading>
          <Counts found={found} label="What happened" />
        </>
      )}
      {state === 'undone' && (
        <Alert variant="outline" color={kept > 0 ? 'orange' : 'green'} title="This import has been undone">
          {figures(restored)} put back, {figures(deleted)} deleted
          {kept > 0 && `, ${figures(kept)} left as they are: somebody has saved them since`}.
        </Alert>
      )}
      {left.length > 0 && (
        <DataTable
          caption="Left as they are"
          columns={LEFT}
          rows={left}
          rowKey={({ line }) => line}
          nothingYet=""
        />
      )}
      {(state === 'done' || state === 'failed') && !isTooOldToUndo(found) && <Undo found={found} />}
      {count > 0 && (
        <>
          <Group justify="space-between">
            <Title order={2} size="h4">
              Rejected: {rowsOf(count)}
            </Title>
            <ExportButton
              title="Rejected rows"
              poll={(asked) => calls.rejectedUserImportCsv.call({ id, ...asked })}
            />
          </Group>
          <PageLinks above page={page} count={count} noun={count === 1 ? 'row' : 'rows'} />
          <DataTable
            caption="Rejected rows"
            columns={REJECTED}
            rows={rejections}
            rowKey={({ line }) => line}
            nothingYet=""
          />
          <PageLinks page={page} count={count} noun={count === 1 ? 'row' : 'rows'} />
        </>
      )}
    </Stack>
  );
}

function Undo({ found: { id, file_name, created, updated, enrolled } }: { found: UserImport }) {
  const [asking, setAsking] = useState(false);
  if (created + updated + enrolled === 0) return null;
  return (
    <Group>
      <Button variant="default" color="red" onClick={() => setAsking(true)}>
        Undo
      </Button>
      {asking && (
        <ConfirmDialog
          title="Undo import"
          name={file_name}
          confirmLabel="Undo"
          danger
          onConfirm={async () => {
            await calls.undoUserImport.call({ id });
            await reload();
          }}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            {figures(created)} new users are deleted, {figures(updated)} changed ones are what they were, and{' '}
            {figures(enrolled)} enrolments are taken back. Whoever has been saved since stays as they are. An
            import can be undone once.
          </Text>
        </ConfirmDialog>
      )}
    </Group>
  );
}

const line = { key: 'line', header: 'Line', narrow: true, stays: true } as const;

const REJECTED: Column<Rejection>[] = [
  { ...line, rowHeader: true, cell: (row) => row.line },
  { key: 'column', header: 'Column', priority: 5, cell: ({ column }) => column ?? '—' },
  { key: 'reason', header: 'Reason', stays: true, cell: ({ reason }) => reason },
];

const LEFT: Column<Left>[] = [
  { ...line, cell: (row) => row.line },
  { key: 'email', header: 'Email', rowHeader: true, stays: true, cell: ({ email }) => email },
  { key: 'user_id', header: 'User', numeric: true, priority: 3, cell: ({ user_id }) => `#${user_id}` },
  { key: 'reason', header: 'Why', priority: 5, cell: ({ reason }) => reason },
];
