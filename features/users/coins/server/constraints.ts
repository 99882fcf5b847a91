import type { ConstraintTexts } from '../../../../core/errors.ts';

export const coinsConstraints: ConstraintTexts = {
  site_users_lilt_balance: 'Not enough LiL-T',
  lilt_entries_reversed_once: 'This entry is already reversed',
};
