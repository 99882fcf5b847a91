import { fromHundredths, toHundredths } from '../../../../core/percent.ts';
import type { ExplainedCharge } from '../../ledger-contract.ts';
import { CODE, type CommissionType, INSTRUCTOR, REFERRAL, TYPE_LABELS } from '../../rules.ts';
import { CardLink } from '../cards/card-link.tsx';
import { payeeOf, personOf } from '../levels/person.ts';
import classes from './explain-dialog.module.css';

type Compared = {
  key: string;
  name: string;
  sold: number | null;
  today: number | null;
  from: ExplainedCharge['today'][number] | null;
};

export function ExplainedToday({ charge }: { charge: ExplainedCharge }) {
  const { rows, over } = compared(charge);
  const same = rows.every(({ sold, today }) => sold === today);
  if (charge.lines.length > 0 && same && over <= 0)
    return <p className={classes.same}>The same sale today would be split the same way.</p>;
  return (
    <section aria-label="The same sale today" className={classes.today}>
      <h3>The same sale today</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Share</th>
            <th scope="col" data-figure>
              Then
            </th>
            <th scope="col" data-figure>
              Today
            </th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, sold, today, from }) => (
            <tr key={key} data-changed={sold !== today || undefined}>
              <th scope="row">{name}</th>
              <td data-figure>{figure(sold)}</td>
              <td data-figure>{figure(today)}</td>
              <td>{from ? <CardLink level={from.level} owner_id={from.owner_id} /> : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {over > 0 && <p className={classes.wrong}>Today it would be on hold: {over}% over 100%.</p>}
    </section>
  );
}

/** Keeps the latest line of each part: paid lines of an earlier split stay beside those of a later one. */
function compared({ lines, today }: ExplainedCharge): { rows: Compared[]; over: number } {
  const rows = new Map<string, Compared>();
  const row = (type: CommissionType, user_id: number | null, name: string): Compared => {
    const key = type === REFERRAL || type === CODE ? `${type} ${user_id}` : String(type);
    const known = rows.get(key) ?? { key, name, sold: null, today: null, from: null };
    rows.set(key, known);
    return known;
  };
  for (const line of [...lines].sort((a, b) => a.split_at.localeCompare(b.split_at)))
    row(line.type, line.user_id, partName(line.type, payeeOf(line.payee))).sold = line.commission;
  for (const set of today) {
    const part = row(set.type, set.referrer_id, partName(set.type, personOf(set)));
    part.today = set.commission;
    part.from = set;
  }
  const taken = today.reduce((sum, set) => sum + toHundredths(set.commission), 0);
  row(INSTRUCTOR, null, TYPE_LABELS[INSTRUCTOR]).today = fromHundredths(Math.max(0, 10_000 - taken));
  const inOrder = [...rows.values()].sort((a, b) => a.key.localeCompare(b.key));
  return { rows: inOrder, over: fromHundredths(Math.max(0, taken - 10_000)) };
}

function partName(type: CommissionType, person: string): string {
  return type === REFERRAL || type === CODE ? `${TYPE_LABELS[type]}, ${person}` : TYPE_LABELS[type];
}

function figure(value: number | null): string {
  return value === null ? '–' : `${value}%`;
}
