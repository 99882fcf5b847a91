import { useNavigate } from '@tanstack/react-router';
import { isGlobal } from '../../core/access.ts';
import { useActor } from '../session.tsx';
import { addressId, useAddress } from '../ui/address.ts';
import { chooseProgram } from './program-of-tab.ts';

const SHAPE = { program_id: addressId };

/** Returns the program that everything on the screen is of: that of the switcher, 0 for all, or a bound admin's own. */
export function useProgram(): number {
  const actor = useActor();
  const { program_id } = useAddress(SHAPE).state;
  return isGlobal(actor) ? program_id : actor.program_id;
}

/** Returns the program of the switcher, 0 for all and for a bound admin, whom the server gives no other than their own. */
export function useSwitchedProgram(): number {
  const isSwitched = isGlobal(useActor());
  const { program_id } = useAddress(SHAPE).state;
  return isSwitched ? program_id : 0;
}

/** Returns what switches the program on the present screen, and its list to page 1. */
export function useSwitchProgram(): (program_id: number) => void {
  const navigate = useNavigate();
  return (program_id) => {
    chooseProgram(program_id);
    void navigate({
      to: '.',
      search: (search: Record<string, unknown>) => ({
        ...search,
        page: undefined,
        program_id: program_id || undefined,
      }),
      resetScroll: false,
    });
  };
}
