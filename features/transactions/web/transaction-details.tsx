import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMajor } from '../../../core/money.ts';
import type { Source } from '../../../core/sites/sources.ts';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { linkTo } from '../../../web/ui/link-to.ts';
import { Time } from '../../../web/ui/time.tsx';
import { type CommissionType, TYPE_LABELS } from '../../commissions/rules.ts';
import type { RefundEntry, Transaction, TransactionLine } from '../contract.ts';
import { HELD_WORDS, paidWords } from '../rules.ts';
import { stateOf } from './refund-words.ts';
import { ReturnedTick } from './returned-tick.tsx';
import classes from './transaction-details.module.css';
import { Entry } from './transaction-entry.tsx';
import { TransactionRequests } from './transaction-requests.tsx';

export function TransactionDetails({ transaction }: { transaction: Transaction }) {
  const { id, currency, children, parts, commissions } = transaction;
  const mayExplain = useMayAccess({ area: 'commissions' });
  const mayAudit = useMayAccess({ area: 'audit' });
  return (
    <section aria-label={`Transaction ${id}`} className={classes.details}>
      <Facts transaction={transaction} />
      <div className={classes.columns}>
        <section aria-label="Split">
          <h2>Split</h2>
          {commissions.length > 0 ? (
            <ul>
              {commissions.map((line) => (
                <Line key={line.id} line={line} currency={currency} />
              ))}
            </ul>
          ) : (
            <Text size="sm">Not split yet.</Text>
          )}
        </section>
        {parts.length > 0 && (
          <section aria-label="Classes of the bundle">
            <h2>Classes of the bundle</h2>
            <ul>
              {parts.map((part) => (
                <Entry
                  key={part.class_id}
                  what={part.class_name}
                  amount={formatMajor(part.amount, currency)}
                  more={givenBack(part.refunded, currency)}
                />
              ))}
            </ul>
          </section>
        )}
        {children.length > 0 && (
          <section aria-label="Refunds">
            <h2>Refunds</h2>
            <ul>
              {children.map((refund) => (
                <Refund key={refund.id} refund={refund} />
              ))}
            </ul>
          </section>
        )}
        <TransactionRequests id={id} />
      </div>
      {(mayExplain || mayAudit) && (
        <p className={classes.links}>
          {mayExplain && (
            <Anchor component={Link} {...linkTo('/commissions/held', { charge: id })} size="sm">
              Explain
            </Anchor>
          )}
          {mayAudit && (
            <Anchor component={Link} {...linkTo('/audit', { entity: 'charge', entity_id: id })} size="sm">
              Audit
            </Anchor>
          )}
        </p>
      )}
    </section>
  );
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { code, currency, charge_discount_percent, charge_discount_amount, held, disputed_at } = transaction;
  const { source, recorded_at, created_at } = transaction;
  const facts = [
    `${formatMajor(transaction.refund_available, currency)} refundable`,
    code && `Code ${code}`,
    charge_discount_amount > 0 &&
      `Discount ${formatMajor(charge_discount_amount, currency)}${charge_discount_percent > 0 ? ` (−${charge_discount_percent}%)` : ''}`,
    held && held !== 'disputed' && HELD_WORDS[held],
    TOLD_BY[source],
  ].filter((fact) => typeof fact === 'string');
  return (
    <Text size="sm">
      {facts.join(' · ')}
      {wasLate({ created_at, recorded_at }) && (
        <>
          {' on '}
          <Time exact value={recorded_at} />
        </>
      )}
      {disputed_at && (
        <>
          {' · disputed since '}
          <Time exact value={disputed_at} />
        </>
      )}
    </Text>
  );
}

function wasLate({ created_at, recorded_at }: Pick<Transaction, 'created_at' | 'recorded_at'>): boolean {
  return Date.parse(recorded_at) - Date.parse(created_at) > HOUR_MS;
}

const HOUR_MS = 3_600_000;

const TOLD_BY: Record<Source, string> = {
  hand: 'recorded by hand',
  site: 'reported by the site',
  stripe: 'reported by Stripe',
  import: 'imported',
};

function Line({ line, currency }: { line: TransactionLine; currency: string }) {
  const { payee, type, commission, amount, refunded, held } = line;
  const paid = held ? HELD_WORDS[held] : paidWords(line);
  return (
    <Entry
      what={<Payee {...payee} />}
      kind={`${TYPE_LABELS[type as CommissionType]}, ${commission}%`}
      amount={formatMajor(amount, currency)}
      more={[givenBack(refunded, currency), paid].filter(Boolean).join(' · ')}
    />
  );
}

/** Links a payee; a user of another program is known by the id alone, and has no page here. */
function Payee({ kind, id, name }: TransactionLine['payee']) {
  return (
    <RecordLink noun={kind === 'program' ? 'program' : 'instructor'} id={name === `User #${id}` ? null : id}>
      {name}
    </RecordLink>
  );
}

function Refund({ refund }: { refund: RefundEntry }) {
  const { id, amount, currency, created_at, created_by, by_hand, reason, failure, class_name } = refund;
  return (
    <Entry
      what={`Refund #${id}, ${stateOf(refund)}`}
      kind={refund.charge_type === 'bundle_payment' && class_name ? class_name : undefined}
      amount={formatMajor(amount, currency)}
      isFailed={refund.status === 'failed'}
      more={
        <>
          <Time value={created_at} />
          {[created_by && `by ${created_by}`, by_hand && 'by hand', reason && `“${reason}”`, failure]
            .filter(Boolean)
            .map((words) => ` · ${words}`)}
          {by_hand === 1 && refund.status === 'succeeded' && <ReturnedTick refund={refund} />}
        </>
      }
    />
  );
}

function givenBack(refunded: number, currency: string): string {
  return refunded > 0 ? `${formatMajor(refunded, currency)} refunded` : '';
}
