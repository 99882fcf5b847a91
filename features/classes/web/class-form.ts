import { toMinor } from '../../../core/money.ts';
import { toHundredths } from '../../../core/percent.ts';
import type { StoredImage } from '../../../web/parts/images/image-field.tsx';
import { useSchemaForm } from '../../../web/ui/form/schema-form.ts';
import { type ClassDetail, classChange } from '../contract.ts';
import type { AccessType } from '../visibility.ts';

export type ClassValues = {
  class_name: string;
  description: string;
  additional_info: string;
  category: number | null;
  sub_category: number | null;
  access_type: AccessType;
  class_price: number | null;
  membership_discount: number | null;
  membership_discount_other: number | null;
  /** Coins for a student who enrols; 0 is none. */
  enrol_reward: number | null;
  status: boolean;
  del_flag: boolean;
  cancel: boolean;
  viewable: boolean;
  program_id: number;
  image: StoredImage | null;
  force: boolean;
  updated_at?: string;
};
export type ClassForm = ReturnType<typeof useClassForm>;

export function useClassForm(class_: ClassDetail) {
  return useSchemaForm({
    schema: classChange,
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
  const { class_name, description, additional_info, category, sub_category, access_type, class_price } =
    class_;
  const { class_image_id, image_new } = class_;
  return {
    class_name,
    description,
    additional_info,
    category,
    sub_category,
    access_type,
    class_price,
    membership_discount: class_.membership_discount / 100,
    membership_discount_other: class_.membership_discount_other / 100,
    enrol_reward: class_.enrol_reward,
    status: class_.status === 1,
    del_flag: class_.del_flag === 1,
    cancel: class_.cancel === 1,
    viewable: class_.viewable === 1,
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
    // 0 takes the image away.
    class_image_id: image?.id ?? 0,
  };
}

function hundredths(percent: number | null): number | null {
  return percent === null ? null : toHundredths(percent);
}
