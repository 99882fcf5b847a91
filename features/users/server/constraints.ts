import type { ConstraintTexts } from '../../../core/errors.ts';

export const EMAIL_TAKEN = 'Another user has this email';

export const siteUserConstraints: ConstraintTexts = {
  site_users_email_taken: EMAIL_TAKEN,
  site_users_lilt_balance: 'Not enough LiL-T',
  site_user_categories_category_id_fkey: 'One of the categories no longer exists. Reload and try again.',
  site_user_categories_sub_category_id_category_id_fkey:
    "This subcategory has users, so it can't move to another category",
};
