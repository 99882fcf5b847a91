import { Group, Stack, Text } from '@mantine/core';
import { FileDrop } from '../../../web/parts/images/file-drop.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { LARGEST_FILE_BYTES } from '../../imports/rules.ts';
import { KIND_FIELDS, KIND_TITLES, MOVED_KINDS, type MovedKind, titlesOf } from '../rules.ts';
import { sendFile } from './calls.ts';

type UploadHistoryProps = {
  /** 0 where none is chosen. */
  program_id: number;
  kind: MovedKind;
  onKind: (kind: MovedKind) => void;
  onRead: (id: number) => void;
};

export function UploadHistory({ program_id, kind, onKind, onRead }: UploadHistoryProps) {
  const titles = titlesOf(kind);
  return (
    <Stack gap="xs" mb="md">
      <Group align="flex-end">
        <Choice
          label="Rows of the file"
          data={MOVED_KINDS.map((value) => ({ value, label: KIND_TITLES[value] }))}
          value={kind}
          onChange={(chosen) => {
            const known = MOVED_KINDS.find((one) => one === chosen);
            if (known) onKind(known);
          }}
          allowDeselect={false}
        />
      </Group>
      <Text size="sm" c="dimmed">
        Columns: {KIND_FIELDS[kind].map((field) => titles[field]).join(', ')}.
      </Text>
      {program_id === 0 ? (
        <Text size="sm">Choose the program to import into.</Text>
      ) : (
        <FileDrop
          label={`CSV: ${KIND_TITLES[kind]}`}
          accept=".csv"
          bytes={LARGEST_FILE_BYTES}
          hint="At most 50 MB and 200,000 rows. You'll see a preview before anything is saved."
          onFile={async (file, sending) => onRead((await sendFile({ kind, program_id, file }, sending)).id)}
        />
      )}
    </Stack>
  );
}
