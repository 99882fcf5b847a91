/** Tokens of forms: each form that is shown has one, so that what it sends is one fact however often it comes. */
import { randomBytes } from 'node:crypto';

export const newFormToken = (): string => randomBytes(16).toString('base64url');

/** Returns the reference of what a form tells; one that is not of ours gets a reference of its own. */
export function referenceOf(kind: string, form: URLSearchParams): string {
  const token = form.get('form_token') ?? '';
  return `${kind}-${/^[\w-]{22}$/.test(token) ? token : newFormToken()}`;
}
