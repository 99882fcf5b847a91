import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import { GLOBAL_SITE } from '../../transactions/rules.ts';
import type { Payee } from '../contract.ts';
import { payeeOf } from '../rules.ts';
import classes from './payee-columns.module.css';
import { balancesHere } from './payee-groups.ts';

export function PayeeName({ row, here }: { row: Payee; here: number }) {
  const name = row.instructor_name ?? GLOBAL_SITE;
  const payee = payeeOf(row.id);
  const id = payee?.user_id ?? payee?.program_id ?? null;
  const kind = payee?.program_id == null ? '' : 'Program ';
  const facts = [id === null ? '' : `${kind}#${id}`, balancesHere(here, row.balances)].filter(Boolean);
  return <TwoLines first={<PayeeLink row={row} name={name} />} second={facts.join(' · ')} title={name} />;
}

/** Repeats the name for a screen reader, and on a phone, where each balance is a card of its own. */
export function PayeeAbove({ row }: { row: Payee }) {
  return <span className={classes.follows}>{row.instructor_name ?? GLOBAL_SITE}</span>;
}

function PayeeLink({ row, name }: { row: Payee; name: string }) {
  const payee = payeeOf(row.id);
  const noun = payee?.program_id == null ? 'user' : 'program';
  return (
    <RecordLink noun={noun} id={payee?.user_id ?? payee?.program_id ?? null}>
      {name}
    </RecordLink>
  );
}
