import { type DragEvent, useState } from 'react';

/** Accepts dropped files on a box: whether one is held over it, and the box's handlers. */
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
