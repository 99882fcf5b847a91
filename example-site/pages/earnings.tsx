import type { Calls } from '@provost/site';
import { Nothing } from '../parts/cards.tsx';
import { useVisit } from '../parts/visit-context.ts';
import type { Page } from '../visits/page.ts';
import { signedIn, type Visit, within } from '../visits/visit.ts';
import { Account } from './account.tsx';

type Place = Readonly<Record<string, string>>;
type Line = Calls['GET users/{id}/earnings/{month}']['output']['lines'][number];

export async function earnings(visit: Visit): Promise<Page> {
  const { site, texts, formats } = visit;
  const { earnings: months } = await site.get('users/{id}/earnings', { id: signedIn(visit).id });
  const columns = ['earned', 'refunded', 'paid', 'open'] as const;
  return {
    title: texts.earnings,
    body: (
      <Account title={texts.earnings}>
        {months.length === 0 && <Nothing />}
        <ul className="entries">
          {months.map((of) => (
            <li key={`${of.month} ${of.currency}`}>
              <h2>
                <a href={within(visit, `/account/earnings/${of.month}`)}>{formats.month(of.month)}</a>
              </h2>
              <dl className="figures">
                {columns.map((column) => (
                  <div key={column}>
                    <dt>{texts[column]}</dt>
                    <dd>{formats.money(of[column], of.currency)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </Account>
    ),
  };
}

export async function earningsOfMonth(visit: Visit, { month = '' }: Place): Promise<Page> {
  const { site, texts, formats } = visit;
  const { lines } = await site.get('users/{id}/earnings/{month}', { id: signedIn(visit).id, month });
  return {
    title: formats.month(month),
    body: (
      <Account title={formats.month(month)}>
        {lines.length === 0 && <Nothing />}
        {lines.length > 0 && (
          <p className="links files">
            {['pdf', 'csv'].map((kind) => (
              <a key={kind} href={within(visit, `/account/statements/${month}.${kind}`)}>
                {texts.statement} ({kind.toUpperCase()})
              </a>
            ))}
          </p>
        )}
        <ul className="entries">
          {lines.map((line) => (
            <EarnedLine key={line.id} line={line} />
          ))}
        </ul>
      </Account>
    ),
  };
}

/** The explanation is the office's own sentence, in English as staff read it. */
function EarnedLine({ line }: { line: Line }) {
  const { texts, formats } = useVisit();
  const { occurred_at, class_name, charge_amount, amount, refunded, payout_id, currency, explanation } = line;
  return (
    <li>
      <div className="line">
        <h2>{class_name}</h2>
        <strong>{formats.money(amount, currency)}</strong>
      </div>
      <p className="state">
        <time dateTime={occurred_at}>{formats.moment(occurred_at)}</time>
        {` · ${texts.price}: ${formats.money(charge_amount, currency)} · ${payout_id ? texts.paid : texts.open}`}
        {refunded > 0 && ` · ${texts.refunded}: ${formats.money(refunded, currency)}`}
      </p>
      <details>
        <summary>{texts.explanation}</summary>
        <p lang="en" className="explained">
          {explanation}
        </p>
      </details>
    </li>
  );
}

/** Hands a statement on: the browser has no key to fetch it with. */
export async function statement(visit: Visit, { file = '' }: Place): Promise<Response> {
  const statement = await visit.site.get('users/{id}/statements/{file}', { id: signedIn(visit).id, file });
  return new Response(statement, {
    headers: {
      'content-type': file.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.replace(/[^\w.-]/g, '')}"`,
    },
  });
}

export async function payouts(visit: Visit): Promise<Page> {
  const { site, texts, formats } = visit;
  const answer = await site.get('users/{id}/payouts', { id: signedIn(visit).id });
  return {
    title: texts.payouts,
    body: (
      <Account title={texts.payouts}>
        {answer.payouts.length === 0 && <Nothing />}
        <ul className="entries">
          {answer.payouts.map(({ id, amount, currency, created_at, paid_at, lines }) => (
            <li key={id}>
              <div className="line">
                <h2>{formats.day(created_at)}</h2>
                <strong>{formats.money(amount, currency)}</strong>
              </div>
              <p className="state">{paid_at ? `${texts.paid}: ${formats.day(paid_at)}` : texts.under_way}</p>
              {lines.map((line) => (
                <p key={line.id} className="line">
                  <span>{line.class_name}</span>
                  <span className="amount">{formats.money(line.amount, currency)}</span>
                </p>
              ))}
            </li>
          ))}
        </ul>
      </Account>
    ),
  };
}
