import { Stack, Text } from '@mantine/core';
import { ImportNotice } from '../../../web/parts/imports/import-notice.tsx';
import { figures, rowsOf } from '../../../web/parts/imports/import-words.ts';
import { RejectedRows } from '../../../web/parts/imports/rejected-rows.tsx';
import { UndoImport } from '../../../web/parts/imports/undo-import.tsx';
import { StepHeading } from '../../../web/ui/step-heading.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { Rejection, RejectionCause } from '../../imports/contract.ts';
import { isTooOldToUndo } from '../../imports/rules.ts';
import type { LeftRow, SiteImport } from '../contract.ts';
import type { MovedKind } from '../rules.ts';
import { calls, reload } from './calls.ts';
import { HistoryCounts } from './history-preview.tsx';

type HistoryResultProps = {
  answer: {
    import: SiteImport;
    rejections: Rejection[];
    causes: RejectionCause[];
    count: number;
    left: LeftRow[];
  };
  page: number;
};

export function HistoryResult({ answer, page }: HistoryResultProps) {
  const { import: found, rejections, causes, count, left } = answer;
  const { id, state, created, deleted, kept } = found;
  const isOver = state === 'done' || state === 'undone' || state === 'failed';
  const mayUndo = (state === 'done' || state === 'failed') && created > 0 && !isTooOldToUndo(found);
  return (
    <Stack gap="md">
      {isOver && (
        <>
          <StepHeading step={state}>Result</StepHeading>
          <HistoryCounts found={found} label="Result" />
        </>
      )}
      {state === 'undone' && (
        <ImportNotice color={kept > 0 ? 'orange' : 'green'} title="This import was undone">
          {figures(deleted)} removed{kept > 0 && `, ${figures(kept)} kept: something depends on them`}.
        </ImportNotice>
      )}
      {left.length > 0 && (
        <DataTable caption="Kept rows" columns={LEFT} rows={left} rowKey={({ line }) => line} nothingYet="" />
      )}
      {mayUndo && <Undo found={found} />}
      {count > 0 && (
        <RejectedRows
          rejections={rejections}
          causes={causes}
          count={count}
          page={page}
          poll={(asked) => calls.rejectedSiteImportCsv.call({ id, ...asked })}
        />
      )}
    </Stack>
  );
}

function Undo({ found: { id, kind, file_name, created } }: { found: SiteImport }) {
  const words = UNDO_WORDS[kind];
  if (words === null)
    return (
      <Text size="sm" c="dimmed">
        Tickets can't be undone: a ticket is never deleted.
      </Text>
    );
  const undo = async () => {
    await calls.undoSiteImport.call({ id });
    await reload();
  };
  return (
    <UndoImport file_name={file_name} undo={undo}>
      Removes what {rowsOf(created)} added. {words} An import can be undone once.
    </UndoImport>
  );
}

/** Words for what an undo keeps, by kind; null where there is none. */
const UNDO_WORDS: Record<MovedKind, string | null> = {
  charges:
    'Sales are kept if they were refunded, disputed or paid out since, if the buyer has attended, or if tickets or a membership came with them.',
  enrolments: 'Enrolments are kept if they were changed, bought or attended since.',
  attendances: 'Attendances are kept if their days have been paid.',
  coins: 'LiL-T are reversed, and kept if they have been spent.',
  tickets: null,
};

const LEFT: Column<LeftRow>[] = [
  { key: 'line', header: 'Line', narrow: true, stays: true, cell: (row) => row.line },
  { key: 'reference', header: 'Reference', rowHeader: true, stays: true, cell: ({ reference }) => reference },
  { key: 'reason', header: 'Why', priority: 5, cell: ({ reason }) => reason },
];
