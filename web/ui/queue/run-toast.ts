import { isToastShown, replaceToast } from '../toasts.tsx';

/** Milliseconds: a run is looked back at longer than a single step. */
const RUN_SHOWN_MS = 10_000;

type Run<Step> = {
  words: (steps: readonly Step[]) => string;
  /** Returns earlier steps as later ones leave them; as they are by default. */
  joined?: (earlier: readonly Step[], later: readonly Step[]) => Step[];
  /** Takes all steps of the run back; undefined where that is not possible. */
  undo?: (steps: readonly Step[]) => Promise<void>;
  /** Number of steps that can be taken back at once. */
  mostUndone?: number;
};

/** Counts the steps of a queue in one toast, as long as it is on the screen, and takes them all back. */
export function runToast<Step>(run: Run<Step>): (steps: readonly Step[]) => void {
  const { words, joined = (earlier) => [...earlier], undo, mostUndone = Number.POSITIVE_INFINITY } = run;
  let current: { toast: number; steps: readonly Step[] } = { toast: 0, steps: [] };
  return (later) => {
    const earlier = isToastShown(current.toast) ? joined(current.steps, later) : [];
    const steps = [...earlier, ...later];
    const takeBack = async () => {
      // What comes from now on has an undo of its own.
      current = { toast: 0, steps: [] };
      await undo?.(steps);
    };
    const canUndo = undo !== undefined && steps.length > 0 && steps.length <= mostUndone;
    current = {
      steps,
      toast: replaceToast(current.toast, words(steps), {
        shown_ms: RUN_SHOWN_MS,
        ...(canUndo && { action: { label: 'Undo', run: takeBack } }),
      }),
    };
  };
}
