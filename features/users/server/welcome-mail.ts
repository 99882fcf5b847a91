import { type TransactionContext, visibleTo } from '../../../server/context.ts';
import type { Language } from '../../email-templates/rules.ts';
import { linesOf, ownMail } from '../../email-templates/server/own-mail.ts';
import { siteAddress } from '../../programs/server/site-address.ts';
import { mailUser } from './user-mail.ts';

/** Queues it with the transaction; somebody `imported` may have no password yet, and is told how to set one. */
export async function welcomeMail(
  tx: TransactionContext,
  id: number,
  { imported = false } = {},
): Promise<void> {
  const { db, actor, platform } = tx;
  const user = await db
    .selectFrom('site_users as u')
    .innerJoin('programs as p', 'p.id', 'u.program_id')
    .select(['u.email', 'u.first_name', 'u.last_name', 'u.locale'])
    .select(['p.id as program_id', 'p.program_display_name', 'p.program_tag'])
    .where('u.id', '=', id)
    .where(visibleTo(actor, 'u.program_id'))
    .executeTakeFirstOrThrow();
  const { email, locale, program_id, program_tag } = user;
  const site = siteAddress(platform, program_tag);
  const mail = await ownMail(db, {
    template: imported ? 'sign_up_import' : 'membership_sign_up_anonymous',
    program_id,
    locale,
    // Without it nobody knows where to sign in, or how without a password.
    needsContent: true,
    values: (language) => {
      const words = WORDS[language];
      return {
        student_first_name: user.first_name,
        student_last_name: user.last_name,
        program_name: user.program_display_name,
        program_site_url: site,
        program_tag,
        content: linesOf(words.signIn(email), { href: site }, '', imported ? words.choose : words.forgotten),
      };
    },
  });
  await mailUser(tx, id, mail);
}

type Words = { signIn: (email: string) => string; choose: string; forgotten: string };

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    signIn: (email) => `Sign in with ${email}:`,
    choose: "If you don't have a password yet, choose “Forgot password” on that page to set one.",
    forgotten:
      "For your security, this email doesn't contain your password. Choose “Forgot password” on that page to set a new one.",
  },
  es: {
    signIn: (email) => `Inicie sesión con ${email}:`,
    choose: 'Si aún no tiene contraseña, elija allí «He olvidado mi contraseña» para crear una.',
    forgotten: 'Su contraseña no figura en este mensaje; allí, «He olvidado mi contraseña» crea una nueva.',
  },
  ru: {
    signIn: (email) => `Войдите с адресом ${email}:`,
    choose: 'Если у вас ещё нет пароля, выберите там «Забыли пароль», чтобы задать его.',
    forgotten: 'Пароля в этом письме нет; новый можно задать там же через «Забыли пароль».',
  },
  zh: {
    signIn: (email) => `请用 ${email} 登录：`,
    choose: '如果您还没有密码，请在那里选择“忘记密码”来设置。',
    forgotten: '本邮件不含您的密码；在那里选择“忘记密码”可以设置新密码。',
  },
  'zh-TW': {
    signIn: (email) => `請用 ${email} 登入：`,
    choose: '如果您還沒有密碼，請在那裡選擇「忘記密碼」來設定。',
    forgotten: '本郵件不含您的密碼；在那裡選擇「忘記密碼」可以設定新密碼。',
  },
};
