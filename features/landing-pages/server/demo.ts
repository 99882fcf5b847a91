import { sql } from 'kysely';
import type { Trx } from '../../../server/db/client.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { MAIN_PROGRAM } from '../../programs/server/demo.ts';

export const demo: readonly DemoStep[] = [{ order: 240, make: ({ tx }) => demoLandingPages(tx.db) }];

type Plan = {
  name: string;
  path: string;
  title?: string;
  keywords?: string;
  description?: string;
  template?: string;
  program_id?: number | null;
  active?: 0 | 1;
};

async function demoLandingPages(trx: Trx): Promise<void> {
  const rows = [...PLANS, ...fillers()].map((plan, index) => ({
    title: '',
    keywords: '',
    description: '',
    template: TEMPLATES[index % TEMPLATES.length] ?? '',
    program_id: MAIN_PROGRAM,
    active: 1,
    ...plan,
    id: index + 1,
  }));
  await insertAll(trx, 'landing_pages', rows);
  await skipIds(trx, 'landing_pages', rows.length);
  await translate(trx);
}

const TEMPLATES = ['classic.html', 'letter.html', 'spotlight.html'];

const PLANS: Plan[] = [
  {
    name: 'Spring at Brightside',
    path: '/spring',
    title: 'This spring, learn something bright',
    keywords: 'courses, spring, pottery, painting',
    description:
      'From the first of March on, all workshops are open on Saturdays as well.\n\nBring a friend: the second place costs half.',
    template: 'classic.html',
  },
  {
    name: 'A letter to members',
    path: '/letter',
    title: 'Dear member,',
    keywords: 'membership',
    description:
      'a year ago you joined us, and since then forty new classes have begun.\n\nThank you for every question that you have asked in them.',
    template: 'letter.html',
  },
  {
    name: 'The great giveaway',
    path: '/giveaway/great',
    title: 'A grand piano. One ticket.',
    keywords: 'giveaway, piano',
    description: 'Forty thousand people want it. The draw can be checked by every one of them.',
    template: 'spotlight.html',
  },
  { name: 'Nothing but a name', path: '/bare', template: 'classic.html' },
  { name: 'Switched off', path: '/old_spring-2024', title: 'Spring 2024', active: 0 },
  {
    name: 'Le printemps',
    path: '/spring',
    title: 'Ce printemps, apprenez',
    description: 'Tous les ateliers sont ouverts le samedi.',
    program_id: 3,
  },
  { name: '春', path: '/haru', title: '春に学ぶ', program_id: 4 },
  { name: 'All sites', path: '/', title: 'One marketplace, many schools', program_id: null },
  {
    name: 'A page whose name has become as long as a paragraph because nobody stopped it in time, and which has to be shown in a list, in a dialog and on a telephone all the same',
    path: `/${'very-long-path-'.repeat(12)}end`,
    title: 'Short',
  },
];

function fillers(): Plan[] {
  const themes = ['Watercolours', 'Pottery', 'Italian', 'Guitar', 'Bread', 'Carpentry', 'Astronomy', 'Chess'];
  return themes.flatMap((theme, row) =>
    ['Beginners', 'Weekend', 'Intensive', 'Online', 'Gift', 'Teachers'].map((kind) => ({
      name: `${theme}: ${kind.toLowerCase()}`,
      path: `/${theme.toLowerCase()}/${kind.toLowerCase()}`,
      title: `${theme} for ${kind === 'Teachers' ? 'teachers' : 'everybody'}`,
      keywords: `${theme.toLowerCase()}, ${kind.toLowerCase()}`,
      program_id: row % 3 === 2 ? 1 : MAIN_PROGRAM,
    })),
  );
}

const TEXTS: [
  page_id: number,
  language_slug: string,
  title: string,
  keywords: string,
  description: string,
][] = [
  [
    1,
    'de',
    'In diesem Frühling etwas Helles lernen',
    'Kurse, Frühling, Töpfern, Malen',
    'Ab dem ersten März sind alle Werkstätten auch samstags offen.\n\nBring jemanden mit: Der zweite Platz kostet die Hälfte.',
  ],
  [1, 'fr', 'Ce printemps, apprenez quelque chose de lumineux', '', ''],
  [1, 'he', 'באביב הזה, לומדים משהו מאיר', '', 'מהראשון במרץ כל הסדנאות פתוחות גם בשבת.'],
  [3, 'de', 'Ein Konzertflügel. Ein Los.', 'Verlosung, Flügel', ''],
  [3, 'zh', '一架三角钢琴，一张票。', '', ''],
];

async function translate(trx: Trx): Promise<void> {
  const rows = TEXTS.map(([page_id, language_slug, title, keywords, description]) => ({
    page_id,
    language_slug,
    title,
    keywords,
    description,
  }));
  await insertAll(trx, 'landing_page_translations', rows);
  // In French and Chinese they were made when the pages were still called otherwise.
  await sql`
    update landing_page_translations t set made_from = jsonb_strip_nulls(jsonb_build_object(
      'title', english_hash(case when t.language_slug in ('fr', 'zh') then 'Something else' else p.title end),
      'keywords', case when t.keywords <> '' then english_hash(p.keywords) end,
      'description', case when t.description <> '' then english_hash(p.description) end))
    from landing_pages p where p.id = t.page_id`.execute(trx);
}
