/** Apart from the contract, which every visit loads (docs/decisions/035-contracts-travel-as-tables.md). */
import { z } from 'zod';
import { email, text } from '../../core/fields.ts';

/** The shortest password the forms accept; the server may demand more (`PASSWORD_MIN_LENGTH`). */
const PASSWORD_FORM_MINIMUM = 3;
const password = text(200).min(PASSWORD_FORM_MINIMUM);

export const credentials = z.strictObject({ email, password });
export const recovery = z.strictObject({ email });
export const newPassword = z.strictObject({ token: text(200).min(1), password });
