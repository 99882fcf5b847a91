import type { ConstraintTexts } from '../../../core/errors.ts';

export const EMAIL_TAKEN = 'Another user has this email';

export const siteUserConstraints: ConstraintTexts = {
  site_users_email_taken: EMAIL_TAKEN,
  site_users_lilt_balance: 'There are not enough coins for this',
  site_user_categories_category_id_fkey: 'One of the categories is gone. Load it again.',
  site_user_categories_sub_category_id_category_id_fkey:
    'Users are in this subcategory: it cannot stand below another category',
};
