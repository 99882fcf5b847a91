/** The way an instructor is paid, which their password alone changes. */
import type { Calls } from '@provost/site';
import type { Texts } from '../languages/en.ts';
import { Choice, Field, Form } from '../parts/form.tsx';
import { type Failure, saving } from '../visits/failures.ts';
import type { Page } from '../visits/page.ts';
import { acting, signedIn, type Visit } from '../visits/visit.ts';
import { Account } from './account.tsx';

type Settings = Calls['GET users/{id}/payment-settings']['output'];
type Change = Calls['PATCH users/{id}/payment-settings']['input'];
type Method = NonNullable<Settings['paid_by']>;

const BANKER = ['address', 'city', 'postal_code', 'country'];
const METHODS: Readonly<Record<Method, readonly string[]>> = {
  paypal: ['user'],
  venmo: ['user'],
  bank_deposit: [
    'full_name',
    'bank_name',
    'iban',
    'account_number',
    'account_currency',
    'address',
    'city',
    'country',
  ],
  direct: ['routing_number', 'account'],
  alipay: ['full_name', 'id', 'account_currency', ...BANKER],
  unionpay: ['full_name', 'card_number', 'account_currency', ...BANKER],
};

const LABELS: Readonly<Record<string, keyof Texts>> = {
  user: 'account',
  id: 'account',
  account: 'account_number',
  account_currency: 'currency',
};

/** Names of firms are the same in every language. */
const FIRMS: Partial<Record<Method, string>> = {
  paypal: 'PayPal',
  venmo: 'Venmo',
  alipay: 'Alipay',
  unionpay: 'UnionPay',
};

export async function paymentMethod(visit: Visit, failure?: Failure): Promise<Page> {
  const { site, texts, url, form, locale } = visit;
  const settings = await site.get('users/{id}/payment-settings', { id: signedIn(visit).id });
  const method =
    methodOf(form.get('method') ?? url.searchParams.get('method')) ?? settings.paid_by ?? 'paypal';
  const title = (of: Method) => FIRMS[of] ?? (of === 'direct' ? texts.direct_deposit : texts.bank_transfer);
  const label = (field: string) =>
    field === 'iban' ? 'IBAN' : texts[LABELS[field] ?? (field as keyof Texts)];
  return {
    title: texts.payment_method,
    body: (
      <Account title={texts.payment_method}>
        <form method="get" className="methods">
          <Choice
            name="method"
            label={texts.payment_method}
            value={method}
            options={methods().map((each) => ({
              value: each,
              label: title(each),
              lang: FIRMS[each] ? 'en' : locale,
            }))}
          />
          <button type="submit" className="quiet">
            {texts.choose}
          </button>
        </form>
        <Form action="/account/payment-method" submit={texts.save} failure={failure}>
          <input type="hidden" name="method" value={method} />
          {METHODS[method].map((field) => {
            const known = knownOf(settings, method, field);
            const isHidden = known !== null && typeof known === 'object';
            return (
              <Field
                key={field}
                name={`fields.${method}.${field}`}
                label={label(field)}
                value={isHidden ? '' : (known ?? '')}
                // Nothing but dots and digits: it has no direction of its own.
                dir={isHidden ? 'ltr' : 'auto'}
                placeholder={isHidden ? `•••• ${known.last4}` : undefined}
                failure={failure}
                autoComplete="off"
              />
            );
          })}
          <Field
            name="password"
            type="password"
            label={texts.password}
            autoComplete="current-password"
            failure={failure}
            required
          />
        </Form>
      </Account>
    ),
  };
}

export function savePaymentMethod(visit: Visit): Promise<Response | Page> {
  return saving(
    visit,
    async () => {
      const { id } = acting(visit);
      const { site, form } = visit;
      const settings = await site.get('users/{id}/payment-settings', { id });
      const method = methodOf(form.get('method')) ?? 'paypal';
      const told = METHODS[method].map((field) => {
        const typed = (form.get(`fields.${method}.${field}`) ?? '').trim();
        const known = knownOf(settings, method, field);
        // What is shown by its last digits stays as it is where nothing is typed.
        return [field, typed || (typeof known === 'object' ? known : null)] as const;
      });
      await site.patch('users/{id}/payment-settings', {
        id,
        paid_by: method,
        fields: { [method]: Object.fromEntries(told) } as Change['fields'],
        password: form.get('password') ?? '',
      });
      return '/account/payment-method?note=saved';
    },
    (failure) => paymentMethod(visit, failure),
  );
}

const methods = () => Object.keys(METHODS) as Method[];

function methodOf(name: string | null): Method | undefined {
  return methods().find((method) => method === name);
}

function knownOf({ fields }: Settings, method: Method, field: string) {
  return (fields[method] as Readonly<Record<string, string | { last4: string } | null>>)[field] ?? null;
}
