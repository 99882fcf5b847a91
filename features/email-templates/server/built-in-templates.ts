import { mailParts } from '../../../server/mail/mail-html.ts';
import type { Language, Template } from '../rules.ts';

export type Texts = { subject: string; text: string; inlined: string; plain: string };

/** Returns the template in this language, or in English, which always exists. */
export function builtInTemplate(template: Template, language: Language): Texts & { language: Language } {
  const own = WORDS[template][language];
  const known = own ? language : 'en';
  const { subject, paragraphs } = own ?? WORDS[template].en;
  const key = `${template} ${known}`;
  const made = parts.get(key) ?? partsOf(page(known, paragraphs));
  parts.set(key, made);
  return { ...made, subject, language: known };
}

type Words = { subject: string; paragraphs: readonly string[] };

/** Cache by template and language; fewer than twenty entries. */
const parts = new Map<string, Omit<Texts, 'subject'>>();

function partsOf(text: string): Omit<Texts, 'subject'> {
  return { text, ...mailParts(text) };
}

function page(language: Language, paragraphs: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
  body { margin: 0; padding: 24px 12px; background: #f3f4f6; }
  div { max-width: 560px; margin: 0 auto; padding: 32px; background: #ffffff; color: #1f2933;
    font: 16px/1.5 'Segoe UI', Helvetica, Arial, sans-serif; }
  p { margin: 0 0 16px; }
  a { color: #1c5cab; }
  @media (max-width: 480px) { div { padding: 20px !important; } }
</style>
</head>
<body>
<div>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</div>
</body>
</html>
`;
}

const STUDENT = 'Hello ::[[student_first_name]]::,';
const SITE = '<a href="::[[program_site_url]]::">::[[program_site_url]]::</a>';

const WORDS: Readonly<Record<Template, { en: Words } & { [Name in Language]?: Words }>> = {
  membership_sign_up: {
    en: {
      subject: 'You are a member of ::[[program_name]]::',
      paragraphs: [
        STUDENT,
        'thank you for becoming a member of ::[[program_name]]::.',
        '::[[content]]::',
        SITE,
      ],
    },
  },
  membership_sign_up_2_weeks: {
    en: {
      subject: 'Two weeks at ::[[program_name]]::',
      paragraphs: [
        STUDENT,
        'you have been a member of ::[[program_name]]:: for two weeks. We hope you enjoy it.',
        '::[[content]]::',
        SITE,
      ],
    },
  },
  membership_sign_up_anonymous: {
    en: {
      subject: 'Welcome to ::[[program_name]]::',
      paragraphs: [STUDENT, 'you have an account at ::[[program_name]]::.', '::[[content]]::'],
    },
  },
  sign_up_import: {
    en: {
      subject: 'Welcome to ::[[program_name]]::',
      paragraphs: [STUDENT, 'you have an account at ::[[program_name]]::.', '::[[content]]::'],
    },
  },
  instructor_payment: {
    en: payment(
      'Your payment from ::[[program_name]]::',
      'Hello ::[[instructor_first_name]]::,',
      'you have earnings at ::[[program_name]]:: that are ready to be paid out.',
    ),
    es: payment(
      'Su pago de ::[[program_name]]::',
      'Hola, ::[[instructor_first_name]]:::',
      'El dinero que ha ganado en ::[[program_name]]:: está pendiente de pago.',
    ),
    ru: payment(
      'Ваша выплата от ::[[program_name]]::',
      'Здравствуйте, ::[[instructor_first_name]]::!',
      'Деньги, заработанные вами на ::[[program_name]]::, ожидают выплаты.',
    ),
    zh: payment(
      '您来自 ::[[program_name]]:: 的款项',
      '您好，::[[instructor_first_name]]::：',
      '您在 ::[[program_name]]:: 的收入正在等待支付。',
    ),
    'zh-TW': payment(
      '您來自 ::[[program_name]]:: 的款項',
      '您好，::[[instructor_first_name]]::：',
      '您在 ::[[program_name]]:: 的收入正在等待支付。',
    ),
  },
  payment_changed: {
    en: {
      subject: 'Your payout details at ::[[program_name]]:: were changed',
      paragraphs: ['Hello ::[[instructor_first_name]]::,', '::[[content]]::'],
    },
  },
  account_cancelled: {
    en: {
      subject: 'Your account at ::[[program_name]]:: has ended',
      paragraphs: [STUDENT, 'your account at ::[[program_name]]:: has ended.', '::[[content]]::', SITE],
    },
  },
  feedback_notification: {
    en: {
      subject: 'Feedback on ::[[class_name]]::',
      paragraphs: [
        'Hello ::[[instructor_first_name]]::,',
        '<a href="::[[student_profile_url]]::">::[[student_first_name]]:: ::[[student_last_name]]::</a> has written about <a href="::[[class_url]]::">::[[class_name]]::</a>:',
        '::[[content]]::',
      ],
    },
  },
  password_reset: {
    en: {
      subject: 'Set a new password',
      paragraphs: [
        'We received a request to reset the password of your account at ::[[program_name]]::.',
        '::[[content]]::',
        "If you didn't request this, you can ignore this email. Your password stays the same.",
      ],
    },
  },
};

function payment(subject: string, ...paragraphs: string[]): Words {
  return { subject, paragraphs: [...paragraphs, '::[[content]]::'] };
}
