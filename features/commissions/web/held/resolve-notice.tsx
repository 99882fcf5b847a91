import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatMajor } from '../../../../core/money.ts';
import { fromHundredths, toHundredths } from '../../../../core/percent.ts';
import { failureOf } from '../../../../web/ui/failure.ts';
import { QueueStepper } from '../../../../web/ui/queue/queue-stepper.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { ExplainedCharge } from '../../ledger-contract.ts';
import type { LevelName } from '../../rules.ts';
import { calls } from '../calls.ts';
import links from '../cards/card-link.module.css';
import { nameOf } from '../cards/card-link.tsx';
import classes from '../cards/group-card.module.css';
import { rowInWords } from '../cards/row-words.ts';
import { HeldAlert } from './held-alert.tsx';
import { heldReason, sumInWords } from './held-reason.ts';
import { useCauseSteps } from './use-cause-steps.ts';

type ResolveNoticeProps = { charge: number; level: LevelName; owner_id: number };

export function ResolveNotice({ charge: id, level, owner_id }: ResolveNoticeProps) {
  const { data, error } = useQuery(calls.explainCharge.queryOptions({ input: { id }, staleTime: 0 }));
  const steps = useCauseSteps(id);
  const charge = data?.charge;
  if (!charge)
    return (
      error && (
        <Text size="sm">
          Transaction #{id} could not be loaded: {failureOf(error).message}
        </Text>
      )
    );
  if (ownerAt(charge, level) !== owner_id) return null;
  const back = (
    <Link to="/commissions/held" className={links.link} preload={false}>
      Transactions on hold
    </Link>
  );
  if (!charge.held)
    return (
      <Alert color="green" variant="outline" role="status" p="xs" title={`Transaction #${id} is split`}>
        <Text size="sm">The transaction is no longer on hold. Back to {back}.</Text>
        <QueueStepper steps={steps} isTabbed />
      </Alert>
    );
  const sum = charge.today.reduce((total, row) => total + toHundredths(row.commission), 0);
  return (
    <HeldAlert role="status" p="xs" title={`Transaction #${id} is on hold`}>
      <Text size="sm">
        {formatMajor(charge.amount, charge.currency)} on <Time exact value={charge.created_at} /> for{' '}
        {charge.class_name || `class #${charge.class_id}`}
        {charge.code && `, code ${charge.code}`}. {heldReason(charge.held)}
        {charge.held === 'over_100' && `: ${sumInWords(fromHundredths(sum)) ?? ''}`}.
      </Text>
      <ul className={classes.heldRows}>
        {charge.today.map((row) => (
          <li key={row.id}>
            {rowInWords(row)}, {row.level === level ? 'here' : `from ${nameOf(row.level, row.owner_id)}`}
          </li>
        ))}
      </ul>
      <Text size="sm">Fix the rates to split this transaction. See all: {back}.</Text>
      <QueueStepper steps={steps} isTabbed />
    </HeldAlert>
  );
}

function ownerAt(charge: ExplainedCharge, level: LevelName): number | null {
  return {
    site: 0,
    program: charge.program_id || null,
    instructor: charge.instructor_id,
    class: charge.class_id,
  }[level];
}
