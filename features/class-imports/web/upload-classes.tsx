import { Anchor, Stack, Text } from '@mantine/core';
import { BYTE_ORDER_MARK } from '../../../core/csv/csv.ts';
import { FileDrop } from '../../../web/parts/images/file-drop.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { LARGEST_FILE_BYTES } from '../../imports/rules.ts';
import { MOST_CLASSES, SAMPLE_FILE } from '../rules.ts';
import { sendFile } from './calls.ts';

type UploadClassesProps = {
  /** The home of every class of the file; 0: each row says its own. */
  program_id: number;
  onRead: (id: number) => void;
};

export function UploadClasses({ program_id, onRead }: UploadClassesProps) {
  return (
    <Stack gap="xs" mb="md">
      <Text size="sm" c="dimmed">
        {program_id === 0 ? (
          'Each row names its home program, or gets the default program.'
        ) : (
          <>
            Imported into <ProgramName id={program_id} />.
          </>
        )}{' '}
        A row with the ID of a class updates it. Empty cells change nothing.{' '}
        <Anchor
          size="sm"
          underline="always"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(BYTE_ORDER_MARK + SAMPLE_FILE.text)}`}
          download={SAMPLE_FILE.name}
        >
          Download sample file
        </Anchor>
      </Text>
      <FileDrop
        label="CSV of classes"
        accept=".csv"
        bytes={LARGEST_FILE_BYTES}
        hint={`At most 50 MB and ${MOST_CLASSES.toLocaleString('en-US')} rows. You'll see a preview before anything is saved.`}
        onFile={async (file, sending) => onRead((await sendFile({ program_id, file }, sending)).id)}
      />
    </Stack>
  );
}
