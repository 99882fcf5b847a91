import { email } from '../../../core/fields.ts';
import { PASSWORD_FORM_MINIMUM } from '../contract.ts';

/** What is wrong with a typed e-mail address; null where nothing is. */
export function emailFault(typed: string): string | null {
  if (typed.trim() === '') return 'Enter your e-mail address';
  return email.safeParse(typed).success ? null : 'This is not an e-mail address';
}

/** What is wrong with a typed password; null where nothing is. */
export function passwordFault(typed: string): string | null {
  if (typed === '') return 'Enter your password';
  return typed.length < PASSWORD_FORM_MINIMUM ? `At least ${PASSWORD_FORM_MINIMUM} characters` : null;
}
