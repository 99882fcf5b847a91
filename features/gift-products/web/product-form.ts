import { z } from 'zod';
import { type Currency, toMinor } from '../../../core/money.ts';
import { ASSIGN_TO_ALL, blankOf } from '../../../core/nouns/field-set.ts';
import type { StoredImage } from '../../../web/parts/images/image-field.tsx';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { GIFT_PRODUCT_FIELDS, type GiftProduct, newGiftProduct } from '../contract.ts';
import { PRODUCT_TYPES } from '../rules.ts';
import type { FoundClass } from './class-search.tsx';

/** Accepts the type that only old products can have. */
const schema = newGiftProduct.extend({ type: z.enum(PRODUCT_TYPES) });

/** A product in the form: values of another type stay until the save, and are not sent. */
export type ProductValues = Omit<
  FormValues<
    typeof schema,
    {
      program_id: number;
      image: StoredImage | null;
      nft_image: StoredImage | null;
      nft_id: string;
      class_: FoundClass | null;
      amount: number | null;
      currency: Currency | null;
    }
  >,
  'image_id' | 'nft_image_id' | 'data'
>;
export type ProductForm = ReturnType<typeof useProductForm>;

export function useProductForm(initialValues: ProductValues) {
  return useSchemaForm({ schema, fields: FIELDS, initialValues, bodyOf, checks: productChecks });
}

export function newValues(program_id: number): ProductValues {
  return { ...BLANK, program_id };
}

export function valuesOf(product: GiftProduct): ProductValues {
  const { image_id, image, nft_image_id, nft_image, data } = product;
  const { class_id, class_name, nft_id, amount, currency } = data;
  return {
    ...valuesFrom(BLANK, product),
    image: stored(image_id, image),
    nft_image: stored(nft_image_id, nft_image),
    class_:
      class_id === null ? null : { id: class_id, class_name: class_name ?? 'A class of another program' },
    nft_id,
    amount,
    currency: currency as Currency | null,
  };
}

export function productChecks({ type, class_, nft_image, amount, currency }: ProductValues) {
  if (type === 'class' && !class_) return { class_: 'Choose a class or bundle' };
  if (type === 'nft' && !nft_image) return { nft_image: 'Add an image of the digital item' };
  if (type !== 'money') return {};
  if (amount === null) return currency === null ? {} : { amount: 'Enter an amount, or clear the currency' };
  if (currency === null) return { currency: 'Choose the currency of the amount' };
  return toMinor(String(amount), currency) ? {} : { amount: `Enter an amount in ${currency}` };
}

export function bodyOf({ image, nft_image, nft_id, class_, amount, currency, ...rest }: ProductValues) {
  const { type } = rest;
  return {
    ...rest,
    image_id: image?.id ?? 0,
    ...(type === 'nft' && { nft_image_id: nft_image?.id ?? 0 }),
    data: {
      ...(type === 'class' && class_ && { class_id: class_.id }),
      ...(type === 'nft' && { nft_id }),
      ...(type === 'money' && { amount, currency }),
    },
  };
}

function stored(id: number | null, path: string | null): StoredImage | null {
  return id !== null && path ? { id, path } : null;
}

export const FIELDS = { ...GIFT_PRODUCT_FIELDS, ...ASSIGN_TO_ALL };

const BLANK: ProductValues = {
  ...blankOf(FIELDS),
  type: 'physical',
  image: null,
  nft_image: null,
  nft_id: '',
  class_: null,
  amount: null,
  currency: null,
  program_id: 0,
};
