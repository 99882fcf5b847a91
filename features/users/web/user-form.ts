import type { Locale } from '../../../core/locales.ts';
import { blankOf } from '../../../core/nouns/field-set.ts';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { StoredImage } from '../../../web/parts/images/image-field.tsx';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { NEW_USER } from '../rules.ts';
import { newSiteUser, type SiteUser, siteUserChange, USER_FIELDS } from '../user-schemas.ts';
import { keyOf, pairOf } from './user-categories.ts';

/** A user in the form: images with their addresses, categories as a set of keys. */
export type UserValues = Omit<
  FormValues<
    typeof newSiteUser,
    {
      status: 0 | 1 | 2;
      photo: StoredImage | null;
      banner: StoredImage | null;
      categories: string[];
      locale: Locale;
    }
  >,
  'photo_id' | 'banner_id'
>;
export type UserForm = ReturnType<typeof useUserForm>;

/** Sends nothing without an email, a program and, for a new user, a password. A new user begins in `program_id`. */
export function useUserForm(user: SiteUser | null, program_id: number) {
  return useSchemaForm({
    // A change has the same fields, of which it may leave out any.
    schema: (user ? siteUserChange : newSiteUser) as typeof newSiteUser,
    fields: USER_FIELDS,
    initialValues: user ? valuesOf(user) : { ...BLANK, site_program: program_id },
    bodyOf: (values: UserValues) => bodyOf(values, user === null),
    missing: {
      email: 'Enter an email',
      password: 'Enter a password',
      site_program: 'Choose a program',
      timezone: 'Choose a time zone',
    },
  });
}

export function valuesOf(user: SiteUser): UserValues {
  const { site_program, status, categories } = user;
  return { ...valuesFrom(BLANK, user), site_program, status, categories: categories.map(keyOf).sort() };
}

function bodyOf({ photo, banner, categories, send_email, ...rest }: UserValues, isNew: boolean) {
  return {
    ...rest,
    photo_id: photo?.id ?? 0,
    banner_id: banner?.id ?? 0,
    categories: categories.map(pairOf),
    ...(isNew && { send_email }),
  };
}

const BLANK: UserValues = {
  ...blankOf(USER_FIELDS),
  email: '',
  password: '',
  site_program: DEFAULT_PROGRAM,
  del_status: false,
  membership: false,
  timezone: NEW_USER.timezone,
  photo: null,
  banner: null,
  categories: [],
  send_email: false,
};
