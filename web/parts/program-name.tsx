import { useQuery } from '@tanstack/react-query';
import { programsContract } from '../../features/programs/contract.ts';
import { apiOf } from '../api.ts';

const api = apiOf({ programs: programsContract });

/** A program by its name, 0 being the global site; its id alone where it has none to see. */
export function ProgramName({ id }: { id: number }) {
  const { data, isPending } = useQuery(
    api.programs.programs.queryOptions({ input: { page: undefined, status: 'all' }, staleTime: 300_000 }),
  );
  if (id === 0) return 'Global site';
  if (isPending) return '…';
  return data?.programs.find((program) => program.id === id)?.program_display_name ?? `Program ${id}`;
}
