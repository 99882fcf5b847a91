import { z } from 'zod';
import { hasTwoDecimals } from '../../../core/fields.ts';
import { CURRENCIES } from '../../../core/money.ts';
import { MATCHES, MOST_GROUPS, MOST_ITEMS, ONE_GROUP } from './audience.ts';
import { CONDITIONS, FIELDS } from './fields.ts';
import { faultOf, MOST_LISTED, USER_TYPES } from './items.ts';

const ruleItem = z
  .strictObject({
    field_name: z.enum(FIELDS),
    condition: z.enum(CONDITIONS),
    value: z.union([
      z.number().refine(hasTwoDecimals, 'must have at most two decimals'),
      z.enum(USER_TYPES),
      z.array(z.union([z.int(), z.string().max(8)])).max(MOST_LISTED),
      z.null(),
    ]),
    /** Present for an amount alone. */
    currency: z.enum(CURRENCIES).optional(),
  })
  .superRefine((item, context) => {
    const fault = faultOf(item);
    if (fault) context.addIssue({ code: 'custom', path: [fault.key], message: fault.message });
  });

const items = z.array(ruleItem).min(1, 'Add a condition').max(MOST_ITEMS);
const match = z.enum(MATCHES);
const conditionGroups = z.array(z.strictObject({ match, items })).max(MOST_GROUPS);

/** Fields that say whom a rule reaches: what is omitted leaves its first group, all of whose conditions have to hold. */
export const audience = {
  items,
  items_match: match,
  groups: conditionGroups,
  groups_match: match,
  exclude: conditionGroups,
};
export const newAudience = {
  items,
  items_match: match.optional().default(ONE_GROUP.items_match),
  groups: conditionGroups.optional().default([]),
  groups_match: match.optional().default(ONE_GROUP.groups_match),
  exclude: conditionGroups.optional().default([]),
};

/** Null where a stored condition is unreadable; such a rule mails nobody. */
const itemRead = z.object({
  field_name: z.enum(FIELDS).nullable(),
  condition: z.enum(CONDITIONS).nullable(),
  value: z.union([z.number(), z.enum(USER_TYPES), z.array(z.union([z.number(), z.string()])), z.null()]),
  currency: z.enum(CURRENCIES).nullish(),
});
const groupsRead = z.array(z.object({ match, items: z.array(itemRead) }));

export const audienceRead = {
  items: z.array(itemRead),
  items_match: match,
  groups: groupsRead,
  groups_match: match,
  exclude: groupsRead,
};
