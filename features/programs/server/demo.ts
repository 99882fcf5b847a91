import { sql } from 'kysely';
import type { Trx } from '../../../server/db/client.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { daysBefore } from '../../../server/db/demo/random.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { programValues } from '../../../test/factories.ts';
import { PROGRAM_TEXTS } from '../rules.ts';
import { DEMO_TEXTS, DEMO_TRANSLATIONS } from './demo-texts.ts';

export const demo: readonly DemoStep[] = [
  { order: 10, make: ({ tx, today }) => demoProgramPages(tx.db, today) },
];

export type DemoProgram = ReturnType<typeof demoPrograms>[number];

/** The program that most of it happens in, as that of the accounts that the terminal names. */
export const MAIN_PROGRAM = 2;

const NEWCOMER =
  'Newcomer (nothing here yet): the Southern and Western Institute for the Continuing Education of Everybody ' +
  'Who Has Always Wanted to Learn a Trade, a Language or an Instrument, at Any Age';

export function demoPrograms(today: Date) {
  const rows = [
    ['crafts', 'The Crafts Academy', 'en', 'USD'],
    ['brightside', 'Brightside Courses', 'en', 'USD'],
    ['lumiere', 'Lumière Formation', 'fr', 'EUR'],
    ['manabi', '学びの森', 'ja', 'JPY'],
    ['aprende', 'Aprende Ya', 'es', 'EUR'],
    ['nightschool', 'London Night School', 'en', 'GBP'],
    ['svitanok', 'Академія «Світанок»', 'uk', 'UAH'],
    ['newcomer', NEWCOMER, 'en', 'USD'],
  ] as const;
  return rows.map(([program_tag, program_display_name, default_locale, default_currency], index) =>
    programValues(index + 1, {
      id: index + 1,
      program_tag,
      program_display_name,
      support_email: program_tag === 'newcomer' ? '' : `help@${program_tag}.example.com`,
      status: program_tag === 'svitanok' ? 0 : 1,
      lilt_enabled: index < 5 ? 1 : 0,
      affiliate: index % 3 === 1 ? 1 : 0,
      default_locale,
      default_currency,
      stripe_subscription_referrer: program_tag === 'brightside' ? 'acct_1Demo9Brightside' : '',
      stripe_subscription_percent: program_tag === 'brightside' ? 12.5 : 0,
      ...Object.fromEntries(PROGRAM_TEXTS.map((name) => [name, DEMO_TEXTS[program_tag]?.[name] ?? ''])),
      created_at: daysBefore(today, 2000 - index * 30),
      updated_at: daysBefore(today, 2000 - index * 30),
    }),
  );
}

async function demoProgramPages(trx: Trx, today: Date): Promise<void> {
  await insertAll(
    trx,
    'program_tags',
    TAGS.flatMap(([program_id, ...names]) => names.map((name) => tagOf(program_id, name))),
  );
  await insertAll(trx, 'program_subscriptions', SUBSCRIPTIONS);
  const translations = Object.entries(DEMO_TRANSLATIONS).map(([language_slug, texts]) => ({
    ...Object.fromEntries(PROGRAM_TEXTS.map((name) => [name, texts[name] ?? ''])),
    program_id: MAIN_PROGRAM,
    language_slug,
  }));
  await insertAll(trx, 'program_translations', translations);
  await insertAll(trx, 'program_defaults', [
    { program_id: 1, default_program_id: 2 },
    { program_id: 1, default_program_id: 6 },
    { program_id: 3, default_program_id: 2 },
  ]);
  const hashes = PROGRAM_TEXTS.map((name) => {
    const [was, english] = [sql.ref(`w.${name}`), sql.ref(`p.${name}`)];
    const made = sql`english_hash(coalesce(${was}, ${english}))`;
    return sql`${sql.lit(name)}, case when ${sql.ref(`t.${name}`)} <> '' then ${made} end`;
  });
  const before = Object.entries(DEMO_TRANSLATIONS).map(([language_slug, { from }]) => ({
    language_slug,
    ...from,
  }));
  await sql`update program_translations t set made_from = jsonb_strip_nulls(jsonb_build_object(${sql.join(hashes)}))
    from programs p, json_populate_recordset(null::program_translations, ${JSON.stringify(before)}::json) w
    where p.id = t.program_id and w.language_slug = t.language_slug`.execute(trx);
  await sql`insert into site_keys (program_id, name, rights, key_hash, replaces_itself, created_at)
    values (${MAIN_PROGRAM}, 'Site key', array['read', 'write'], sha256(convert_to('demo-site-key', 'UTF8')), true,
      ${daysBefore(today, 90)})`.execute(trx);
}

/** `!` before a name: switched off; `*`: an instructor tag. */
const TAGS: readonly (readonly [number, ...string[]])[] = [
  [1, 'Pottery', 'Weaving', '*Master', '!Summer 2024'],
  [2, 'Beginners', 'Advanced', 'For members', '*Top instructor', '*New instructor', '!Black Friday 2024'],
  [3, 'Débutants', 'Confirmés', '*Professeur certifié'],
  [4, '初心者', '上級者'],
  [5, 'Principiantes'],
  [
    6,
    'Evenings',
    'Weekends',
    '!A tag with a name that is as long as the people who think of tags can make it',
  ],
  [7, 'Початківці'],
];

function tagOf(program_id: number, marked: string) {
  const name = marked.replace(/^[!*]/, '');
  return {
    program_id,
    name,
    active: marked.startsWith('!') ? 0 : 1,
    is_customer_tag: marked.startsWith('*') ? 1 : 0,
  };
}

const SUBSCRIPTIONS = [
  { program_id: 2, type: 'month', product_id: 'prod_DemoMonth', price_id: 'price_1DemoMonth', coupon: '' },
  { program_id: 2, type: 'year', product_id: 'prod_DemoYear', price_id: 'price_1DemoYear', coupon: 'YEAR10' },
  { program_id: 2, type: 'cancellation', product_id: '', price_id: '', coupon: 'STAY50' },
  { program_id: 3, type: 'month', product_id: 'prod_DemoMois', price_id: 'price_1DemoMois', coupon: '' },
];
