import { Clamped } from '../ui/table/clamped.tsx';
import { usePrograms } from './programs.ts';

/** A program by its name, 0 being the global site; its id alone where it has none to see. */
export function ProgramName({ id }: { id: number }) {
  return useProgramName(id) ?? '…';
}

/** The same in a cell of a table, where a long one is cut. */
export function ProgramCell({ id }: { id: number }) {
  return <Clamped text={useProgramName(id) ?? '…'} />;
}

/** The same as a text; null until it is known. */
export function useProgramName(id: number): string | null {
  const { data, isPending } = usePrograms({ enabled: id !== 0 });
  if (id === 0) return 'Global site';
  if (isPending) return null;
  return data?.programs.find((program) => program.id === id)?.program_display_name ?? `Program ${id}`;
}
