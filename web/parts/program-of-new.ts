import { isGlobal } from '../../core/access.ts';
import { useActor } from '../session.tsx';
import { addressId, useAddress } from '../ui/address.ts';
import { useProgramName } from './program-name.tsx';
import { usePrograms } from './programs.ts';

const FILTER = { program_id: addressId };

/** Returns the program of a new record: a bound admin's own, else that of the list's filter; `otherwise` without one, or where it is inactive. */
export function useProgramOfNew(otherwise: number): number {
  const actor = useActor();
  const { program_id } = useAddress(FILTER).state;
  const { data } = usePrograms({ enabled: program_id !== 0 });
  if (!isGlobal(actor)) return actor.program_id;
  const isInactive = data?.programs.some(({ id, status }) => id === program_id && status !== 1);
  return isInactive ? otherwise : program_id || otherwise;
}

/** Returns the save button's label where a new record's program is a choice: "Save for The Crafts Academy". */
export function useSaveLabel({ program_id, isNew }: { program_id: number; isNew: boolean }): string {
  const isChoice = isGlobal(useActor());
  const name = useNameInSentence(program_id);
  return isNew && isChoice ? `Save for ${name}` : 'Save';
}

type Published = { active: boolean; program_id: number };

/** Labels of the buttons of a form whose record is public while active. `before` is null for a new one. */
export function usePublishing({ active, program_id }: Published, before: Published | null) {
  const publish = `Save and publish on ${useNameInSentence(program_id)}`;
  const both = [
    { label: publish, values: { active: true } },
    { label: 'Save as inactive', values: { active: false } },
  ] as const;
  if (before === null) return active ? ways(both[0], both[1]) : ways(both[1], both[0]);
  if (!active) return ways({ label: before.active ? 'Save as inactive' : 'Save' });
  const isLive = before.active && before.program_id === program_id;
  return isLive ? ways({ label: 'Save' }) : ways(both[0], both[1]);
}

function ways(first: { label: string }, second?: { label: string; values: { active: boolean } }) {
  return { saveLabel: first.label, second };
}

function useNameInSentence(program_id: number): string {
  const name = useProgramName(program_id);
  return program_id === 0 ? 'the global site' : (name ?? '…');
}
