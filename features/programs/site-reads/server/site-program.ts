import { sql } from 'kysely';
import { notFound } from '../../../../core/errors.ts';
import { LOCALES, type Locale } from '../../../../core/locales.ts';
import { minorOf } from '../../../../core/money.ts';
import { must } from '../../../../core/must.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { localesOf, type SiteLocales, textIn } from '../../../../server/sites/site-texts.ts';
import type { KnownIds } from '../../program-schemas.ts';
import { PROGRAM_TEXTS, type ProgramText, SUBSCRIPTION_TYPES, type SubscriptionType } from '../../rules.ts';
import type { SiteProgram } from '../contract.ts';

export async function siteProgram(context: SiteCall, { locale }: { locale?: Locale | undefined }) {
  const locales = localesOf(context, locale);
  const { lilt_enabled, ...program } = await shownProgram(context, locales);
  const { default_locale } = program;
  return {
    program: {
      ...program,
      lilt_enabled: lilt_enabled === 1,
      tags: await tagsOf(context),
      languages: [default_locale, ...LOCALES.filter((language) => language !== default_locale)],
      subscriptions: await subscriptionsOf(context),
    },
    locale: locales.locale,
  };
}

type Shown = Omit<SiteProgram, 'lilt_enabled' | 'tags' | 'languages' | 'subscriptions'> & {
  lilt_enabled: number;
};

export async function shownProgram({ db, site }: SiteCall, locales: SiteLocales): Promise<Shown> {
  const { locale, fallback } = locales;
  const texts = PROGRAM_TEXTS.map((name) => sql`${textIn(locales, `p.${name}`, `t.${name}`, `d.${name}`)}`);
  const { rows } = await sql<Omit<Shown, 'texts'> & { texts: string[] }>`
    select p.id, p.program_tag, p.program_display_name, p.support_email, p.default_locale, p.default_currency,
      p.lilt_enabled, json_build_array(${sql.join(texts)}) as texts
    from programs p
      left join program_translations t on t.program_id = p.id and t.language_slug = ${locale}
      left join program_translations d on d.program_id = p.id and d.language_slug = ${fallback}
    where p.id = ${site.program_id}`.execute(db);
  const [row] = rows;
  if (!row) notFound();
  const named = PROGRAM_TEXTS.map((name, index) => [name, must(row.texts[index], `text ${name}`)]);
  return { ...row, texts: Object.fromEntries(named) as Record<ProgramText, string> };
}

function tagsOf({ db, site }: SiteCall) {
  return db
    .selectFrom('program_tags')
    .select(['id', 'name'])
    .where('program_id', '=', site.program_id)
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
}

type StoredSubscription = {
  type: SubscriptionType;
  product_id: string;
  price_id: string;
  coupon: string;
  known: Partial<KnownIds>;
};

async function subscriptionsOf({ db, site }: SiteCall): Promise<SiteProgram['subscriptions']> {
  const { rows } = await sql<StoredSubscription>`
    select type, product_id, price_id, coupon, known from program_subscriptions
    where program_id = ${site.program_id} and (product_id, price_id, coupon) <> ('', '', '')
    order by array_position(${SUBSCRIPTION_TYPES}::text[], type)`.execute(db);
  return rows.map(({ known, ...row }) => ({ ...row, ...priceOf(known.price_id ?? null) }));
}

function priceOf(known: KnownIds['price_id']) {
  if (known?.amount == null) return { amount: null, currency: null };
  const currency = known.currency.toUpperCase();
  return { amount: minorOf(known.amount, currency), currency };
}
