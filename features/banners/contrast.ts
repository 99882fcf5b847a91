/** Checks whether a banner's texts are legible, by the contrast ratio of WCAG 2. Colours are `#RRGGBB`. Specification: Banners and landing pages. */
import { must } from '../../core/must.ts';
import type { ColorName, Colors } from './rules.ts';

/** The lowest legible contrast ratio. */
export const ENOUGH = 4.5;

export type Warning = {
  text: Extract<ColorName, 'color_text' | 'color_button_text'>;
  on: 'background' | 'button' | 'stripe';
  /** Contrast ratio, 1 to 21, at the worst point, rounded down to a tenth so that a failure never reads as 4.5. */
  ratio: number;
  /** The nearest colour that passes, preferably for all uses of the text colour; null where none does. */
  nearest: string | null;
};

/** Returns the illegible texts: on the gradient, the stripe and the button, in this order. */
export function warningsOf(colors: Colors): Warning[] {
  const { color_text, color_button_text } = colors;
  const background = gradient(rgbOf(colors.color_1), rgbOf(colors.color_2));
  const stripe = [luminance(rgbOf(colors.color_stripe_bg))];
  const button = [luminance(rgbOf(colors.color_button_bg))];
  const everywhere = nearestThatPasses(color_text, [...background, ...stripe]);
  const failing = (
    text: Warning['text'],
    on: Warning['on'],
    grounds: Grounds,
    better = nearestThatPasses(colors[text], grounds),
  ): Warning[] => {
    const ratio = worstContrast(rgbOf(colors[text]), grounds);
    return ratio >= ENOUGH ? [] : [{ text, on, ratio: Math.floor(ratio * 10) / 10, nearest: better }];
  };
  return [
    ...failing('color_text', 'background', background, everywhere ?? undefined),
    ...failing('color_text', 'stripe', stripe, everywhere ?? undefined),
    ...failing('color_button_text', 'button', button, nearestThatPasses(color_button_text, button)),
  ];
}

type Grounds = readonly number[];

type Rgb = readonly [red: number, green: number, blue: number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

const STEPS = 255;

/** Returns the darkest and the lightest point of a gradient, which may lie between its ends: a browser mixes each channel apart. */
function gradient(from: Rgb, to: Rgb): Grounds {
  return Array.from({ length: STEPS + 1 }, (_, step) => luminance(mixed(from, to, step / STEPS)));
}

/** Searches straight towards black and white, so that the hue stays. */
function nearestThatPasses(text: string, grounds: Grounds): string | null {
  const from = rgbOf(text);
  const [near] = [BLACK, WHITE]
    .map((goal) => firstThatPasses(from, goal, grounds))
    .filter((passing) => passing !== null)
    .sort((a, b) => distance(from, a) - distance(from, b));
  return near ? hexOf(near) : null;
}

/** Searches linearly: contrast may fall at first, past the background colours; once it passes, it goes on passing. */
function firstThatPasses(from: Rgb, goal: Rgb, grounds: Grounds): Rgb | null {
  const at = (step: number) => eachOf(mixed(from, goal, step / STEPS), Math.round);
  const passesAt = (step: number) => worstContrast(at(step), grounds) >= ENOUGH;
  if (passesAt(0)) return from;
  if (!passesAt(STEPS)) return null;
  let [fails, passes] = [0, STEPS];
  while (passes - fails > 1) {
    const middle = (fails + passes) >> 1;
    if (passesAt(middle)) passes = middle;
    else fails = middle;
  }
  return at(passes);
}

function worstContrast(text: Rgb, grounds: Grounds): number {
  const own = luminance(text);
  return Math.min(...grounds.map((other) => (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05)));
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(a: Rgb, b: Rgb, share: number): Rgb {
  return eachOf(a, (part, index) => part + (must(b[index], 'part of a color') - part) * share);
}

function eachOf([red, green, blue]: Rgb, made: (part: number, index: number) => number): Rgb {
  return [made(red, 0), made(green, 1), made(blue, 2)];
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(...a.map((part, index) => part - must(b[index], 'part of a color')));
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
