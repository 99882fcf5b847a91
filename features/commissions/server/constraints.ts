import type { ConstraintTexts } from '../../../core/errors.ts';

const CODE_TAKEN = 'This code belongs to another user';
const CHANGED_MEANWHILE = 'Another admin changed these commissions. Reload and try again.';

export const commissionConstraints: ConstraintTexts = {
  commission_groups_sum: 'The commissions do not add up to 100',
  commission_rows_one_of_a_type: CHANGED_MEANWHILE,
  commission_rows_code: CODE_TAKEN,
  commission_rows_code_in_group: CODE_TAKEN,
  commission_rows_referrer_id_fkey: 'One of the users no longer exists. Reload and try again.',
  charge_lines_paid: 'Part of this transaction was paid out in the meantime. Reload and try again.',
};
