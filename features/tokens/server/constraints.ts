import type { ConstraintTexts } from '../../../core/errors.ts';

export const tokenConstraints: ConstraintTexts = {
  lilt_tokens_code: 'Another token has this code',
};
