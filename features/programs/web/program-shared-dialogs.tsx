import { AssignDialog } from '../../../web/parts/assign-dialog.tsx';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { translationsDialog } from '../../../web/parts/noun-dialogs.tsx';
import { readAssignablePrograms } from '../../../web/parts/programs.ts';
import { programTranslationInput } from '../program-schemas.ts';
import { calls, reload, type SiteProgram } from './calls.ts';

export const ProgramTranslations = translationsDialog({
  noun: 'program',
  schema: programTranslationInput,
  read: calls.programTranslations.call,
  save: calls.saveProgramTranslations.call,
  reload,
});

export function ProgramDefaults({ record: { id, name }, onClose }: DialogProps<SiteProgram>) {
  const read = async () => {
    const assigned = await calls.programDefaults.call({ id });
    const programs = await readAssignablePrograms([id, ...assigned.programs]);
    const choices = programs.map((program) =>
      program.id === id ? { ...program, locked: true, note: 'Always included' } : program,
    );
    return { ids: assigned.programs, updated_at: assigned.updated_at, choices };
  };
  return (
    <AssignDialog
      title="Default programs for new users"
      of={name}
      nouns={['program', 'programs']}
      read={read}
      save={async ({ ids, updated_at }) => {
        await calls.saveProgramDefaults.call({ id, programs: ids.filter((one) => one !== id), updated_at });
        await reload();
      }}
      onClose={onClose}
    />
  );
}
