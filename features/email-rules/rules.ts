/** The parts of an email rule, shared by browser and server. Specification: Email rules. */
import type { RULE_PLACEHOLDERS } from '../email-templates/rules.ts';

export const RULE_TYPES = [
  'class_bundle_opportunities',
  'community_highlights',
  'account_milestones',
  'prize_announcements',
  'daily_quiz',
  'exclusive_offers',
  'platform_tech_tips',
] as const;
export type RuleType = (typeof RULE_TYPES)[number];

export const EXAMPLE = {
  student_first_name: 'Ada',
  student_last_name: 'Lovelace',
  program_name: 'Brightside',
  program_site_url: 'https://brightside.example.com',
  program_tag: 'brightside',
} as const satisfies Record<(typeof RULE_PLACEHOLDERS)[number], string>;

/** Minutes between a confirmed save and its first mails, in which it can be undone. */
export const UNDO_MINUTES = 10;

/** Minutes until a rule starts that gives no start. */
export const DEFAULT_START_MINUTES = 15;

/** Code of a 409: noticeably more users are due than the confirmation showed. */
export const AUDIENCE_CHANGED = 'AUDIENCE_CHANGED';

/** True where no more are due than were confirmed, but for the few who join while the question is read. */
export function mayStart(told: number, due: number): boolean {
  return due <= told + Math.ceil(told / 50);
}

/** Reasons of a mail by type, to be used within a sentence. */
export const TYPE_WORDS: Readonly<Record<RuleType, string>> = {
  class_bundle_opportunities: 'classes and bundles',
  community_highlights: 'the community',
  account_milestones: 'your milestones',
  prize_announcements: 'prizes',
  daily_quiz: 'the daily quiz',
  exclusive_offers: 'exclusive offers',
  platform_tech_tips: 'platform tips',
};

/** Seconds between two turns of the rules. */
export const RULE_TURN_SECONDS = 300;
