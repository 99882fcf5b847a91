import type { Calls } from '@provost/site';
import type { Texts } from '../languages/en.ts';
import { fill } from '../languages/formats.ts';
import { More, Nothing } from '../parts/cards.tsx';
import { Field, Form } from '../parts/form.tsx';
import { useVisit } from '../parts/visit-context.ts';
import { type Failure, isToldAlready, saving } from '../visits/failures.ts';
import { referenceOf } from '../visits/form-tokens.ts';
import type { Page } from '../visits/page.ts';
import { acting, signedIn, type Visit } from '../visits/visit.ts';
import { Account } from './account.tsx';

type Entry = Calls['GET users/{id}/coins']['output']['entries'][number];

const KINDS: Readonly<Record<Entry['kind'], keyof Texts>> = {
  grant: 'coins',
  token: 'token',
  purchase: 'purchases',
  ticket: 'tickets',
  prize: 'won',
  reversal: 'refunded',
};

export async function coins(visit: Visit, failure?: Failure): Promise<Page> {
  const { site, locale, texts, formats, url } = visit;
  const { id } = signedIn(visit);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const { entries, balance, next } = await site.get('users/{id}/coins', { id, locale, cursor });
  return {
    title: texts.coins,
    body: (
      <Account title={texts.coins}>
        <p>
          {texts.balance} <br />
          <span className="balance">{fill(texts.coins_amount, { n: formats.number(balance) })}</span>
        </p>
        <Form action="/account/coins" submit={texts.redeem} failure={failure}>
          <Field name="code" label={texts.token} failure={failure} autoComplete="off" required />
        </Form>
        {entries.length === 0 ? <Nothing /> : <Entries entries={entries} />}
        <More next={next} />
      </Account>
    ),
  };
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { texts, formats } = useVisit();
  return (
    <ul className="entries plain">
      {entries.map(({ id, kind, reason, amount, balance, created_at }) => (
        <li key={id} className="line">
          <span>
            {reason || texts[KINDS[kind]]} <br />
            <time dateTime={created_at} className="state">
              {formats.moment(created_at)}
            </time>
          </span>
          <span className="amount">
            <strong>{formats.change(amount)}</strong> <br />
            <span className="state">{formats.number(balance)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function redeem(visit: Visit): Promise<Response | Page> {
  return saving(
    visit,
    async () => {
      const { id: user_id } = acting(visit);
      const { site, form } = visit;
      const code = (form.get('code') ?? '').trim();
      await site
        .post('tokens/redeem', { reference: referenceOf('token', form), user_id, code })
        .catch((error: unknown) => {
          if (!isToldAlready(error)) throw error;
        });
      return '/account/coins?note=redeemed';
    },
    (failure) => coins(visit, failure),
  );
}
