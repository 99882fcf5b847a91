import { useLocalStorage } from '@mantine/hooks';
import { useMatch } from '@tanstack/react-router';
import { useActor } from '../session.tsx';

/** Returns the columns that the person has hidden in the list of this screen, kept in their browser, and a setter. */
export function useHiddenColumns() {
  const { admin_id } = useActor();
  // The match keeps its address while the next screen is on its way; the location does not.
  const { pathname } = useMatch({ strict: false });
  return useLocalStorage<readonly string[]>({
    key: `hidden-columns ${admin_id} ${pathname}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: keysIn,
  });
}

/** Reads the names; what another version or a person has left there counts as none. */
function keysIn(text: string | undefined): readonly string[] {
  try {
    const keys: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}
