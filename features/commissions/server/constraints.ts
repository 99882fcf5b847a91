import type { ConstraintTexts } from '../../../core/errors.ts';

const CODE_TAKEN = 'The code belongs to somebody else already';
const CHANGED_MEANWHILE = 'Somebody else has changed these commissions meanwhile. Load them again.';

export const commissionConstraints: ConstraintTexts = {
  commission_groups_sum: 'The commissions do not add up to 100',
  commission_rows_one_of_a_type: CHANGED_MEANWHILE,
  commission_rows_code: CODE_TAKEN,
  commission_rows_code_in_group: CODE_TAKEN,
  commission_rows_referrer_id_fkey: 'One of the users is gone. Load it again.',
  charge_lines_paid: 'A part of this charge has been paid out meanwhile. Load it again.',
};
