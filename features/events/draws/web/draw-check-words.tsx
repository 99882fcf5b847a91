import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Time } from '../../../../web/ui/time.tsx';
import classes from './check-draw.module.css';
import type { ShownProof, Step } from './draw-check.ts';

type Words = {
  title: string;
  /** Continues "This draw does not check out:". */
  broken: string;
  shown?: (proof: ShownProof) => ReactNode;
};

const STEPS: Record<string, Words> = {
  proof: { title: 'The proof is complete', broken: 'its proof cannot be read' },
  event: {
    title: 'The proof is of this event',
    broken: 'the proof is of another event',
    shown: ({ event_id }) => <>The proof names event {event_id}.</>,
  },
  commitment: {
    title: 'The secret matches the fingerprint',
    broken: 'the secret does not match the fingerprint',
    shown: ({ C, s }) => (
      <>
        When the event was created, before ticket sales, the secret was fixed by this fingerprint:{' '}
        <Hex>{C}</Hex> The published secret: <Hex>{s}</Hex>
      </>
    ),
  },
  'edits of the terms': {
    title: 'Every change after the first ticket is recorded',
    broken: 'the changes after the first ticket contradict each other',
    shown: ({ edits }) => <Edits edits={edits} />,
  },
  'early end': {
    title: 'The early end is recorded',
    broken: 'the early end does not match the record',
    shown: ({ ended_early }) =>
      ended_early && (
        <>
          Ended early, <Time exact value={ended_early.at} />. Reason: {ended_early.reason}
        </>
      ),
  },
  'order of the tickets': {
    title: 'Every ticket counts once',
    broken: 'the tickets are not in order, or one of them counts twice',
    shown: ({ tickets }) => (
      <>
        {tickets.length.toLocaleString('en-US')} {tickets.length === 1 ? 'ticket was' : 'tickets were'} sold.
      </>
    ),
  },
  'list of tickets': {
    title: 'The list of tickets was fixed before the draw',
    broken: 'the list of tickets is not the one that was fixed',
    shown: ({ frozen_at, L }) => (
      <>
        Fixed <Time exact value={frozen_at} />. Fingerprint of the list: <Hex>{L}</Hex>
      </>
    ),
  },
  beacon: {
    title: 'Public randomness',
    broken: 'the public randomness is not genuine',
    shown: ({ beacon }) => <Beacon beacon={beacon} />,
  },
  seed: {
    title: 'These values decide the draw',
    broken: 'secret, list and randomness do not produce the number of the draw',
    shown: ({ beacon, seed }) => (
      <>
        The event, the list, the fingerprint
        {beacon ? ', the secret and the public randomness' : ' and the secret'} produce one number that picks
        every attempt: <Hex>{seed}</Hex>
      </>
    ),
  },
  winner: {
    title: 'The last attempt is the confirmed one',
    broken: 'the confirmed attempt is not the last one',
    shown: ({ attempts }) => {
      const last = attempts.at(-1);
      return (
        last?.confirmed_at && (
          <>
            Ticket <Code>{last.ticket}</Code> wins, confirmed <Time exact value={last.confirmed_at} />.
          </>
        )
      );
    },
  },
};

const ORDER = Object.keys(STEPS);

export function inOrder(steps: readonly Step[]): Step[] {
  const place = ({ name }: Step) => {
    const at = ORDER.indexOf(name);
    return at < 0 ? ORDER.length - 1.5 : at;
  };
  return steps.toSorted((one, other) => place(one) - place(other));
}

export function wordsOf({ name }: Step): Words {
  const attempt = /^attempt (\d+)$/.exec(name)?.[1];
  if (attempt === undefined) return STEPS[name] ?? { title: name, broken: `“${name}” failed` };
  const k = Number(attempt);
  return {
    title: `Attempt ${k + 1} picked the right ticket`,
    broken: `attempt ${k + 1} picked the wrong ticket`,
    shown: (proof) => <Attempt proof={proof} k={k} />,
  };
}

function Attempt({ proof: { attempts, tickets }, k }: { proof: ShownProof; k: number }) {
  const made = attempts[k];
  if (!made) return null;
  return (
    <>
      Ticket <Code>{made.ticket}</Code>, number {(made.number + 1).toLocaleString('en-US')} of{' '}
      {tickets.length.toLocaleString('en-US')} in the list. Proposed <Time exact value={made.proposed_at} />
      {made.confirmed_at ? ', confirmed.' : ', rejected: another attempt followed.'}
    </>
  );
}

const FIELDS: Record<string, string> = {
  type: 'Type',
  start_at: 'Start',
  end_at: 'End',
  available: 'Tickets available',
  active: 'Ticket sales',
};

function Edits({ edits }: Pick<ShownProof, 'edits'>) {
  if (!edits) return <>This proof is older than the record of changes.</>;
  if (edits.length === 0) return <>No changes after the first ticket was sold.</>;
  return (
    <>
      Changed after the first ticket was sold:
      <ul className={classes.edits}>
        {edits.map(({ edited_at, field, before, after }, index) => (
          // Nothing else tells two edits of one save apart, and they never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said
          <li key={index}>
            <Time exact value={edited_at} />: {FIELDS[field] ?? field}, from{' '}
            <Term field={field} value={before} /> to <Term field={field} value={after} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Term({ field, value }: { field: string; value: string | number }) {
  if (field === 'active') return <>{value === 1 ? 'on' : 'off'}</>;
  if (field.endsWith('_at')) return <Time exact value={String(value)} />;
  return <>{typeof value === 'number' ? value.toLocaleString('en-US') : value}</>;
}

function Beacon({ beacon }: Pick<ShownProof, 'beacon'>) {
  if (!beacon) return <>This draw used no public randomness, only the secret and the list.</>;
  const { chain_hash, round, signature } = beacon;
  return (
    <>
      Round {round.toLocaleString('en-US')} of drand quicknet was chosen before its value was known:{' '}
      <Hex>{signature}</Hex>{' '}
      <Anchor
        href={`https://api.drand.sh/${encodeURIComponent(chain_hash)}/public/${round}`}
        target="_blank"
        rel="noreferrer"
        inherit
        underline="always"
      >
        Compare with the value drand published
      </Anchor>
    </>
  );
}

function Hex({ children }: { children: string }) {
  return (
    <Text component="span" className={classes.hex}>
      {children}
    </Text>
  );
}

function Code({ children }: { children: string }) {
  return <span className={classes.code}>{children}</span>;
}
