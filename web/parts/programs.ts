import { useQuery } from '@tanstack/react-query';
import { programsContract } from '../../features/programs/contract.ts';
import { apiOf } from '../api.ts';
import type { Assignable } from './assign-dialog.tsx';

const api = apiOf({ programs: programsContract });

const EVERY_PROGRAM = { page: undefined, status: 'all' } as const;

/** Loads every program, inactive ones included; for a bound admin only the own. Cached for names, filters and choosers. */
export function usePrograms(options: { enabled?: boolean } = {}) {
  return useQuery(
    api.programs.programs.queryOptions({ input: EVERY_PROGRAM, staleTime: 300_000, ...options }),
  );
}

export async function readAssignablePrograms(kept: readonly number[]): Promise<Assignable[]> {
  const { programs } = await api.programs.programs.call(EVERY_PROGRAM);
  return programs
    .filter(({ id, status }) => status === 1 || kept.includes(id))
    .map(({ id, program_display_name: name, status }) => ({
      id,
      name,
      note: status === 1 ? undefined : 'Inactive',
    }));
}
