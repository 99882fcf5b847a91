import type { ProgramText } from '../rules.ts';

type Texts = Partial<Record<ProgramText, string>>;

export const DEMO_TEXTS: Record<string, Texts> = {
  crafts: {
    heading_text: 'Make something with your hands',
    subheading_1_text: 'Potters, weavers and joiners teach what they live from',
    row_1_text: 'Live classes in groups of at most 12',
    button_text: 'Browse the workshops',
  },
  brightside: {
    heading_text: 'Learn something bright this week',
    subheading_1_text: 'Over 900 courses, live and recorded',
    subheading_2_text: 'New ones every Monday',
    row_1_text: 'Members take 25 % off every class.',
    row_2_text: 'Ask your instructor anything, in class and between classes.',
    row_3_text: 'Every class you buy comes with tickets for the giveaways.',
    row_4_text: 'Not for you? Within 14 days you get your money back.',
    button_text: 'Become a member',
  },
  lumiere: { heading_text: 'Learning, by candlelight', button_text: 'Join us' },
  manabi: { heading_text: 'A forest of learning', row_1_text: 'Calligraphy, tea, and the short poem' },
  newcomer: {
    heading_text: 'There is nothing here yet, and that is said at more length than most pages would say it, '
      .repeat(2)
      .trim(),
  },
};

/** Texts of `brightside`: complete, partial, right-to-left, and outdated ones. */
export const DEMO_TRANSLATIONS: Record<string, Texts & { from?: Texts }> = {
  de: {
    heading_text: 'Lern diese Woche etwas Schönes',
    subheading_1_text: 'Über 900 Kurse, live und als Aufnahme',
    subheading_2_text: 'Jeden Montag neue',
    row_1_text: 'Mitglieder zahlen für jeden Kurs 25 % weniger.',
    row_2_text: 'Frag deine Lehrenden alles, im Kurs und zwischendurch.',
    row_3_text: 'Zu jedem Kurs gibt es Lose für die Verlosungen.',
    row_4_text: 'Doch nichts für dich? 14 Tage lang gibt es das Geld zurück.',
    button_text: 'Mitglied werden',
  },
  es: { heading_text: 'Aprende algo brillante esta semana', button_text: 'Hazte miembro' },
  fr: {
    heading_text: 'Apprenez quelque chose de lumineux cette semaine',
    subheading_1_text: 'Plus de 800 cours, en direct et enregistrés',
    button_text: 'Devenir membre',
    from: { subheading_1_text: 'Over 800 courses, live and recorded' },
  },
  ar: {
    heading_text: 'تعلّم شيئًا مشرقًا هذا الأسبوع',
    subheading_1_text: 'أكثر من 900 دورة، مباشرة ومسجّلة',
    button_text: 'انضم إلينا',
  },
  ja: { heading_text: '今週、明るいことを学ぼう', row_1_text: '会員は全クラス25％割引です。' },
};
