import type { Locale } from '../../../core/locales.ts';
import { ImagePreview, type StoredImage } from '../../../web/parts/images/image-field.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { TimezoneName } from '../../../web/parts/timezone-name.tsx';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { deliveryLine } from '../delivery.ts';
import { USER_TYPE_NAMES, type UserType } from '../rules.ts';
import type { UserValues } from './user-form.ts';

type Word = ReturnType<FieldWords>;

export const userWords: FieldWords = (field) => WORDS[field as keyof UserValues];

const image = (label: string): Word => ({
  label,
  show: (value) => <ImagePreview image={value as StoredImage | null} />,
});

const WORDS: Partial<Record<keyof UserValues, Word>> = {
  gulfpower_empid: { label: 'Employee ID' },
  site_program: {
    label: 'Program',
    show: (id) => (id === null ? 'nothing' : <ProgramName id={Number(id)} />),
  },
  user_type: { label: 'Type', show: (type) => USER_TYPE_NAMES[type as UserType] },
  status: { label: 'Active', show: (status) => (status === 0 ? 'off' : 'on') },
  del_status: { label: 'Deleted' },
  locale: { label: 'Language', show: (locale) => languageName(locale as Locale) },
  timezone: { label: 'Timezone', show: (id) => <TimezoneName id={Number(id)} /> },
  site_address: { label: 'Address' },
  student_profession: { label: 'Profession' },
  more_about_you: { label: 'More about you' },
  daily_quiz_disabled: { label: 'Daily quiz disabled' },
  photo: image('Photo'),
  banner: image('Banner'),
  lilt_delivery: { label: 'Prize delivery', show: (text) => deliveryLine(String(text)) || 'nothing' },
  send_email: { label: 'Send the welcome mail' },
};
