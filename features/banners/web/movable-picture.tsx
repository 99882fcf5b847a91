import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { imageSource } from '../../../web/parts/images/image-source.ts';
import { type Extent, type Focal, windowOf } from '../../uploads/rules.ts';
import classes from './banner-preview.module.css';
import { movedBy, pointAt } from './focal.ts';

type MovablePictureProps = {
  label: string;
  path: string;
  crop: Extent;
  focal: Focal;
  onMove: (focal: Focal) => void;
};

/** Pixels of the crop that an arrow key moves by, and with Shift. */
const STEP = 10;
const FAR = 100;

/** Pixels of the screen up to which a press counts as a click, not a drag. */
const CLICK = 4;

export function MovablePicture({ label, path, crop, focal, onMove }: MovablePictureProps) {
  const [image, setImage] = useState<Extent | null>(null);
  const held = useRef<{ x: number; y: number; focal: Focal; dragged: boolean } | null>(null);
  const seen = image && windowOf(image, crop, focal);

  const onKeyDown = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    if (!way || !image || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const step = event.shiftKey ? FAR : STEP;
    onMove(movedBy(image, crop, focal, { x: way.x * step, y: way.y * step }));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, y: event.clientY, focal, dragged: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = held.current;
    if (!from || !image) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    from.dragged ||= Math.hypot(x, y) > CLICK;
    if (!from.dragged) return;
    // The picture follows the hand, and so its window goes the other way.
    const scale = crop.width / event.currentTarget.clientWidth;
    onMove(movedBy(image, crop, from.focal, { x: -x * scale, y: -y * scale }));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const from = held.current;
    held.current = null;
    if (!from || from.dragged || !image) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const place = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    onMove(pointAt(image, crop, focal, place));
  };

  const percent = (share: number) => `${share * 100}%`;
  return (
    <button
      type="button"
      className={classes.movable}
      aria-label={`${label}: drag it, or move it with the arrow keys`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        held.current = null;
      }}
    >
      <img
        src={imageSource(path)}
        alt=""
        draggable={false}
        className={classes.picture}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setImage({ width: naturalWidth, height: naturalHeight })
        }
        style={
          seen
            ? {
                width: percent(seen.width / crop.width),
                height: percent(seen.height / crop.height),
                left: percent(-seen.left / crop.width),
                top: percent(-seen.top / crop.height),
              }
            : { visibility: 'hidden' }
        }
      />
      {seen && (
        <span
          className={classes.point}
          style={{
            left: percent((focal.x * seen.width - seen.left) / crop.width),
            top: percent((focal.y * seen.height - seen.top) / crop.height),
          }}
        />
      )}
      <VisuallyHidden role="status">
        {Math.round(focal.x * 100)}% from the left, {Math.round(focal.y * 100)}% from the top
      </VisuallyHidden>
    </button>
  );
}

const WAYS: Record<string, Focal> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
