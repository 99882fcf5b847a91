/** Names in the scripts that the lists, searches and exports have to carry. */

export const NAMES = {
  en: [
    [
      'Grace',
      'Alan',
      'Katherine',
      'Tim',
      'Margaret',
      'Dennis',
      'Barbara',
      'Edsger',
      'Radia',
      'Ken',
      "D'Arcy",
    ],
    [
      'Hopper',
      'Turing',
      'Johnson',
      'Hamilton',
      'Ritchie',
      'Liskov',
      'Perlman',
      "O'Brien",
      'Smith-Jones',
      'Lee',
    ],
  ],
  fr: [
    ['Sophie', 'Évariste', 'Émilie', 'Blaise', 'Hélène', 'François', 'Zoé', 'Jean-Loïc', 'Anaïs'],
    ['Germain', 'Galois', 'du Châtelet', 'Pascal', 'Lefèvre', 'Viète', 'Noël', 'Œuvrard', 'Garçon'],
  ],
  ja: [
    ['花子', '太郎', 'さくら', '健一', '美咲', '翔', '直子', '大輔', 'ひかり'],
    ['佐藤', '鈴木', '高橋', '田中', '渡辺', '小林', '山本', '髙﨑', '斎藤'],
  ],
  es: [
    ['María José', 'Íñigo', 'Lucía', 'Ángel', 'Begoña', 'Raúl', 'Inés', 'Óscar'],
    ['García Márquez', 'Núñez', 'Ibáñez', 'Peña', 'Muñoz', 'López de la Fuente', 'Güell'],
  ],
  uk: [
    ['Олена', 'Тарас', 'Леся', 'Іван', 'Їлья', 'Софія', 'Євген', 'Ґалина'],
    ['Шевченко', 'Українка', 'Франко', 'Коваленко', 'Щербак', 'Їжакевич'],
  ],
  ar: [
    ['محمد', 'فاطمة', 'خالد', 'مريم', 'عمر', 'ليلى'],
    ['الخوارزمي', 'الزهراوي', 'ابن سينا', 'حداد', 'الهاشمي'],
  ],
  he: [
    ['דוד', 'שרה', 'נועה', 'יוסף', 'מרים'],
    ['כהן', 'לוי', 'מזרחי', 'פרץ', 'בן־דוד'],
  ],
  hi: [
    ['आर्यभट', 'सरस्वती', 'अर्जुन', 'प्रिया', 'रोहन'],
    ['शर्मा', 'वर्मा', 'गुप्ता', 'सिंह', 'अय्यर'],
  ],
  zh: [
    ['伟', '芳', '秀英', '敏', '静', '磊'],
    ['王', '李', '张', '刘', '陈', '欧阳'],
  ],
  ko: [
    ['민준', '서연', '도윤', '하은', '지우'],
    ['김', '이', '박', '최', '남궁'],
  ],
  el: [
    ['Υπατία', 'Ευκλείδης', 'Ελένη', 'Γιώργος'],
    ['Παπαδόπουλος', 'Αλεξάνδρου', 'Οικονόμου'],
  ],
  th: [
    ['สมชาย', 'สุดา', 'อนันต์', 'มาลี'],
    ['ใจดี', 'ศรีสุข', 'ทองคำ'],
  ],
  tr: [
    ['Işıl', 'İbrahim', 'Çağla', 'Gökhan', 'Şebnem'],
    ['Yılmaz', 'Öztürk', 'Şahin', 'Güneş'],
  ],
} satisfies Record<string, [string[], string[]]>;
export type Tongue = keyof typeof NAMES;

/** A name that no column was planned for. */
export const LONG_NAME = {
  first_name: 'Uvuvwevwevwe Onyetenyevwe Ugwemubwem',
  last_name:
    'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafewarenwohlgepflege',
};
