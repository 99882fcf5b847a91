import { useState } from 'react';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ImagePreview, type StoredImage } from '../../../web/parts/images/image-field.tsx';
import { PROGRAM_WORD } from '../../../web/parts/program-name.tsx';
import { useProgramOfNew, useSaveLabel } from '../../../web/parts/program-of-new.ts';
import { recordForm } from '../../../web/parts/record-form.ts';
import { useTypoOnly } from '../../../web/parts/translations/typo-only.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { wordsOf } from '../../../web/ui/form/field-words.ts';
import { type GiftProduct, giftProductsContract } from '../contract.ts';
import { GIFT_PRODUCTS_NOUNS } from '../noun.ts';
import { type NEW_PRODUCT_TYPES, PRODUCT_TYPE_NAMES, type ProductType } from '../rules.ts';
import { calls, readProduct, reload } from './calls.ts';
import { classInWords, type FoundClass } from './class-search.tsx';
import { ProductFields } from './product-fields.tsx';
import { FIELDS, newValues, type ProductValues, useProductForm, valuesOf } from './product-form.ts';

export function EditProductDialog({ record: product, onClose }: DialogProps<GiftProduct | null>) {
  const program_id = useProgramOfNew(0);
  const mayAssign = useMayAccess(giftProductsContract.saveGiftProductPrograms['~orpc'].meta.access);
  const [sending, setSending] = useState({ image: false, nft_image: false });
  const isSending = sending.image || sending.nft_image;
  const form = useProductForm(product ? valuesOf(product) : newValues(program_id));
  const saveLabel = useSaveLabel({ program_id: form.values.program_id, isNew: !product });
  const typo = useTypoOnly({
    changed: GIFT_PRODUCTS_NOUNS.gift_product.languages.fields.filter((field) => form.isDirty(field)),
    read: product ? () => calls.giftProductTranslations.call({ id: product.id }) : undefined,
  });

  const save = async (values: ProductValues, id?: number) => {
    const { assign_to_all, auto_assign, type, ...rest } = form.bodyOf(values);
    // A field that the person is not shown is not sent either: the server takes it from superadmins alone.
    const data = { ...rest, ...(mayAssign && { auto_assign }) };
    const saving = id
      ? calls.updateGiftProduct.call({ id, data: { ...data, type }, typo_only: typo.typo_only })
      : calls.createGiftProduct.call({
          // Only an old one can be a discount.
          data: {
            ...data,
            type: type as (typeof NEW_PRODUCT_TYPES)[number],
            ...(mayAssign && { assign_to_all }),
          },
        });
    return (await saving).product;
  };

  return (
    <FormDialog
      {...recordForm({
        form,
        noun: 'product',
        record: product,
        nameOf: (row) => row.name,
        screen: '/giveaways/products',
        valuesOf,
        read: readProduct,
        save,
        reload,
      })}
      size="lg"
      ready={!isSending}
      saveLabel={isSending ? 'Uploading…' : saveLabel}
      onClose={onClose}
      failures="toast400"
      wrapper="data"
      words={WORDS}
    >
      <ProductFields
        form={form}
        isNew={!product}
        prizes={product?.prize_of ?? []}
        wasDiscount={product?.type === 'discount'}
        typo={typo.element}
        onSending={(field, on) => setSending((now) => ({ ...now, [field]: on }))}
      />
    </FormDialog>
  );
}

const picture = (image: unknown) => <ImagePreview image={image as StoredImage | null} />;

const WORDS = wordsOf(FIELDS, {
  type: { show: (type) => PRODUCT_TYPE_NAMES[type as ProductType] },
  class_: {
    label: 'Class or bundle',
    show: (found) => (found ? classInWords(found as FoundClass) : 'none'),
  },
  nft_id: { label: 'Chain ID' },
  nft_image: { label: 'Digital item', show: picture },
  image: { show: picture },
  currency: { show: (currency) => (typeof currency === 'string' ? currency : 'none') },
  program_id: PROGRAM_WORD,
});
