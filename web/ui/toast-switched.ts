import { toast } from './toasts.tsx';

/** Reverses a switch; rejects where the row was switched or saved since, and then nothing has changed. */
export type Undo = () => Promise<unknown>;

type Switched = {
  undo: Undo | undefined;
  /** Loads the rows again, also after an undo that was refused: the row then reads otherwise. */
  reload: () => Promise<unknown>;
};

export function toastSwitched(text: string, { undo, reload }: Switched): void {
  if (!undo) return toast(text);
  const run = async () => {
    try {
      await undo();
    } finally {
      await reload();
    }
  };
  toast(text, { action: { label: 'Undo', run } });
}
