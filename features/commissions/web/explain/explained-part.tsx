import { Text } from '@mantine/core';
import { formatMajor } from '../../../../core/money.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { ExplainedLine } from '../../ledger-contract.ts';
import { CODE, INSTRUCTOR, TYPE_LABELS } from '../../rules.ts';
import { CardLink } from '../cards/card-link.tsx';
import { arithmeticOf } from '../cards/draft/arithmetic.ts';
import { payeeOf } from '../levels/person.ts';
import classes from './explain-dialog.module.css';

export function ExplainedPart({ line, currency }: { line: ExplainedLine; currency: string }) {
  const { formula, rounding, kept } = arithmeticOf(line, currency);
  const payee = payeeOf(line.payee);
  const type = TYPE_LABELS[line.type];
  return (
    <li className={classes.part} data-tone={line.type}>
      <p className={classes.head}>
        <span>
          <b>{payee}</b>
          {payee !== type && ` · ${type}`}
          {line.type === CODE && line.code && ` ${line.code}`}
        </span>
        <b className={classes.amount}>{formatMajor(line.amount, currency)}</b>
      </p>
      <p className={classes.formula}>
        {formula}
        {rounding && <span className={classes.rounding}> ({rounding})</span>}
      </p>
      {kept && <p className={classes.formula}>{kept}</p>}
      <Origin line={line} />
      <Fate line={line} currency={currency} />
    </li>
  );
}

function Origin({ line }: { line: ExplainedLine }) {
  const { level, owner_id, commission, set_by, set_at, replaced_at } = line;
  if (level === null || owner_id === null)
    return (
      <Text size="sm" c="dimmed">
        {line.type === INSTRUCTOR
          ? `The instructor gets the rest: ${commission}%.`
          : `${commission}%, from a rate that was removed.`}
      </Text>
    );
  return (
    <Text size="sm" c="dimmed">
      {commission}% from <CardLink level={level} owner_id={owner_id} />
      {set_at && (
        <>
          , set by {set_by ?? 'a deleted admin'} on <Time exact value={set_at} />
        </>
      )}
      .
      {replaced_at && (
        <>
          {' '}
          This rate was replaced on <Time exact value={replaced_at} />; later sales use the new rate.
        </>
      )}
    </Text>
  );
}

function Fate({ line, currency }: { line: ExplainedLine; currency: string }) {
  const { refunded, payout_id, amount, recomputed } = line;
  const said = [
    refunded > 0 && `${formatMajor(refunded, currency)} refunded`,
    payout_id !== null && `Included in payout #${payout_id}, so this share won't be recalculated`,
  ].filter((text) => text !== false);
  return (
    <>
      {said.length > 0 && <p className={classes.fate}>{said.join('. ')}</p>}
      {recomputed !== amount && (
        <p className={classes.wrong} role="alert">
          Recalculated, this share is {formatMajor(recomputed, currency)}, not {formatMajor(amount, currency)}
          . Please report this transaction.
        </p>
      )}
    </>
  );
}
