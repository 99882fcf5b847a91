import { apiOf } from '../../../web/api.ts';
import { AssignDialog } from '../../../web/parts/assign-dialog.tsx';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { arrangeDialog, displayOrderDialog } from '../../../web/parts/noun-dialogs.tsx';
import { programsContract } from '../../programs/contract.ts';
import type { ListedClass } from '../contract.ts';
import { calls, nameOf, reload } from './calls.ts';

const api = apiOf({ programs: programsContract });

export const ClassOrder = displayOrderDialog<'display_order', ListedClass>({
  order: 'display_order',
  save: calls.setClassDisplayOrder.call,
  reload,
  nameOf,
});

export const ArrangeClasses = arrangeDialog<ListedClass>({
  noun: 'classes and bundles',
  read: calls.classOrder.call,
  unplaced: calls.unplacedClasses.call,
  save: calls.saveClassOrder.call,
  reload,
  nameOf,
});

export function ClassTags({ record, program_id, onClose }: DialogProps<ListedClass, { program_id: number }>) {
  const { id } = record;
  const read = async () => {
    const [{ programs, updated_at }, { program }] = await Promise.all([
      calls.classPrograms.call({ id }),
      api.programs.program.call({ id: program_id }),
    ]);
    const ids = programs.find((link) => link.program_id === program_id)?.tags ?? [];
    const choices = program.tags
      .filter((tag) => tag.active === 1 || ids.includes(tag.id))
      .map((tag) => ({ id: tag.id, name: tag.name, note: tag.active === 1 ? undefined : 'Inactive' }));
    return { ids, choices, updated_at };
  };
  return (
    <AssignDialog
      title="Assign tags"
      of={nameOf(record)}
      nouns={['tag', 'tags']}
      read={read}
      save={async ({ ids, updated_at }) => {
        await calls.saveClassTags.call({ id, program_id, tags: ids, updated_at });
        await reload();
      }}
      onClose={onClose}
    />
  );
}
