import { ADAS_BUNDLE, ADAS_CLASSES } from '../../classes/server/demo.ts';
import { MAIN_PROGRAM } from '../../programs/server/demo.ts';
import type { ProductType } from '../rules.ts';

export function demoProductNamed(name: string): number {
  const index = PLANS.findIndex((plan) => plan.name === name);
  if (index < 0) throw new RangeError(`the demo has no product ${name}`);
  return index + 1;
}

/** A class by its id, or the first of its kind in a program. */
export type Given = number | { of: number; is_bundle?: boolean; deleted?: boolean };
type Plan = {
  name: string;
  type?: ProductType;
  description?: string;
  /** Null: of the global site, and shown by every program. */
  program_id?: number | null;
  shown?: number[];
  class?: Given;
  /** Minor units. */
  money?: [number, string];
  nft_id?: string;
  active?: number;
  auto_assign?: boolean;
  bare?: true;
};

const LONG_NAME =
  'A set of watercolours in a walnut box with two brushes of sable, a porcelain palette, a block of cotton paper and a letter from whoever made it, for the winter in which somebody begins to paint every day';

export const PLANS: Plan[] = [
  { name: 'Stoneware mug', description: 'Thrown and glazed by hand; holds 300 ml.' },
  { name: 'A set of brushes', description: 'Twelve brushes in a roll of linen.', shown: [3] },
  { name: 'Grand piano', description: 'Delivered and tuned; the stairs are ours to worry about.' },
  { name: 'Telescope' },
  { name: 'A potter’s wheel' },
  { name: 'A violin', shown: [1, 4] },
  { name: LONG_NAME },
  { name: 'Tote bag', active: 0, bare: true },
  { name: 'Notebook, ruled', bare: true },
  { name: 'A book of recipes', program_id: null, auto_assign: true },
  { name: 'A box of pastels', program_id: null, auto_assign: true },
  { name: 'A sewing kit', program_id: null, auto_assign: true },
  { name: 'A chess set', program_id: null, auto_assign: true, bare: true },
  { name: 'Un sac de plage', program_id: 3 },
  { name: 'Carnet de croquis', program_id: 3, shown: [2], bare: true },
  { name: '書道セット', program_id: 4, description: '筆、墨、硯、半紙。' },
  { name: 'Una taza de cerámica', program_id: 5 },
  { name: 'A fountain pen', program_id: 6, shown: [2] },
  { name: 'Bernoulli numbers, first print', type: 'nft', nft_id: '0x7c3f…e01a/1843' },
  { name: 'Engine card no. 7', type: 'nft', nft_id: 'engine-cards/7', description: 'One of forty.' },
  { name: 'Founders’ badge', type: 'nft', program_id: null, auto_assign: true },
  { name: 'Affiche animée', type: 'nft', program_id: 3, nft_id: 'affiche-2026' },
  { name: '折り鶴', type: 'nft', program_id: 4 },
  { name: 'Night school crest', type: 'nft', program_id: 6, active: 0, shown: [2] },
  { name: 'A place with Ada: Poetical Science', type: 'class', class: ADAS_CLASSES[2] ?? 1 },
  { name: 'A year of classes', type: 'class', class: ADAS_BUNDLE, description: 'Every class of the bundle.' },
  { name: 'A guided walk', type: 'class', class: { of: MAIN_PROGRAM }, program_id: null },
  { name: 'The class that was', type: 'class', class: { of: MAIN_PROGRAM, deleted: true }, active: 0 },
  { name: 'Un an de cours', type: 'class', class: { of: 3, is_bundle: true }, program_id: 3 },
  { name: '一年間の講座', type: 'class', class: { of: 4, is_bundle: true }, program_id: 4 },
  { name: 'مقعد في فصل الخط', type: 'class', class: { of: 5 }, program_id: 5, shown: [2], bare: true },
  { name: 'An evening class', type: 'class', class: { of: 6 }, program_id: 6 },
  { name: 'Fifty dollars', type: 'money', money: [5000, 'USD'] },
  { name: 'Five hundred dollars', type: 'money', money: [50_000, 'USD'], bare: true },
  { name: 'What the jury decides', type: 'money', description: 'Named when the prize is.', bare: true },
  { name: 'Cent euros', type: 'money', money: [10_000, 'EUR'], program_id: 3, bare: true },
  { name: '一万円', type: 'money', money: [10_000, 'JPY'], program_id: 4, bare: true },
  { name: 'Twenty pounds', type: 'money', money: [2000, 'GBP'], program_id: 6, bare: true },
  { name: 'A travel grant', type: 'money', money: [120_000, 'USD'], program_id: null, auto_assign: true },
  { name: 'Ten percent off', type: 'discount', description: 'Of the years in which discounts were given.' },
  { name: 'Members’ discount', type: 'discount', program_id: null, active: 0, bare: true },
];
