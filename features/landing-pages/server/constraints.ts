import type { ConstraintTexts } from '../../../core/errors.ts';

export const landingPageConstraints: ConstraintTexts = {
  landing_pages_path: 'Another page of this program has this path',
};
