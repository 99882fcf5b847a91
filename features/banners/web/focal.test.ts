import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENTRE, windowOf } from '../../uploads/rules.ts';
import { movedBy, pointAt } from './focal.ts';

const WIDE = { width: 4000, height: 400 };
const CROP = { width: 1920, height: 400 };

describe('a focal point', () => {
  test.each([
    [CENTRE, { x: 400, y: 0 }, { x: 0.6, y: 0.5 }],
    [CENTRE, { x: -400, y: 90 }, { x: 0.4, y: 0.5 }],
    [CENTRE, { x: 9000, y: 0 }, { x: 0.76, y: 0.5 }],
    // One that lies at the edge moves at the first step back.
    [
      { x: 0, y: 0 },
      { x: 40, y: 0 },
      { x: 0.25, y: 0.5 },
    ],
    [
      { x: 1, y: 1 },
      { x: -40, y: 0 },
      { x: 0.75, y: 0.5 },
    ],
  ])('at %j, moved by %j, lies at %j', (focal, by, expected) => {
    expect(movedBy(WIDE, CROP, focal, by)).toEqual(expected);
  });

  test('lies where somebody has pointed in what they saw', () => {
    expect(pointAt(WIDE, CROP, CENTRE, { x: 0.5, y: 0.25 })).toEqual({ x: 0.5, y: 0.25 });
    expect(pointAt(WIDE, CROP, { x: 0, y: 0 }, { x: 0, y: 1 })).toEqual({ x: 0, y: 1 });
    expect(pointAt(WIDE, CROP, { x: 0, y: 0 }, { x: 1, y: 0 })).toEqual({ x: 0.48, y: 0 });
  });

  test('moved anywhere stays within the picture, and a step is taken back by its opposite unless an edge was met', () => {
    const side = fc.integer({ min: 10, max: 5000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const step = fc.integer({ min: -300, max: 300 });
    fc.assert(
      fc.property(side, side, share, share, step, step, (width, height, x, y, right, down) => {
        const image = { width, height };
        const moved = movedBy(image, CROP, { x, y }, { x: right, y: down });
        expect([moved.x, moved.y].every((part) => part >= 0 && part <= 1)).toBe(true);
        const [before, after] = [windowOf(image, CROP, { x, y }), windowOf(image, CROP, moved)];
        if (before.left + right < 0 || before.left + right > before.width - CROP.width) return;
        // A ten-thousandth of a picture that is many times as wide is some pixels.
        expect(Math.abs(after.left - before.left - right)).toBeLessThanOrEqual(1 + before.width / 10_000);
      }),
    );
  });
});
