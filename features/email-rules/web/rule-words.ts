import type { Condition } from '../conditions/fields.ts';
import type { SEND_STATES } from '../contract.ts';
import type { RuleType } from '../rules.ts';

export const CONDITION_LABELS: Record<Condition, string> = {
  equals: 'equals',
  not_equals: 'not equals',
  greater: 'greater',
  less: 'less',
  days_older_than: 'days older than',
  days_newer_than: 'days newer than',
  never: 'never',
  ever: 'at least once',
  in_last_days: 'in the last (days)',
  not_in_last_days: 'not in the last (days)',
  any_of: 'any of',
  none_of: 'none of',
};

export const MEMBERSHIP_LABELS = { 0: 'Not Member', 1: 'Member' } as const;

export const TYPE_LABELS: Record<RuleType, string> = {
  class_bundle_opportunities: 'Class and bundle opportunities',
  community_highlights: 'Community highlights',
  account_milestones: 'Account milestones',
  prize_announcements: 'Prize announcements',
  daily_quiz: 'Daily quiz',
  exclusive_offers: 'Exclusive offers',
  platform_tech_tips: 'Platform tech tips',
};

export type SendState = (typeof SEND_STATES)[number];

export const STATE_LABELS: Record<SendState, string> = {
  queued: 'Queued',
  sent: 'Sent',
  refused: 'Rejected',
  unknown: 'Unknown',
};
