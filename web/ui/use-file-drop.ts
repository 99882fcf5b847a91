import { type DragEvent, useState } from 'react';

/** Lets a file be dropped on a box: whether one is held over it, and what the box listens to. */
export function useFileDrop(take: (file: File | undefined) => unknown) {
  const [over, setOver] = useState(false);
  const box = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void take(event.dataTransfer.files[0]);
    },
  };
  return { over, box };
}
