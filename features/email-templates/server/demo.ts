import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { daysBefore } from '../../../server/db/demo/random.ts';
import { mailParts } from '../../../server/mail/mail-html.ts';
import { LANGUAGES, type Language, type Template } from '../rules.ts';

export const demo: readonly DemoStep[] = [
  { order: 200, make: ({ tx, today }) => demoEmailTemplates(tx, today) },
];

type Row = {
  template: Template;
  program_id: number | null;
  language: Language;
  subject: string;
  text: string;
  plain?: string;
};

async function demoEmailTemplates({ db, actor }: TransactionContext, today: Date): Promise<void> {
  const rows = [...LANGUAGES.flatMap(globalOnes), ...OF_PROGRAMS];
  const values = rows.map((row, index) => {
    const { inlined, plain } = mailParts(row.text);
    const parts = { inlined, plain: row.plain ?? plain, plain_derived: row.plain === undefined };
    const moment = daysBefore(today, 300 - index * 9);
    return {
      id: index + 1,
      ...row,
      ...parts,
      created_at: moment,
      updated_at: moment,
      updated_by: actor.admin_id,
    };
  });
  await db.insertInto('email_templates').values(values).execute();
  await skipIds(db, 'email_templates', values.length);
}

const COLOURS = { global: '#2a678a', craft: '#8a4b2a', music: '#3d3a7c' };

function letter(language: Language, colour: string, paragraphs: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
  body { margin: 0; background: #eef1f3; font: 16px/1.5 Georgia, 'Times New Roman', serif; color: #1f2933; }
  .head { padding: 20px 32px; background: ${colour}; color: #ffffff; font-size: 20px; }
  .words { padding: 24px 32px; background: #ffffff; }
  a { color: ${colour}; }
  @media (max-width: 480px) { .head, .words { padding: 16px !important; } }
</style>
</head>
<body>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0">
<tr><td class="head">::[[program_name]]::</td></tr>
<tr><td class="words">
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</td></tr>
</table>
</body>
</html>
`;
}

const SITE = '<a href="::[[program_site_url]]::">::[[program_site_url]]::</a>';

type Words = {
  member: [subject: string, hello: string, thanks: string];
  account: [subject: string, hello: string, said: string];
};

const GLOBAL: Readonly<Record<Language, Words>> = {
  en: {
    member: [
      'You are a member of ::[[program_name]]::',
      'Dear ::[[student_first_name]]::,',
      'thank you for becoming a member. Every live class is yours from today on.',
    ],
    account: [
      'Welcome to ::[[program_name]]::',
      'Dear ::[[student_first_name]]::,',
      'your account is ready.',
    ],
  },
  es: {
    member: [
      'Ya es miembro de ::[[program_name]]::',
      'Hola, ::[[student_first_name]]:::',
      'Gracias por hacerse miembro. Desde hoy, todas las clases en directo son suyas.',
    ],
    account: [
      'Le damos la bienvenida a ::[[program_name]]::',
      'Hola, ::[[student_first_name]]:::',
      'Su cuenta está lista.',
    ],
  },
  ru: {
    member: [
      'Вы стали участником ::[[program_name]]::',
      'Здравствуйте, ::[[student_first_name]]::!',
      'Спасибо, что вы с нами. С сегодняшнего дня вам открыты все занятия в прямом эфире.',
    ],
    account: [
      'Добро пожаловать на ::[[program_name]]::',
      'Здравствуйте, ::[[student_first_name]]::!',
      'Ваш аккаунт готов.',
    ],
  },
  zh: {
    member: [
      '您已成为 ::[[program_name]]:: 的会员',
      '您好，::[[student_first_name]]::：',
      '感谢您成为会员。从今天起，所有直播课程都向您开放。',
    ],
    account: [
      '欢迎来到 ::[[program_name]]::',
      '您好，::[[student_first_name]]::：',
      '您的账户已经准备好了。',
    ],
  },
  'zh-TW': {
    member: [
      '您已成為 ::[[program_name]]:: 的會員',
      '您好，::[[student_first_name]]::：',
      '感謝您成為會員。從今天起，所有直播課程都向您開放。',
    ],
    account: [
      '歡迎來到 ::[[program_name]]::',
      '您好，::[[student_first_name]]::：',
      '您的帳戶已經準備好了。',
    ],
  },
};

function globalOnes(language: Language): Row[] {
  const { member, account } = GLOBAL[language];
  const made = (
    template: Template,
    [subject, ...paragraphs]: readonly [string, ...string[]],
    last: string,
  ): Row => ({
    template,
    program_id: null,
    language,
    subject,
    text: letter(language, COLOURS.global, [...paragraphs, last]),
  });
  return [
    made('membership_sign_up', member, SITE),
    made('membership_sign_up_anonymous', account, '::[[content]]::'),
  ];
}

const OF_PROGRAMS: readonly Row[] = [
  {
    template: 'membership_sign_up',
    program_id: 1,
    language: 'en',
    subject: 'The workshop is open, ::[[student_first_name]]::',
    text: letter('en', COLOURS.craft, [
      'Dear ::[[student_first_name]]:: ::[[student_last_name]]::,',
      'wood, clay and wool are waiting. As a member of ::[[program_name]]:: you join any live class without paying again.',
      SITE,
    ]),
    plain: 'Dear ::[[student_first_name]]::,\n\nthe workshop is open: ::[[program_site_url]]::\n',
  },
  {
    template: 'membership_sign_up',
    program_id: 1,
    language: 'es',
    subject: 'El taller está abierto, ::[[student_first_name]]::',
    text: letter('es', COLOURS.craft, [
      'Hola, ::[[student_first_name]]:::',
      'La madera, el barro y la lana le esperan.',
      SITE,
    ]),
  },
  {
    template: 'membership_sign_up_2_weeks',
    program_id: 2,
    language: 'en',
    subject: 'Two weeks of music',
    text: letter('en', COLOURS.music, [
      'Dear ::[[student_first_name]]::,',
      'two weeks ago you joined ::[[program_name]]::. Here is what others played in their first month:',
      '<img src="https://images.example/first-month.png" width="536" alt="A page of notes">',
      '::[[content]]::',
    ]),
  },
  {
    template: 'feedback_notification',
    program_id: 2,
    language: 'en',
    subject: '::[[student_first_name]]:: has written about ::[[class_name]]::',
    text: letter('en', COLOURS.music, [
      'Dear ::[[instructor_first_name]]::,',
      '<a href="::[[student_profile_url]]::">::[[student_first_name]]:: ::[[student_last_name]]::</a> on <a href="::[[class_url]]::">::[[class_name]]::</a>:',
      '::[[content]]::',
    ]),
  },
  {
    template: 'sign_up_import',
    program_id: 2,
    language: 'zh-TW',
    subject: '歡迎來到 ::[[program_name]]::',
    text: letter('zh-TW', COLOURS.music, [
      '您好，::[[student_first_name]]::：',
      '我們為您開了一個帳戶。',
      '::[[content]]::',
    ]),
  },
  {
    template: 'instructor_payment',
    program_id: 3,
    language: 'ru',
    subject: 'Выплата за занятия на ::[[program_name]]::',
    text: letter('ru', COLOURS.music, ['Здравствуйте, ::[[instructor_first_name]]::!', '::[[content]]::']),
  },
];
