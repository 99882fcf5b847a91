import type { FieldWord } from '../ui/form/field-words.ts';
import { usePrograms } from './programs.ts';
import { RecordName } from './records/record-name.tsx';

/** Name of a program, or of the global site for 0; the id alone where the person may not see it. */
export function ProgramName({ id }: { id: number }) {
  return useProgramName(id) ?? '…';
}

export const PROGRAM_WORD: FieldWord = {
  label: 'Program',
  show: (id) => <ProgramName id={Number(id)} />,
};

export function ProgramCell({ id }: { id: number }) {
  return <RecordName noun="program" id={id} name={useProgramName(id) ?? '…'} />;
}

export function useProgramName(id: number): string | null {
  const { data, isPending } = usePrograms({ enabled: id !== 0 });
  if (id === 0) return 'Global site';
  if (isPending) return null;
  return data?.programs.find((program) => program.id === id)?.program_display_name ?? `Program ${id}`;
}
