import { sql } from 'kysely';
import type { Trx } from '../../../../server/db/client.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { insertAll } from '../../../../server/db/insert-all.ts';
import type { ClassTranslations } from '../../../../server/db/types.ts';

export const demo: readonly DemoStep[] = [{ order: 80, make: ({ tx }) => demoClassTranslations(tx.db) }];

const [ENGINE, NUMBERS, LONG] = [1, 2, 7];

type TranslationRow = Pick<ClassTranslations, 'class_id' | 'language_slug'> & {
  class_name: string;
  description?: string;
  additional_info?: string;
};

const ROWS: TranslationRow[] = [
  { class_id: ENGINE, language_slug: 'de', class_name: 'Die analytische Maschine für Anfänger' },
  { class_id: ENGINE, language_slug: 'fr', class_name: 'La machine analytique pour débutants' },
  { class_id: ENGINE, language_slug: 'ar', class_name: 'المحرك التحليلي للمبتدئين' },
  { class_id: ENGINE, language_slug: 'he', class_name: 'המנוע האנליטי למתחילים' },
  { class_id: ENGINE, language_slug: 'ja', class_name: '解析機関入門' },
  { class_id: ENGINE, language_slug: 'ur', class_name: 'ابتدائی لوگوں کے لیے تجزیاتی انجن' },
  {
    class_id: NUMBERS,
    language_slug: 'de',
    class_name: 'Anmerkungen zu den Bernoulli-Zahlen',
    description: 'Sechs Abende, 12 Übungen. Mehr unter https://example.com/bernoulli/de',
    additional_info: 'Bitte einen Rechenschieber mitbringen.',
  },
  {
    class_id: NUMBERS,
    language_slug: 'hi',
    class_name: 'बर्नूली संख्याओं पर टिप्पणियाँ',
    description: '६ शामें, १२ अभ्यास।',
  },
  { class_id: LONG, language_slug: 'hu', class_name: 'Minden, '.repeat(37).trim() },
];

async function demoClassTranslations(trx: Trx): Promise<void> {
  await sql`
    update classes set description = 'Six evenings, 12 exercises. More at https://example.com/bernoulli',
      additional_info = 'Bring a slide rule, ::[[student_first_name]]::.'
    where id = ${NUMBERS}`.execute(trx);
  const rows = ROWS.map((row) => ({ description: '', additional_info: '', ...row }));
  await insertAll(trx, 'class_translations', rows);
  // French, Hebrew and Hindi were made before the titles were what they are.
  await sql`
    update class_translations t set made_from = jsonb_strip_nulls(jsonb_build_object(
      'class_name', english_hash(case when t.language_slug in ('fr', 'he', 'hi') then 'An older title' else c.class_name end),
      'description', case when t.description <> '' then english_hash(c.description) end,
      'additional_info', case when t.additional_info <> '' then english_hash('Bring a slide rule.') end))
    from classes c where c.id = t.class_id`.execute(trx);
}
