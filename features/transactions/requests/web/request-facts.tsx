import { Text } from '@mantine/core';
import { formatMajor } from '../../../../core/money.ts';
import { SOURCE_NAMES } from '../../../../core/sites/sources.ts';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { RefundRequest } from '../contract.ts';
import { TYPE_NAMES } from './request-columns.tsx';
import classes from './request-facts.module.css';

export function RequestFacts({ request }: { request: RefundRequest }) {
  const { amount, currency, refund_available, student_name, instructor_name, cancel_registration } = request;
  return (
    <>
      <dl className={classes.facts}>
        <dt>Amount</dt>
        <dd>{formatMajor(amount, currency)}</dd>
        {request.status === null && (
          <>
            <dt>Refundable</dt>
            <dd>{formatMajor(refund_available, currency)}</dd>
          </>
        )}
        <dt>Student</dt>
        <dd>
          <RecordLink noun="user" id={request.student_id}>
            {student_name ?? '–'}
          </RecordLink>
        </dd>
        <dt>Instructor</dt>
        <dd>
          <RecordLink noun="instructor" id={request.instructor_id}>
            {instructor_name ?? '–'}
          </RecordLink>
        </dd>
        <dt>Requested by</dt>
        <dd>
          {request.created_by ?? '–'}, {TYPE_NAMES[request.type].toLowerCase()},{' '}
          <Time value={request.created_at} />
        </dd>
        <dt>Came from</dt>
        <dd>{SOURCE_NAMES[request.source]}</dd>
        <dt>Registration</dt>
        <dd>{cancel_registration ? 'Will be cancelled' : 'Kept'}</dd>
      </dl>
      <Text size="sm" className={classes.reason}>
        {request.reason === '' ? 'No reason given.' : request.reason}
      </Text>
    </>
  );
}
