import { expect, test } from 'vitest';
import type { GiftProduct } from '../contract.ts';
import { bodyOf, productChecks, valuesOf } from './product-form.ts';

const PRODUCT: GiftProduct = {
  id: 1,
  name: 'A token',
  description: '',
  type: 'nft',
  active: 1,
  auto_assign: false,
  program_id: 2,
  program_display_name: 'Brightside Courses',
  image_id: 7,
  image: '/storage/images/7.png',
  nft_image_id: 8,
  nft_image: '/storage/images/8.png',
  data: {
    class_id: null,
    class_name: null,
    nft_id: '0xab',
    preview: '/storage/images/8.png',
    amount: null,
    currency: null,
  },
  prize_of: [],
  updated_at: '2026-11-01T00:00:00.000Z',
  archived_at: null,
};
const values = valuesOf(PRODUCT);
const class_ = { id: 3, class_name: 'Knots' };

test('what a type has of its own is sent with it, and nothing that another one has', () => {
  expect(bodyOf(values)).toMatchObject({
    image_id: 7,
    nft_image_id: 8,
    data: { nft_id: '0xab' },
    updated_at: PRODUCT.updated_at,
  });
  const all = { ...values, image: null, class_, amount: 5, currency: 'EUR' as const };
  const sent = (type: typeof values.type) => {
    const { image_id, data, ...body } = bodyOf({ ...all, type });
    return { image_id, data, nft: 'nft_image_id' in body };
  };
  expect(sent('physical')).toEqual({ image_id: 0, data: {}, nft: false });
  expect(sent('class')).toEqual({ image_id: 0, data: { class_id: 3 }, nft: false });
  expect(sent('money')).toEqual({ image_id: 0, data: { amount: 5, currency: 'EUR' }, nft: false });
  expect(sent('nft')).toEqual({ image_id: 0, data: { nft_id: '0xab' }, nft: true });
});

test('each type asks for what it needs, and for nothing of another', () => {
  expect(productChecks(values)).toEqual({});
  expect(productChecks({ ...values, nft_image: null })).toHaveProperty('nft_image');
  expect(productChecks({ ...values, type: 'class' })).toHaveProperty('class_');
  expect(productChecks({ ...values, type: 'class', class_, nft_image: null })).toEqual({});
  const money = (amount: number | null, currency: 'USD' | 'JPY' | null) =>
    Object.keys(productChecks({ ...values, type: 'money', amount, currency }));
  expect(money(null, null)).toEqual([]);
  expect(money(12.5, 'USD')).toEqual([]);
  expect(money(12.5, 'JPY')).toEqual(['amount']);
  expect(money(0, 'USD')).toEqual(['amount']);
  expect(money(5, null)).toEqual(['currency']);
  expect(money(null, 'USD')).toEqual(['amount']);
});
