import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Pixels from either end of a list within which it scrolls while a row is dragged. */
const EDGE_PX = 40;
const SCROLL_PX = 10;

type Drag = {
  id: number;
  /** Index of the row before which it would be dropped; null where the pointer is off the list. */
  over: number | null;
};

/** Drags rows of a list by the pointer: `onDrop` is called with the index it was dropped before, among all rows. */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: number, before: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pointer = useRef({ x: 0, y: 0 });
  const isOn = drag !== null;

  useEffect(() => {
    if (!isOn) return;
    let frame = 0;
    const scroll = () => {
      const box = list.current;
      if (box) {
        const { top, bottom } = box.getBoundingClientRect();
        const { y } = pointer.current;
        if (y < top + EDGE_PX) box.scrollTop -= SCROLL_PX;
        else if (y > bottom - EDGE_PX) box.scrollTop += SCROLL_PX;
        const over = indexAt(box, pointer.current);
        setDrag((now) => (now && now.over !== over ? { ...now, over } : now));
      }
      frame = requestAnimationFrame(scroll);
    };
    frame = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(frame);
  }, [isOn, list]);

  return {
    drag,
    handleOf: (id: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer.current = { x: event.clientX, y: event.clientY };
        setDrag({ id, over: null });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        pointer.current = { x: event.clientX, y: event.clientY };
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (!drag || !list.current) return;
        const over = indexAt(list.current, { x: event.clientX, y: event.clientY });
        setDrag(null);
        if (over !== null) onDrop(id, over);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}

/** Returns the index of the row before which something at this point would be dropped; null beside the list. */
function indexAt(list: HTMLElement, { x, y }: { x: number; y: number }): number | null {
  const box = list.getBoundingClientRect();
  if (x < box.left || x > box.right || y < box.top - EDGE_PX || y > box.bottom + EDGE_PX) return null;
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')];
  const at = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return at < 0 ? rows.length : at;
}
