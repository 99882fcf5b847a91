import { Stack } from '@mantine/core';
import { ImportNotice } from '../../../web/parts/imports/import-notice.tsx';
import { figures } from '../../../web/parts/imports/import-words.ts';
import { RejectedRows } from '../../../web/parts/imports/rejected-rows.tsx';
import { UndoImport } from '../../../web/parts/imports/undo-import.tsx';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { StepHeading } from '../../../web/ui/step-heading.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { Rejection, RejectionCause } from '../../imports/contract.ts';
import { isTooOldToUndo } from '../../imports/rules.ts';
import type { ClassImport, LeftClass } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { Counts } from './preview.tsx';

type ImportResultProps = {
  answer: {
    import: ClassImport;
    rejections: Rejection[];
    causes: RejectionCause[];
    count: number;
    left: LeftClass[];
  };
  page: number;
};

export function ImportResult({ answer, page }: ImportResultProps) {
  const { import: found, rejections, causes, count, left } = answer;
  const { id, state, created, updated, restored, deleted, kept } = found;
  const isOver = state === 'done' || state === 'undone' || state === 'failed';
  const mayUndo = (state === 'done' || state === 'failed') && created + updated > 0 && !isTooOldToUndo(found);
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
          {figures(restored)} restored, {figures(deleted)} deleted{kept > 0 && `, ${figures(kept)} kept`}.
        </ImportNotice>
      )}
      {left.length > 0 && (
        <DataTable
          caption="Kept classes"
          columns={LEFT}
          rows={left}
          rowKey={({ line }) => line}
          nothingYet=""
        />
      )}
      {mayUndo && <Undo found={found} />}
      {count > 0 && (
        <RejectedRows
          rejections={rejections}
          causes={causes}
          count={count}
          page={page}
          poll={(asked) => calls.rejectedClassImportCsv.call({ id, ...asked })}
        />
      )}
    </Stack>
  );
}

function Undo({ found: { id, file_name, created, updated } }: { found: ClassImport }) {
  const undo = async () => {
    await calls.undoClassImport.call({ id });
    await reload();
  };
  return (
    <UndoImport file_name={file_name} undo={undo}>
      Deletes {figures(created)} new classes and restores {figures(updated)}. Classes that were edited, sold,
      enrolled in or bundled since are kept. An import can be undone once.
    </UndoImport>
  );
}

const LEFT: Column<LeftClass>[] = [
  { key: 'line', header: 'Line', narrow: true, stays: true, cell: (row) => row.line },
  {
    key: 'class_name',
    header: 'Class name',
    rowHeader: true,
    stays: true,
    cell: ({ class_id, class_name }) => (
      <RecordLink noun="class" id={class_id}>
        {class_name}
      </RecordLink>
    ),
  },
  { key: 'reason', header: 'Why', priority: 5, cell: ({ reason }) => reason },
];
