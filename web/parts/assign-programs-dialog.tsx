import { programsContract } from '../../features/programs/contract.ts';
import { apiOf } from '../api.ts';
import { AssignDialog } from './assign-dialog.tsx';

const api = apiOf({ programs: programsContract });

type Programs = { programs: number[]; updated_at?: string };

type AssignProgramsDialogProps = {
  /** What is assigned: "Summer draw". */
  of: string;
  /** Its own program, which always stays; 0 for what belongs to the global site. */
  home?: number;
  read: () => Promise<Programs>;
  save: (assigned: Programs) => Promise<unknown>;
  onClose: () => void;
};

/** Which program sites show something. */
export function AssignProgramsDialog({ of, home = 0, read, save, onClose }: AssignProgramsDialogProps) {
  const readAll = async () => {
    const [assigned, { programs }] = await Promise.all([
      read(),
      api.programs.programs.call({ page: undefined, status: 'all' }),
    ]);
    const choices = programs.map(({ id, program_display_name: name, status }) => ({
      id,
      name,
      locked: id === home,
      note: id === home ? 'Its own program always shows it' : status === 1 ? undefined : 'Not active',
    }));
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
