import type { Locale } from '../../../core/locales.ts';
import { ImagePreview, type StoredImage } from '../../../web/parts/images/image-field.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { TimezoneName } from '../../../web/parts/timezone-name.tsx';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { type FieldWord, wordsOf } from '../../../web/ui/form/field-words.ts';
import { deliveryLine } from '../delivery.ts';
import { USER_TYPE_NAMES, type UserType } from '../rules.ts';
import { USER_FIELDS } from '../user-schemas.ts';

const image = (label: string): FieldWord => ({
  label,
  show: (value) => <ImagePreview image={value as StoredImage | null} />,
});

export const userWords = wordsOf(USER_FIELDS, {
  site_program: {
    label: 'Program',
    show: (id) => (id === null ? 'nothing' : <ProgramName id={Number(id)} />),
  },
  user_type: { ...USER_FIELDS.user_type, show: (type) => USER_TYPE_NAMES[type as UserType] },
  status: { ...USER_FIELDS.status, show: (status) => (status === 0 ? 'off' : 'on') },
  del_status: { label: 'Deleted' },
  locale: { ...USER_FIELDS.locale, show: (locale) => languageName(locale as Locale) },
  timezone: { label: 'Timezone', show: (id) => <TimezoneName id={Number(id)} /> },
  photo: image('Photo'),
  banner: image('Banner'),
  lilt_delivery: { ...USER_FIELDS.lilt_delivery, show: (text) => deliveryLine(String(text)) || 'nothing' },
  send_email: { label: 'Send welcome email' },
});
