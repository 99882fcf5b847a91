/** What people are told where a constraint of the LiL tokens refuses. */
import type { ConstraintTexts } from '../../../core/errors.ts';

export const tokenConstraints: ConstraintTexts = {
  lilt_tokens_code: 'Another token has this code',
};
