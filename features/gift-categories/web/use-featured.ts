import { useState } from 'react';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { type Category, calls, reload } from './calls.ts';

/** Features rows in a program, one at a time over the whole screen; a failure shows on its row alone (section 8). */
export function useFeatured(program_id: number) {
  const { busy, once } = useOnce();
  const [failed, setFailed] = useState<number | null>(null);

  const toggle = ({ id }: Category) =>
    once(
      async () => {
        setFailed(null);
        await calls.toggleGiftCategoryFeatured.call({ id, program_id });
        toast('Success!');
        await reload();
      },
      () => setFailed(id),
    );
  return { busy, failed, toggle };
}
