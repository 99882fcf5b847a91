/** Users of the program sites, shared by browser and server. Specification: Site users. */

export const USER_TYPES = ['S', 'I', 'O'] as const;
export type UserType = (typeof USER_TYPES)[number];

export const USER_TYPE_NAMES: Record<UserType, string> = {
  S: 'Student',
  I: 'Instructor',
  O: 'Organization',
};

export const MAX_NAME = 100;
export const MAX_TEXT = 10_000;
export const MAX_DELIVERY = 10_000;
export const MAX_CATEGORIES = 500;
export const PASSWORD_MIN = 3;

/** `America/New_York` among the numbered time zones. */
const DEFAULT_TIMEZONE = 31;

export const NEW_USER = {
  user_type: 'S',
  status: 1,
  approved: 1,
  viewable: 0,
  del_status: 0,
  membership: 0,
  locale: 'en',
  timezone: DEFAULT_TIMEZONE,
} as const;

/** Status 2 counts as active as well. */
export function isActive({ status }: { status: number }): boolean {
  return status !== 0;
}

/** True of a user who was erased: what is left is a pseudonym, which nobody changes. */
export function isErased({ email }: { email: string }): boolean {
  return /^erased-\d+@erased\.invalid$/.test(email);
}

/** Returns 1 plus one for every full thousand of `total`, the coins received. */
export function levelOf(total: number): number {
  return 1 + Math.floor(total / 1000);
}

/** True for all but students: only they can have class programs. */
export function teaches({ user_type }: { user_type: string }): boolean {
  return user_type !== 'S';
}
