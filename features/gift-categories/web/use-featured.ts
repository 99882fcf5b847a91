import { useRef, useState } from 'react';
import { toast } from '../../../web/ui/toasts.tsx';
import { type Category, calls, reloadCategories } from './category-calls.ts';

/** Features rows in a program, one at a time over the whole screen; a failure shows on its row alone (section 8). */
export function useFeatured(program_id: number) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<number | null>(null);
  const running = useRef(false);

  const toggle = async ({ id }: Category) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailed(null);
    try {
      await calls.toggleGiftCategoryFeatured.call({ id, program_id });
      toast('Success!');
      await reloadCategories();
    } catch {
      setFailed(id);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, failed, toggle };
}
