import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { MAIN_PROGRAM } from '../../programs/server/demo.ts';
import type { Focal } from '../../uploads/rules.ts';
import { type Colors, DEFAULT_COLORS } from '../rules.ts';
import { pictureBanners } from './demo-pictures.ts';

export const demo: readonly DemoStep[] = [{ order: 230, make: ({ tx }) => demoBanners(tx) }];

type Plan = {
  title: string;
  sub_title?: string;
  program_id?: number | null;
  active?: 0 | 1;
  colors?: Partial<Colors>;
  event?: string;
  sun?: Focal;
};

async function demoBanners(tx: TransactionContext): Promise<void> {
  const { db } = tx;
  const events = await db.selectFrom('events').select(['id', 'name']).execute();
  const plans = [...PLANS, ...fillers()];
  const rows = plans.map((plan, index) => ({
    id: index + 1,
    title: plan.title,
    sub_title: plan.sub_title ?? '',
    active: plan.active ?? 1,
    program_id: plan.program_id === undefined ? MAIN_PROGRAM : plan.program_id,
    event_id: events.find(({ name }) => name === plan.event)?.id ?? null,
    ...DEFAULT_COLORS,
    ...plan.colors,
  }));
  await insertAll(db, 'banners', rows);
  await skipIds(db, 'banners', rows.length);
  await pictureBanners(
    tx,
    plans.flatMap(({ sun }, index) => (sun ? [{ banner_id: index + 1, sun }] : [])),
  );
  await translate(tx);
}

const CALM: Partial<Colors> = {
  color_1: '#12355B',
  color_2: '#1D4F91',
  color_button_bg: '#FFC94D',
  color_button_text: '#1D1600',
  color_stripe_bg: '#0B2239',
};

const PLANS: Plan[] = [
  {
    title: 'Win a potter’s wheel',
    sub_title: 'A ticket costs one coin; the draw can be checked by everybody.',
    event: 'Live: a potter’s wheel',
    colors: CALM,
    sun: { x: 0.8, y: 0.3 },
  },
  {
    // The colours of every new banner, which are hard to read.
    title: 'Open evening',
    sub_title: 'Come and see the workshops',
    event: 'Open evening',
    sun: { x: 0.25, y: 0.35 },
  },
  {
    title: 'White on yellow',
    sub_title: 'Somebody liked it that way',
    colors: {
      color_1: '#FFF3B0',
      color_2: '#FFD60A',
      color_stripe_bg: '#FFE566',
      color_button_bg: '#FFB703',
    },
  },
  {
    title: 'From black to white',
    sub_title: 'No colour of a text can be read on all of it',
    colors: { color_1: '#000000', color_2: '#FFFFFF', color_stripe_bg: '#777777' },
  },
  { title: 'Switched off since the spring', active: 0, colors: CALM },
  {
    title: 'The concert is over',
    sub_title: 'Its event has ended; the banner keeps it until another is chosen',
    event: 'Summer concert',
    colors: { ...CALM, color_1: '#3C1B4D', color_2: '#5E2A78', color_stripe_bg: '#29103A' },
    sun: { x: 0.5, y: 0.4 },
  },
  {
    title: 'Un voyage à Lisbonne',
    sub_title: 'Pour toutes les écoles',
    program_id: 3,
    event: 'Every site: a trip to Lisbon',
    colors: {
      color_1: '#7A1F3D',
      color_2: '#A23B5A',
      color_button_bg: '#FFE1A8',
      color_button_text: '#3A0A18',
    },
  },
  { title: '春のキャンペーン', sub_title: '学びの森より', program_id: 4, colors: CALM },
  { title: 'Every site: something for everybody', program_id: null, colors: CALM },
  {
    title:
      'A banner whose title has become as long as a paragraph because nobody stopped it in time, and which has to be shown in a list, in a dialog and on a telephone all the same',
    sub_title: 'And a sub-title',
    colors: CALM,
  },
];

function fillers(): Plan[] {
  const themes = ['Watercolours', 'Pottery', 'Italian', 'Guitar', 'Bread', 'Carpentry', 'Astronomy'];
  const seasons = ['Spring', 'Summer', 'Autumn', 'Winter'];
  return themes.flatMap((theme, row) =>
    seasons.flatMap((season, column) =>
      [2024, 2025].map((year) => ({
        title: `${season} ${year}: ${theme}`,
        sub_title: column % 2 === 0 ? 'Places are limited' : '',
        program_id: row % 3 === 2 ? 1 : MAIN_PROGRAM,
        active: year === 2024 ? (0 as const) : (1 as const),
        colors: row % 2 === 0 ? CALM : {},
      })),
    ),
  );
}

const TEXTS: [banner_id: number, language_slug: string, title: string, sub_title: string][] = [
  [1, 'de', 'Gewinne eine Töpferscheibe', 'Ein Los kostet eine Münze; jeder kann die Ziehung prüfen.'],
  [1, 'fr', 'Gagnez un tour de potier', ''],
  [1, 'ar', 'اربح دولاب خزف', 'ثمن التذكرة عملة واحدة.'],
  [2, 'de', 'Tag der offenen Tür', 'Komm und sieh dir die Werkstätten an'],
  [2, 'ja', 'オープンイブニング', ''],
];

async function translate({ db }: TransactionContext): Promise<void> {
  const rows = TEXTS.map(([banner_id, language_slug, title, sub_title]) => ({
    banner_id,
    language_slug,
    title,
    sub_title,
  }));
  await insertAll(db, 'banner_translations', rows);
  // In French and Japanese they were made when the banners were still called otherwise.
  await sql`
    update banner_translations t set made_from = jsonb_strip_nulls(jsonb_build_object(
      'title', english_hash(case when t.language_slug in ('fr', 'ja') then 'Something else' else b.title end),
      'sub_title', case when t.sub_title <> '' then english_hash(b.sub_title) end))
    from banners b where b.id = t.banner_id`.execute(db);
}
