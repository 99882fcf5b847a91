/** Subjects and titles of demo classes, in the language of the program. */

export const SUBJECTS = {
  en: [
    'Watercolour',
    'Bread Baking',
    'Statistics',
    'Guitar',
    'Photography',
    'Bookkeeping',
    'Yoga',
    'C++ & Rust',
  ],
  fr: ['l’aquarelle', 'la pâtisserie', 'la comptabilité', 'la guitare', 'l’œnologie', 'l’écriture'],
  ja: ['水彩画', '写真', '統計学', '茶道', '日本料理', 'プログラミング'],
  es: ['acuarela', 'panadería', 'estadística', 'guitarra', 'fotografía', 'diseño'],
  uk: ['акварель', 'фотографія', 'статистика', 'гітара', 'бухгалтерія'],
} satisfies Record<string, string[]>;

/** Titles; `@` stands for the subject. */
export const TITLES = {
  en: [
    '@ for Beginners',
    'The Complete @ Course',
    'Advanced @',
    '@ in 30 Days',
    'Secrets of @: "What They Never Told You"',
  ],
  fr: ['Apprendre @', 'Tout savoir sur @', 'Perfectionnez-vous : @', '@ pas à pas'],
  ja: ['はじめての@', '@完全マスター', '実践@', '30日でわかる@'],
  es: ['Aprende @ desde cero', 'Curso completo de @', '¿@? ¡Claro!', '@ avanzada'],
  uk: ['@ для початківців', 'Повний курс: @', '@ за 30 днів'],
} satisfies Record<keyof typeof SUBJECTS, string[]>;
