import { useQuery } from '@tanstack/react-query';
import { programsContract } from '../../features/programs/contract.ts';
import { apiOf } from '../api.ts';

const api = apiOf({ programs: programsContract });

/** Every program, inactive ones too: of a bound admin, the own. Asked once for names, filters and choosers. */
export function usePrograms(options: { enabled?: boolean } = {}) {
  return useQuery(
    api.programs.programs.queryOptions({
      input: { page: undefined, status: 'all' },
      staleTime: 300_000,
      ...options,
    }),
  );
}
