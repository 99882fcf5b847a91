/** What people are told where a constraint of the landing pages refuses. */
import type { ConstraintTexts } from '../../../core/errors.ts';

export const landingPageConstraints: ConstraintTexts = {
  landing_pages_path: 'Another page of this program has this path',
};
