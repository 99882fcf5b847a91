import { daysBefore } from '../../../server/db/demo/random.ts';
import type { RuleItem } from '../conditions/items.ts';
import type { RuleType } from '../rules.ts';

type Told = {
  name: string;
  subject: string;
  template: string;
  type: RuleType;
  /** Null: every program. */
  program_id: number | null;
  items: RuleItem[];
  every_days?: number;
  repeat_count?: number;
  active?: 0 | 1;
  run_after?: string;
  ran_at?: string;
  failed_at?: string;
  failure?: string;
  story?: Story;
};
/** Mails per user, the first that many days ago, then at intervals; users who await the last. */
type Story = { each: number; first_day: number; apart: number; waiting?: number };

export type DemoRule = ReturnType<typeof demoRules>[number];

const SENDER = { from_name: 'Provost', from_email: 'no-reply@example.com' };
const NOTHING_SENT: Story = { each: 0, first_day: 1, apart: 0 };

const HIGHLIGHTS = 'community-highlights.html';
const OFFER = 'exclusive-offer.html';
const MILESTONE = 'account-milestone.html';

const LONGEST =
  'Everybody who joined before the move to the new platform, has never been a member, and still holds so many coins ' +
  'that they could take part in a draw tomorrow if only somebody told them';

/** Active rules match only users of long ago, so that none matches a newcomer. */
export function demoRules(today: Date) {
  return rulesOf(today).map((rule, index) => {
    const { story = NOTHING_SENT, ...told } = rule;
    const row = {
      id: index + 1,
      ...SENDER,
      every_days: 1,
      repeat_count: 1,
      active: 1 as 0 | 1,
      run_after: daysBefore(today, 370),
      failed_at: null as string | null,
      failure: null as string | null,
      ran_at: null as string | null,
      created_at: daysBefore(today, 380 - index * 9),
      updated_at: daysBefore(today, 300 - index * 9),
      ...told,
    };
    return { row, story };
  });
}

function rulesOf(today: Date): Told[] {
  const ofLongAgo = older('dateadded', 730);
  return [
    {
      name: 'What members have been up to',
      subject: '::[[student_first_name]]::, see what is new at ::[[program_name]]::',
      template: HIGHLIGHTS,
      type: 'community_highlights',
      program_id: null,
      items: [is('membership', 1), ofLongAgo],
      story: { each: 1, first_day: 360, apart: 0 },
    },
    {
      name: 'Come back and save',
      subject: 'Something is set aside for you',
      template: OFFER,
      type: 'exclusive_offers',
      program_id: 2,
      items: [is('user_type', 'I'), is('membership', 0), ofLongAgo],
      every_days: 7,
      repeat_count: 3,
      story: { each: 3, first_day: 55, apart: 8 },
    },
    {
      name: 'Spring sale',
      subject: 'The spring sale has begun',
      template: 'spring-sale.html',
      type: 'exclusive_offers',
      program_id: 2,
      items: [is('user_type', 'S'), is('membership', 0), ofLongAgo],
      ran_at: daysBefore(today, 0.01),
      failed_at: daysBefore(today, 3),
      failure: 'There is no template spring-sale.html',
    },
    {
      name: 'Prizes of the week',
      subject: 'Who won at ::[[program_name]]::',
      template: HIGHLIGHTS,
      type: 'prize_announcements',
      program_id: 2,
      items: [{ field_name: 'lilt_balance', condition: 'greater', value: 5 }],
      every_days: 7,
      repeat_count: 0,
      active: 0,
      ran_at: daysBefore(today, 170),
      story: { each: 4, first_day: 200, apart: 7 },
    },
    {
      name: 'A year as a member',
      subject: 'A year already, ::[[student_first_name]]::',
      template: MILESTONE,
      type: 'account_milestones',
      program_id: 2,
      items: [is('user_type', 'S'), is('membership', 1), older('membership_at', 365), ofLongAgo],
      story: { each: 1, first_day: 300, apart: 0 },
    },
    {
      name: 'Un conseil par mois',
      subject: 'Un conseil pour vos cours, ::[[student_first_name]]::',
      template: HIGHLIGHTS,
      type: 'platform_tech_tips',
      program_id: 3,
      items: [is('user_type', 'I'), ofLongAgo],
      every_days: 30,
      repeat_count: 6,
      story: { each: 6, first_day: 210, apart: 31 },
    },
    {
      name: 'Ofertas de invierno',
      subject: 'Una oferta para ti',
      template: OFFER,
      type: 'exclusive_offers',
      program_id: 5,
      items: [
        is('user_type', 'S'),
        is('membership', 0),
        { field_name: 'lilt_total', condition: 'greater', value: 3 },
      ],
      every_days: 14,
      repeat_count: 2,
      run_after: daysBefore(today, -180),
    },
    {
      name: 'Quarterly note to organizations',
      subject: 'Classes and bundles for your house',
      template: HIGHLIGHTS,
      type: 'class_bundle_opportunities',
      program_id: null,
      items: [is('user_type', 'O'), older('dateadded', 1000)],
      every_days: 90,
      repeat_count: 0,
      story: { each: 4, first_day: 290, apart: 91 },
    },
    {
      name: 'Five questions',
      subject: 'Your five questions, ::[[student_first_name]]::',
      template: HIGHLIGHTS,
      type: 'daily_quiz',
      program_id: 1,
      items: [is('user_type', 'I'), is('membership', 1), ofLongAgo],
      repeat_count: 20,
      story: { each: 20, first_day: 40, apart: 1, waiting: 5 },
    },
    {
      name: LONGEST,
      subject: 'Your coins are waiting',
      template: MILESTONE,
      type: 'account_milestones',
      program_id: 2,
      items: [
        is('user_type', 'S'),
        older('dateadded', 1500),
        is('membership', 0),
        { field_name: 'lilt_balance', condition: 'greater', value: 2.5 },
        { field_name: 'lilt_total', condition: 'not_equals', value: 1250 },
      ],
      every_days: 30,
      repeat_count: 12,
      active: 0,
    },
    {
      name: '月のたより',
      subject: '今月のクラス',
      template: HIGHLIGHTS,
      type: 'class_bundle_opportunities',
      program_id: 4,
      items: [is('user_type', 'I'), older('dateadded', 1300)],
      every_days: 30,
      repeat_count: 2,
      story: { each: 2, first_day: 100, apart: 30 },
    },
    {
      name: 'Big winners',
      subject: 'A word about your prizes',
      template: MILESTONE,
      type: 'prize_announcements',
      program_id: 6,
      items: [{ field_name: 'lilt_total', condition: 'greater', value: 1_000_000 }],
    },
  ];
}

function is(field_name: 'user_type' | 'membership', value: RuleItem['value']): RuleItem {
  return { field_name, condition: 'equals', value };
}

function older(field_name: 'dateadded' | 'membership_at', days: number): RuleItem {
  return { field_name, condition: 'days_older_than', value: days };
}
