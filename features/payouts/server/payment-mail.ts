/** What a payee is told: the template `instructor_payment`, in the languages of mail. Specification: Payouts; Mail. */

type Facts = {
  first_name: string;
  locale: string;
  program: string;
  /** Null where they have chosen no method yet. */
  paid_by: string | null;
  /** The address of their site; empty where they have none. */
  site: string;
};

type Words = {
  subject: (program: string) => string;
  hello: (name: string) => string;
  waits: (program: string) => string;
  chosen: string;
  choose: string;
};

/** English where the payee's language is none of mail's. */
export function paymentMail({ first_name, locale, program, paid_by, site }: Facts): {
  subject: string;
  body_text: string;
} {
  const words = WORDS[locale] ?? ENGLISH;
  return {
    subject: words.subject(program),
    body_text: `${words.hello(first_name)}

${words.waits(program)} ${paid_by === null ? words.choose : words.chosen}
${site}
`,
  };
}

const ENGLISH: Words = {
  subject: (program) => `Your payment from ${program}`,
  hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
  waits: (program) => `money that you have earned at ${program} waits to be paid out.`,
  chosen: 'You have told us how to pay you; look whether it is still right:',
  choose: 'We do not know yet how to pay you. Choose a payment method in your account:',
};

const WORDS: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  es: {
    subject: (program) => `Su pago de ${program}`,
    hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    waits: (program) => `El dinero que ha ganado en ${program} está pendiente de pago.`,
    chosen: 'Ya nos ha indicado cómo pagarle; compruebe que siga siendo correcto:',
    choose: 'Aún no sabemos cómo pagarle. Elija una forma de pago en su cuenta:',
  },
  ru: {
    subject: (program) => `Ваша выплата от ${program}`,
    hello: (name) => (name ? `Здравствуйте, ${name}!` : 'Здравствуйте!'),
    waits: (program) => `Деньги, заработанные вами на ${program}, ожидают выплаты.`,
    chosen: 'Вы уже указали способ выплаты; проверьте, верен ли он:',
    choose: 'Мы пока не знаем, как вам платить. Выберите способ выплаты в своём аккаунте:',
  },
  zh: {
    subject: (program) => `您来自 ${program} 的款项`,
    hello: (name) => (name ? `${name}，您好：` : '您好：'),
    waits: (program) => `您在 ${program} 的收入正在等待支付。`,
    chosen: '您已选择收款方式，请确认是否仍然正确：',
    choose: '我们还不知道如何向您付款。请在您的账户中选择收款方式：',
  },
  'zh-TW': {
    subject: (program) => `您來自 ${program} 的款項`,
    hello: (name) => (name ? `${name}，您好：` : '您好：'),
    waits: (program) => `您在 ${program} 的收入正在等待支付。`,
    chosen: '您已選擇收款方式，請確認是否仍然正確：',
    choose: '我們還不知道如何付款給您。請在您的帳戶中選擇收款方式：',
  },
};
