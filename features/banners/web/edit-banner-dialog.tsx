import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ImagePreview } from '../../../web/parts/images/image-field.tsx';
import { PROGRAM_WORD } from '../../../web/parts/program-name.tsx';
import { useProgramOfNew, usePublishing } from '../../../web/parts/program-of-new.ts';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { recordForm } from '../../../web/parts/record-form.ts';
import { useTypoOnly } from '../../../web/parts/translations/typo-only.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { type FieldWord, wordsOf } from '../../../web/ui/form/field-words.ts';
import { BANNER_FIELDS, type Banner } from '../contract.ts';
import { BANNERS_NOUNS } from '../noun.ts';
import { type BannerSize, COLOR_LABELS, type ColorName, SIZE_LABELS, SIZES } from '../rules.ts';
import { BannerColors } from './banner-colors.tsx';
import {
  type BannerValues,
  changedIds,
  colorsOf,
  newValues,
  type Picture,
  useBannerForm,
  valuesOf,
} from './banner-form.ts';
import { BannerPictures } from './banner-pictures.tsx';
import previews from './banner-preview.module.css';
import { BannerPreview } from './banner-preview.tsx';
import { calls, readBanner, reload } from './calls.ts';
import classes from './edit-banner-dialog.module.css';
import { type ChosenEvent, EventChoice } from './event-choice.tsx';

export function EditBannerDialog({ record: banner, onClose }: DialogProps<Banner | null>) {
  const begins = useProgramOfNew(DEFAULT_PROGRAM);
  const form = useBannerForm(banner ? valuesOf(banner) : newValues(begins));
  const { values, errors } = form;
  const { saveLabel, second } = usePublishing(values, banner && form.getInitialValues());
  const [sending, setSending] = useState<readonly BannerSize[]>([]);
  const typo = useTypoOnly({
    changed: BANNERS_NOUNS.banner.languages.fields.filter((field) => form.isDirty(field)),
    read: banner ? () => calls.bannerTranslations.call({ id: banner.id }) : undefined,
  });
  const save = async (sent: BannerValues, id = 0) => {
    const ids = changedIds(sent, form.getInitialValues());
    const body = { ...form.bodyOf(sent), ...ids, typo_only: typo.typo_only };
    return (await calls.saveBanner.call({ ...body, id })).banner;
  };

  return (
    <FormDialog
      {...recordForm({
        form,
        noun: 'banner',
        record: banner,
        nameOf: ({ title }) => title,
        screen: '/banners',
        valuesOf,
        read: readBanner,
        save,
        reload,
      })}
      size="90rem"
      ready={sending.length === 0}
      saveLabel={sending.length > 0 ? 'Uploading…' : saveLabel}
      second={second}
      onClose={onClose}
      failures="toast400"
      words={WORDS}
    >
      <section className={previews.previews} aria-label="Preview">
        {SIZES.map((size) => (
          <BannerPreview
            key={size}
            size={size}
            title={values.title}
            sub_title={values.sub_title}
            stripe={values.event?.name ?? null}
            colors={colorsOf(values)}
            picture={values[size]}
            onMove={(focal) => {
              const picture = form.getValues()[size];
              form.setFieldValue(size, picture && { ...picture, focal });
            }}
          />
        ))}
      </section>
      <div className={classes.columns}>
        <div className={classes.fields}>
          <TextInput autoComplete="off" data-autofocus dir="auto" {...form.text('title')} />
          <TextInput autoComplete="off" dir="auto" {...form.text('sub_title')} required={false} />
          {typo.element}
          <ProgramField
            zero="Global site"
            value={values.program_id}
            onChange={(program_id) => {
              if (program_id === values.program_id) return;
              form.setFieldValue('program_id', program_id);
              form.setFieldValue('event', null);
            }}
            error={errors.program_id}
          />
          <EventChoice
            program_id={values.program_id}
            value={values.event}
            onChange={(event) => {
              form.setFieldValue('event', event);
              form.clearFieldError('event_id');
            }}
            error={errors.event_id}
          />
          <Checkbox {...form.tick('active')} />
        </div>
        <BannerColors form={form} />
        <BannerPictures
          form={form}
          onSending={(size, on) =>
            setSending((now) => [...now.filter((other) => other !== size), ...(on ? [size] : [])])
          }
        />
      </div>
    </FormDialog>
  );
}

const picture = (size: BannerSize): FieldWord => ({
  label: `${SIZE_LABELS[size]} image`,
  show: (image) => <ImagePreview image={image as Picture | null} />,
});
const color = (name: ColorName): FieldWord => ({ label: COLOR_LABELS[name] });

const WORDS = wordsOf(BANNER_FIELDS, {
  program_id: PROGRAM_WORD,
  event: { show: (event) => (event as ChosenEvent | null)?.name ?? 'none' },
  image: picture('image'),
  mobile_image: picture('mobile_image'),
  small_image: picture('small_image'),
  color_1: color('color_1'),
  color_2: color('color_2'),
  color_text: color('color_text'),
  color_button_text: color('color_button_text'),
  color_button_bg: color('color_button_bg'),
  color_stripe_bg: color('color_stripe_bg'),
});
