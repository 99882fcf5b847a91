/** The fields of nouns as their contracts declare them, for whoever names a field in words: the audit. */
import type { RecordedField, RecordedFields } from '../core/noun.ts';
import { SHARED_FIELDS } from '../core/noun.ts';
import { BANNER_FIELDS } from './banners/contract.ts';
import { COLOR_LABELS } from './banners/rules.ts';
import { CLASS_CHANGE_FIELDS } from './classes/class-schemas.ts';
import { COUPON_FIELDS } from './coupons/contract.ts';
import { EMAIL_RULE_FIELDS } from './email-rules/rule-schemas.ts';
import { EVENT_FIELDS } from './events/contract.ts';
import { GIFT_CATEGORY_FIELDS } from './gift-categories/contract.ts';
import { GIFT_PRODUCT_FIELDS } from './gift-products/contract.ts';
import { LANDING_PAGE_FIELDS } from './landing-pages/contract.ts';
import { ALL_NOUNS, type AuditEntity } from './nouns.ts';
import { PAYOUT_METHOD_NAMES } from './payouts/rules.ts';
import { SAVED_PROGRAM_FIELDS } from './programs/program-schemas.ts';
import { SITE_CATEGORY_FIELDS } from './site-categories/contract.ts';
import { TOKEN_FIELDS } from './tokens/contract.ts';
import { USER_FIELDS } from './users/user-schemas.ts';

const COLORS = Object.fromEntries(
  Object.entries(COLOR_LABELS).map(([name, label]) => [name, { label: `${label} color` }]),
);

const FIELD_SETS: { readonly [Entity in AuditEntity]?: RecordedFields } = {
  banner: { ...BANNER_FIELDS, ...COLORS },
  class: CLASS_CHANGE_FIELDS,
  coupon: COUPON_FIELDS,
  email_rule: EMAIL_RULE_FIELDS,
  event: EVENT_FIELDS,
  gift_category: GIFT_CATEGORY_FIELDS,
  gift_product: GIFT_PRODUCT_FIELDS,
  landing_page: LANDING_PAGE_FIELDS,
  payout: { method: { label: 'Payout method', words: PAYOUT_METHOD_NAMES, reads: 'state', alone: true } },
  program: SAVED_PROGRAM_FIELDS,
  site_category: SITE_CATEGORY_FIELDS,
  site_user: USER_FIELDS,
  token: TOKEN_FIELDS,
};

const RECORDED = new Map<string, RecordedFields>(
  ALL_NOUNS.map(([entity, { fields }]) => [entity, { ...SHARED_FIELDS, ...FIELD_SETS[entity], ...fields }]),
);

/** Returns the label and the reading of a recorded field of a noun; undefined where neither its noun nor its field set declares it. */
export function recordedField(entity: string, field: string): RecordedField | undefined {
  const fields = RECORDED.get(entity);
  return fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
}
