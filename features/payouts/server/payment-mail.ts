/** The mail to a payee, from the template `instructor_payment`. Specification: Payouts; Email templates. */
import type { Db } from '../../../server/db/client.ts';
import type { Language } from '../../email-templates/rules.ts';
import { linesOf, ownMail } from '../../email-templates/server/own-mail.ts';

type Facts = {
  first_name: string;
  last_name: string;
  locale: string;
  program_id: number | null;
  program: string;
  /** Null without a chosen method. */
  paid_by: string | null;
  /** The address of their site; empty without one. */
  site: string;
};

/** Falls back to English for a language without mails. */
export function paymentMail(
  db: Db,
  { first_name, last_name, locale, program_id, program, paid_by, site }: Facts,
): ReturnType<typeof ownMail> {
  return ownMail(db, {
    template: 'instructor_payment',
    program_id,
    locale,
    values: (language) => ({
      instructor_first_name: first_name,
      instructor_last_name: last_name,
      instructor_profile_url: site,
      program_name: program,
      content: linesOf(
        WORDS[language][paid_by === null ? 'choose' : 'chosen'],
        ...(site ? [{ href: site }] : []),
      ),
    }),
  });
}

const WORDS: Readonly<Record<Language, { chosen: string; choose: string }>> = {
  en: {
    chosen: 'Please check that your payout details are still correct:',
    choose: "We don't have your payout details yet. Choose a payout method in your account:",
  },
  es: {
    chosen: 'Ya nos ha indicado cómo pagarle; compruebe que siga siendo correcto:',
    choose: 'Aún no sabemos cómo pagarle. Elija una forma de pago en su cuenta:',
  },
  ru: {
    chosen: 'Вы уже указали способ выплаты; проверьте, верен ли он:',
    choose: 'Мы пока не знаем, как вам платить. Выберите способ выплаты в своём аккаунте:',
  },
  zh: {
    chosen: '您已选择收款方式，请确认是否仍然正确：',
    choose: '我们还不知道如何向您付款。请在您的账户中选择收款方式：',
  },
  'zh-TW': {
    chosen: '您已選擇收款方式，請確認是否仍然正確：',
    choose: '我們還不知道如何付款給您。請在您的帳戶中選擇收款方式：',
  },
};
