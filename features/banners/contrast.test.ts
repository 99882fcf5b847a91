import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENOUGH, warningsOf } from './contrast.ts';
import { type Colors, DEFAULT_COLORS } from './rules.ts';

const PLAIN: Colors = {
  color_1: '#000000',
  color_2: '#000000',
  color_text: '#ffffff',
  color_button_text: '#ffffff',
  color_button_bg: '#000000',
  color_stripe_bg: '#000000',
};
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const colours = fc.record({
  color_1: colour,
  color_2: colour,
  color_text: colour,
  color_button_text: colour,
  color_button_bg: colour,
  color_stripe_bg: colour,
});

/** By the words of WCAG 2.2, and nothing of the code that is tested. */
function ratio(one: readonly number[], other: readonly number[]): number {
  const light = (color: readonly number[]) =>
    color
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [lighter = 0, darker = 0] = [light(one), light(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
/** At a thousand points of the gradient. */
const worst = (text: string, from: string, to: string) =>
  Math.min(
    ...Array.from({ length: 1001 }, (_, step) =>
      ratio(
        parts(text),
        parts(from).map((part, index) => part + ((parts(to)[index] ?? 0) - part) * (step / 1000)),
      ),
    ),
  );
const worstOf = (colors: Colors, on: 'background' | 'stripe' | 'button', text: string) => {
  if (on === 'background') return worst(text, colors.color_1, colors.color_2);
  const ground = on === 'stripe' ? colors.color_stripe_bg : colors.color_button_bg;
  return worst(text, ground, ground);
};

describe('what a banner warns of', () => {
  test.each([
    ['white on black', {}, []],
    [
      'the grey that just passes on white',
      { ...all('#ffffff'), color_text: '#767676', color_button_text: '#767676' },
      [],
    ],
    [
      'the grey that just fails',
      { ...all('#ffffff'), color_text: '#777777', color_button_text: '#000000' },
      [4.4, 4.4],
    ],
    ['white at the light end of a gradient', { color_2: '#ffffff' }, [1]],
    ['the same the other way round', { color_1: '#ffffff' }, [1]],
    ['a stripe alone', { color_stripe_bg: '#eeeeee' }, [1.1]],
    ['a button alone', { color_button_bg: '#52943A' }, [3.7]],
  ])('%s', (_, colors, ratios) => {
    expect(warningsOf({ ...PLAIN, ...colors }).map((warning) => warning.ratio)).toEqual(ratios);
  });

  test('finds the darkest point of a gradient between its ends', () => {
    // Halfway from red to green lies a brown that is darker than the green and lighter than the red.
    const [warning] = warningsOf({ ...PLAIN, color_1: '#ff0000', color_2: '#00ff00', color_text: '#8a5a00' });
    expect(warning?.ratio).toBeLessThan(1.2);
  });

  test('the defaults fail on all three grounds, and the text that is offered passes on both of its own', () => {
    const warnings = warningsOf(DEFAULT_COLORS);
    expect(warnings.map(({ text, on }) => [text, on])).toEqual([
      ['color_text', 'background'],
      ['color_text', 'stripe'],
      ['color_button_text', 'button'],
    ]);
    const [first, second, third] = warnings.map(({ nearest }) => nearest);
    expect(first).toBe(second);
    expect(
      warningsOf({ ...DEFAULT_COLORS, color_text: first ?? '', color_button_text: third ?? '' }),
    ).toEqual([]);
  });

  test('says where no colour of the text can pass', () => {
    const [warning] = warningsOf({ ...PLAIN, color_2: '#ffffff' });
    expect(warning).toMatchObject({ on: 'background', nearest: null });
  });
});

describe('of any six colours', () => {
  test('exactly those below 4.5 at the worst of a thousand points are warned of', () => {
    fc.assert(
      fc.property(colours, (colors) => {
        const warned = warningsOf(colors);
        for (const [text, on] of PAIRS) {
          const least = worstOf(colors, on, colors[text]);
          // Between two points of the gradient lies less than a hundredth.
          if (Math.abs(least - ENOUGH) < 0.01) continue;
          expect(warned.some((one) => one.text === text && one.on === on)).toBe(least < ENOUGH);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('the colour that is offered passes, and a step back from it towards the text does not', () => {
    fc.assert(
      fc.property(colours, (colors) => {
        for (const { text, on, nearest } of warningsOf(colors)) {
          if (nearest === null) continue;
          expect(worstOf(colors, on, nearest)).toBeGreaterThanOrEqual(ENOUGH - 0.01);
          const others = PAIRS.filter((pair) => pair[0] === text).map(([, ground]) => ground);
          const step = parts(nearest).map((part, index) => {
            const own = parts(colors[text])[index] ?? 0;
            return part + Math.sign(own - part) * Math.min(4, Math.abs(own - part));
          });
          const back = `#${step.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
          const passesStill = others.every((ground) => worstOf(colors, ground, back) >= ENOUGH + 0.2);
          expect(passesStill).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('none is offered only where neither black nor white passes', () => {
    fc.assert(
      fc.property(colours, (colors) => {
        for (const { on, nearest } of warningsOf(colors)) {
          if (nearest !== null) continue;
          for (const text of ['#000000', '#ffffff']) expect(worstOf(colors, on, text)).toBeLessThan(ENOUGH);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const PAIRS = [
  ['color_text', 'background'],
  ['color_text', 'stripe'],
  ['color_button_text', 'button'],
] as const;

function all(ground: string) {
  return { color_1: ground, color_2: ground, color_button_bg: ground, color_stripe_bg: ground };
}
