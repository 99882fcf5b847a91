import { toMinor } from '../../../core/money.ts';
import { blankOf } from '../../../core/nouns/field-set.ts';
import { toHundredths } from '../../../core/percent.ts';
import type { StoredImage } from '../../../web/parts/images/image-field.tsx';
import { useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { CLASS_CHANGE_FIELDS } from '../class-schemas.ts';
import { type ClassDetail, classChange } from '../contract.ts';

const BLANK = blankOf(CLASS_CHANGE_FIELDS);
type Discounts = { membership_discount: number | null; membership_discount_other: number | null };

export type ClassValues = Omit<typeof BLANK, keyof Discounts | 'enrol_reward'> &
  Discounts & {
    enrol_reward: number | null;
    category: number | null;
    sub_category: number | null;
    class_price: number | null;
    program_id: number;
    image: StoredImage | null;
    force: boolean;
    updated_at?: string;
  };
export type ClassForm = ReturnType<typeof useClassForm>;

export function useClassForm(class_: ClassDetail) {
  return useSchemaForm({
    schema: classChange,
    fields: CLASS_CHANGE_FIELDS,
    initialValues: valuesOf(class_),
    bodyOf,
    missing: {
      class_price: 'Enter a price',
      membership_discount: 'Enter a discount',
      membership_discount_other: 'Enter a discount',
      enrol_reward: 'Enter a number, or 0 for no reward',
    },
    checks: ({ class_price }: ClassValues) =>
      class_price !== null && toMinor(String(class_price), class_.currency) === null
        ? { class_price: `Enter an amount in ${class_.currency}` }
        : {},
  });
}

export function valuesOf(class_: ClassDetail): ClassValues {
  const { category, sub_category, class_price, class_image_id, image_new } = class_;
  return {
    ...valuesFrom(BLANK, class_),
    category,
    sub_category,
    class_price,
    membership_discount: class_.membership_discount / 100,
    membership_discount_other: class_.membership_discount_other / 100,
    program_id: class_.program_id,
    image: class_image_id !== null && image_new ? { id: class_image_id, path: image_new } : null,
    force: false,
    updated_at: class_.updated_at,
  };
}

function bodyOf(form: ClassValues) {
  const { image, force: _, ...values } = form;
  return {
    ...values,
    membership_discount: hundredths(values.membership_discount),
    membership_discount_other: hundredths(values.membership_discount_other),
    class_image_id: image?.id ?? 0,
  };
}

function hundredths(percent: number | null): number | null {
  return percent === null ? null : toHundredths(percent);
}
