import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ImageField } from '../../../web/parts/images/image-field.tsx';
import { CENTRE } from '../../uploads/rules.ts';
import { BANNER_SIZES, type BannerSize, SIZE_LABELS, SIZES } from '../rules.ts';
import type { BannerForm } from './banner-form.ts';

type BannerPicturesProps = {
  form: BannerForm;
  onSending: (size: BannerSize, sending: boolean) => void;
};

/** A picture for each size; one can be used for all of them. */
export function BannerPictures({ form, onSending }: BannerPicturesProps) {
  const { values, errors } = form;
  const local = useRef<string[]>([]);
  useEffect(() => () => local.current.forEach((address) => URL.revokeObjectURL(address)), []);
  /** Uses the file itself: the server returns the cropped image. */
  const addressOf = (file: File) => {
    const address = URL.createObjectURL(file);
    local.current.push(address);
    return address;
  };
  const others = (size: BannerSize) => SIZES.filter((other) => values[other]?.id !== values[size]?.id);
  return (
    <Stack gap="sm">
      {SIZES.map((size) => (
        <div key={size}>
          <ImageField
            label={`${SIZE_LABELS[size]} image`}
            type={BANNER_SIZES[size]}
            value={values[size]}
            onChange={(image, file) => {
              const path = file ? addressOf(file) : (image?.path ?? '');
              form.setFieldValue(size, image && { id: image.id, path, focal: CENTRE });
              form.clearFieldError(`${size}_id`);
            }}
            onSending={(sending) => onSending(size, sending)}
            error={errors[`${size}_id`]}
          />
          {values[size] && others(size).length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                for (const other of others(size)) form.setFieldValue(other, values[size]);
              }}
            >
              Use the {SIZE_LABELS[size].toLowerCase()} image for all sizes
            </Button>
          )}
        </div>
      ))}
    </Stack>
  );
}
