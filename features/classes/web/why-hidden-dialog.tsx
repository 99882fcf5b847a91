import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { Dialog } from '../../../web/ui/dialog/dialog.tsx';
import type { ListedClass } from '../contract.ts';
import { HIDINGS, hiddenBy } from '../visibility.ts';
import { calls, nameOf } from './calls.ts';

type WhyHiddenDialogProps = DialogProps<ListedClass, { program_id: number }>;

export function WhyHiddenDialog({ record, program_id, onClose }: WhyHiddenDialogProps) {
  return (
    <Dialog title="Why is this not on the site?" name={nameOf(record)} quoted onClose={onClose} small>
      <OnTheSite record={record} program_id={program_id} />
    </Dialog>
  );
}

export function OnTheSite({ record, program_id }: { record: ListedClass; program_id: number }) {
  const reasons = hiddenBy(record, program_id || null);
  const where = program_id > 0 ? <ProgramName id={program_id} /> : 'any site';
  return (
    <>
      {reasons.length === 0 ? (
        <Text size="sm">The class is visible{program_id > 0 ? <> on {where}</> : ' on the sites'}.</Text>
      ) : (
        <>
          <Text size="sm" mb="xs">
            The class is not shown on {where}:
          </Text>
          <List size="sm" spacing={4}>
            {reasons.map((reason) => (
              <List.Item key={reason}>{HIDINGS[reason]}</List.Item>
            ))}
          </List>
        </>
      )}
      {record.is_bundle && <NotSold id={record.id} />}
    </>
  );
}

/** Lists classes of a bundle that its program no longer sells: the bundle is shown without them. */
function NotSold({ id }: { id: number }) {
  const { data } = useQuery(calls.class.queryOptions({ input: { id } }));
  const kept = data?.class.bundles.filter((row) => data.class.not_sold.includes(row.id)) ?? [];
  if (kept.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="sm" mb="xs">
        The program of this bundle does not sell these classes. They stay in the bundle:
      </Text>
      <List size="sm" spacing={4}>
        {kept.map((row) => (
          <List.Item key={row.id}>{row.class_name || `Class #${row.id}`}</List.Item>
        ))}
      </List>
    </>
  );
}
