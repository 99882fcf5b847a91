/**
 * How well the texts of a banner can be read on what is behind them, by WCAG 2: relative luminance and contrast ratio.
 * Colours are `#RRGGBB`. Specification: Banners and landing pages.
 */
import type { ColorName, Colors } from './rules.ts';

/** The ratio that a text needs to be read. */
export const ENOUGH = 4.5;

/** A text that is hard to read. */
export type Warning = {
  text: Extract<ColorName, 'color_text' | 'color_button_text'>;
  on: 'background' | 'button' | 'stripe';
  /** From 1 to 21, at the worst point, rounded down to a tenth: what fails never reads as 4.5. */
  ratio: number;
  /** The nearest colour for the text that passes, also where else it stands if there is such a one; null where none does. */
  nearest: string | null;
};

/** What the texts fail at: on the gradient, on the stripe, on the button, in this order. */
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

/** The luminances of all that a text stands on. */
type Grounds = readonly number[];

type Rgb = readonly [red: number, green: number, blue: number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** As many as a channel has. */
const STEPS = 255;

/** A browser mixes the ends channel by channel: the darkest and the lightest point may lie between them. */
function gradient(from: Rgb, to: Rgb): Grounds {
  return Array.from({ length: STEPS + 1 }, (_, step) => luminance(mixed(from, to, step / STEPS)));
}

/** Straight towards black or white, so that its hue stays. */
function nearestThatPasses(text: string, grounds: Grounds): string | null {
  const from = rgbOf(text);
  const [near] = [BLACK, WHITE]
    .map((goal) => firstThatPasses(from, goal, grounds))
    .filter((passing) => passing !== null)
    .sort((a, b) => distance(from, a) - distance(from, b));
  return near ? hexOf(near) : null;
}

/** On the way it may get worse at first, past the colours of the grounds; once it passes, it goes on passing. */
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
  return eachOf(a, (part, index) => part + ((b[index] ?? 0) - part) * share);
}

function eachOf([red, green, blue]: Rgb, made: (part: number, index: number) => number): Rgb {
  return [made(red, 0), made(green, 1), made(blue, 2)];
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)));
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
