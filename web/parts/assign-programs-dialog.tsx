import { AssignDialog } from './assign-dialog.tsx';
import { readAssignablePrograms } from './programs.ts';

type Programs = { programs: number[]; updated_at?: string };

type AssignProgramsDialogProps = {
  of: string;
  /** Program of the record, always kept; 0 for one of the global site. */
  home?: number;
  read: () => Promise<Programs>;
  save: (assigned: Programs) => Promise<unknown>;
  onClose: () => void;
};

export function AssignProgramsDialog({ of, home = 0, read, save, onClose }: AssignProgramsDialogProps) {
  const readAll = async () => {
    const assigned = await read();
    const programs = await readAssignablePrograms([home, ...assigned.programs]);
    const choices = programs.map((program) =>
      program.id === home ? { ...program, locked: true, note: 'Always included' } : program,
    );
    return { ids: assigned.programs, updated_at: assigned.updated_at, choices };
  };
  return (
    <AssignDialog
      title="Programs"
      of={of}
      nouns={['program', 'programs']}
      read={readAll}
      save={({ ids, updated_at }) => save({ programs: ids, updated_at })}
      onClose={onClose}
    />
  );
}
