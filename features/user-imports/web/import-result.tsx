import { Stack } from '@mantine/core';
import { ImportNotice } from '../../../web/parts/imports/import-notice.tsx';
import { figures } from '../../../web/parts/imports/import-words.ts';
import { RejectedRows } from '../../../web/parts/imports/rejected-rows.tsx';
import { UndoImport } from '../../../web/parts/imports/undo-import.tsx';
import { StepHeading } from '../../../web/ui/step-heading.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { Rejection, RejectionCause } from '../../imports/contract.ts';
import { isTooOldToUndo } from '../../imports/rules.ts';
import type { UserImport } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { Counts } from './counts.tsx';

type Left = { line: number; user_id: number; email: string; reason: string };
type ImportResultProps = {
  answer: {
    import: UserImport;
    rejections: Rejection[];
    causes: RejectionCause[];
    count: number;
    left: Left[];
  };
  page: number;
};

export function ImportResult({ answer, page }: ImportResultProps) {
  const { import: found, rejections, causes, count, left } = answer;
  const { id, state, restored, deleted, kept } = found;
  const isOver = state === 'done' || state === 'undone' || state === 'failed';
  return (
    <Stack gap="md">
      {isOver && (
        <>
          <StepHeading step={state}>Result</StepHeading>
          <Counts found={found} label="Result" />
        </>
      )}
      {state === 'undone' && (
        <ImportNotice color={kept > 0 ? 'orange' : 'green'} title="This import was undone">
          {figures(restored)} restored, {figures(deleted)} deleted
          {kept > 0 && `, ${figures(kept)} kept because they were edited since`}.
        </ImportNotice>
      )}
      {left.length > 0 && (
        <DataTable
          caption="Kept users"
          columns={LEFT}
          rows={left}
          rowKey={({ line }) => line}
          nothingYet=""
        />
      )}
      {(state === 'done' || state === 'failed') && !isTooOldToUndo(found) && <Undo found={found} />}
      {count > 0 && (
        <RejectedRows
          rejections={rejections}
          causes={causes}
          count={count}
          page={page}
          poll={(asked) => calls.rejectedUserImportCsv.call({ id, ...asked })}
        />
      )}
    </Stack>
  );
}

function Undo({ found: { id, file_name, created, updated, enrolled } }: { found: UserImport }) {
  if (created + updated + enrolled === 0) return null;
  const undo = async () => {
    await calls.undoUserImport.call({ id });
    await reload();
  };
  return (
    <UndoImport file_name={file_name} undo={undo}>
      Deletes {figures(created)} new users, restores {figures(updated)} and removes {figures(enrolled)}{' '}
      enrolments. Users edited since are kept. An import can be undone once.
    </UndoImport>
  );
}

const LEFT: Column<Left>[] = [
  { key: 'line', header: 'Line', narrow: true, stays: true, cell: (row) => row.line },
  { key: 'email', header: 'Email', rowHeader: true, stays: true, cell: ({ email }) => email },
  { key: 'user_id', header: 'User', numeric: true, priority: 3, cell: ({ user_id }) => `#${user_id}` },
  { key: 'reason', header: 'Why', priority: 5, cell: ({ reason }) => reason },
];
