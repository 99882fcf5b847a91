/** Rules as they are listed and read. Specification: Email rules. */
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { notFound, refuse } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import { archivedIn } from '../../../server/nouns/archives/archiving.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import {
  conditionsOf,
  type List,
  matchesWords,
  pageOf,
  rowsOf,
  ticked,
} from '../../../server/nouns/list-query.ts';
import { type WaitingWork, waitingWork } from '../../../server/nouns/waiting-work.ts';
import {
  type Audience,
  type AudienceDraft,
  placedItems,
  storedAudience,
  wholeAudience,
} from '../conditions/audience.ts';
import { faultsOf } from '../conditions/drafts.ts';
import type { EMAIL_RULE_FILTERS, EMAIL_RULE_SORTS, EmailRule } from '../contract.ts';
import { EMAIL_RULE_FIELDS } from '../rule-schemas.ts';

type Sort = (typeof EMAIL_RULE_SORTS)[number];

/** Returns a page, by id unless asked otherwise; to a bound admin that of its own program. */
export async function pageOfEmailRules(
  { db, actor }: Context,
  filter: PageQuery<typeof EMAIL_RULE_FILTERS, typeof EMAIL_RULE_SORTS>,
) {
  const { program_id, name, failed, archived, sort_by = 'id', ...asked } = filter;
  const { rows, ...counted } = await pageOf<StoredRule, Sort>(db, EMAIL_RULE_LIST, {
    matching: matching(actor, { program_id, name, failed, archived }),
    sort_by,
    ...asked,
  });
  return { rules: rows.map(understood), ...counted };
}

/** 404 where the caller sees none. */
export async function readEmailRule({ db, actor }: Context, id: number): Promise<EmailRule> {
  const [row] = await rowsOf<StoredRule>(db, EMAIL_RULE_LIST, [
    visibleTo(actor, 'e.program_id'),
    sql<boolean>`e.id = ${id}`,
  ]);
  return row ? understood(row) : notFound();
}

/** Returns the rule's conditions; throws a 400 in words for staff for an unreadable one. */
export function readableAudience(rule: AudienceDraft): Audience {
  const at = placedItems(rule).findIndex(({ item }) => faultsOf(item).length > 0);
  const words = `Condition ${at + 1} is not valid. Edit the rule, choose the condition again and save.`;
  return wholeAudience(rule) ?? refuse(400, words);
}

export function failedRules({ db, actor }: Context, program_id = 0): Promise<WaitingWork> {
  const where = [FAILED, visibleIn(actor, 'e.program_id', program_id)];
  return waitingWork(db, { from: sql`email_rules e`, where, since: sql`e.failed_at` });
}

export function matching(
  actor: Actor,
  { program_id, name, failed, archived }: FilterQuery<typeof EMAIL_RULE_FILTERS>,
) {
  return conditionsOf<typeof EMAIL_RULE_FILTERS>({
    program_id: visibleIn(actor, 'e.program_id', program_id),
    name: matchesWords('s.name_search', name),
    failed: ticked(failed, FAILED),
    archived: archivedIn('e.archived_at', archived),
  });
}

/** A rule that is to send and cannot; one that pauses fails nobody. */
const FAILED = sql<SqlBool>`e.failed_at is not null and e.active = 1`;

/** Written by hand, an item may be anything. */
type StoredRule = Omit<EmailRule, 'items' | 'groups' | 'exclude'> &
  Record<'items' | 'groups' | 'exclude', unknown>;

function understood(row: StoredRule): EmailRule {
  return { ...row, ...storedAudience(row) };
}

const WAITS = sql`e.first_mails_at > provost_now()`;

export const EMAIL_RULE_LIST: List<Sort> = {
  from: sql`(email_rules e cross join lateral (select lower(e.name) as name_search) s
    left join programs p on p.id = e.program_id)`,
  id: sql`e.id`,
  columns: sql`e.id, ${fieldColumns('e', EMAIL_RULE_FIELDS)},
    coalesce(e.program_id, 0) as program_id, e.items, e.items_match, e.groups,
    e.groups_match, e.exclude, e.updated_at, e.archived_at,
    e.ran_at, e.failed_at, e.failure,
    case when ${WAITS} then e.first_mails_at end as first_mails_at,
    case when ${WAITS} then case when e.undo ? 'active' then 'pause' else 'edit' end end as undo`,
  orders: {
    id: sql`e.id`,
    name: sql`lower(e.name)`,
    template: sql`e.template`,
    active: sql`e.active`,
    program: sql`lower(coalesce(p.program_display_name, 'Global site'))`,
  },
};
