import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { ADAS_BUNDLE } from '../../classes/server/demo.ts';
import { MAIN_PROGRAM } from '../../programs/server/demo.ts';
import { pictureProducts } from './demo-pictures.ts';
import { demoProductNamed, type Given, PLANS } from './demo-plans.ts';

export const demo: readonly DemoStep[] = [{ order: 90, make: ({ tx }) => demoProducts(tx) }];

async function demoProducts(tx: TransactionContext): Promise<void> {
  const trx = tx.db;
  const classes = await trx
    .selectFrom('classes')
    .select(['id', 'program_id', 'is_bundle', 'del_flag'])
    .orderBy('id')
    .execute();
  const classOf = (given: Given | undefined) => {
    if (given === undefined || typeof given === 'number') return given ?? null;
    const { of, is_bundle = false, deleted = false } = given;
    const isMeant = (row: (typeof classes)[number]) =>
      row.program_id === of && row.is_bundle === is_bundle && (row.del_flag === 1) === deleted;
    return classes.find(isMeant)?.id ?? ADAS_BUNDLE;
  };
  const rows = PLANS.map(({ type = 'physical', class: given, money, ...plan }, index) => ({
    id: index + 1,
    name: plan.name,
    description: plan.description ?? '',
    type,
    program_id: plan.program_id === undefined ? MAIN_PROGRAM : plan.program_id,
    class_id: classOf(given),
    amount: money?.[0] ?? null,
    currency: money?.[1] ?? null,
    nft_id: plan.nft_id ?? '',
    active: plan.active ?? 1,
    auto_assign: plan.auto_assign ?? false,
  }));
  await insertAll(trx, 'gift_products', rows);
  await skipIds(trx, 'gift_products', rows.length);
  await pictureProducts(tx);
  const shown = PLANS.flatMap(({ shown: programs = [] }, index) =>
    programs.map((program_id) => ({ product_id: index + 1, program_id })),
  );
  await insertAll(trx, 'gift_product_programs', shown);
  await sql`
    insert into gift_product_programs (product_id, program_id)
    select g.id, p.id from gift_products g join programs p on p.id = g.program_id or g.program_id is null
    on conflict do nothing`.execute(trx);
  await translate(tx);
}

const TEXTS: [string, string, string, string][] = [
  ['Stoneware mug', 'de', 'Becher aus Steinzeug', 'Von Hand gedreht und glasiert; fasst 300 ml.'],
  ['Stoneware mug', 'fr', 'Tasse en grès', ''],
  ['Stoneware mug', 'he', 'ספל אבן', 'נעשה ביד; 300 מ״ל.'],
  ['Grand piano', 'de', 'Konzertflügel', 'Geliefert und gestimmt; die Treppe ist unsere Sorge.'],
  ['Grand piano', 'ja', 'グランドピアノ', ''],
  ['A year of classes', 'es', 'Un año de clases', 'Todas las clases del paquete.'],
  ['Fifty dollars', 'zh', '五十美元', ''],
  ['書道セット', 'de', 'Schreibzeug', ''],
];

async function translate({ db }: TransactionContext): Promise<void> {
  const rows = TEXTS.map(([of, language_slug, name, description]) => ({
    product_id: demoProductNamed(of),
    language_slug,
    name,
    description,
  }));
  await insertAll(db, 'gift_product_translations', rows);
  // In French and Japanese they were made before the mug was of stoneware and the piano a grand one.
  await sql`
    update gift_product_translations t set made_from = jsonb_strip_nulls(jsonb_build_object(
      'name', english_hash(case when t.language_slug in ('fr', 'ja') then 'Something else' else g.name end),
      'description', case when t.description <> '' then english_hash(g.description) end))
    from gift_products g where g.id = t.product_id`.execute(db);
}
