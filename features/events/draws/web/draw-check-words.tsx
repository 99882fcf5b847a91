/** Words for the steps of a draw's verification. Specification: Draws. */
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
  proof: { title: 'The proof is whole', broken: 'its proof cannot be read' },
  event: {
    title: 'The proof is of this event',
    broken: 'the proof is of another event',
    shown: ({ event_id }) => <>It names event {event_id}.</>,
  },
  commitment: {
    title: 'The secret is the one that was promised',
    broken: 'the secret is not the one that was promised',
    shown: ({ C, s }) => (
      <>
        When the event was made, before anybody could buy a ticket, the server bound itself to a secret by
        this commitment: <Hex>{C}</Hex> The secret has been published since: <Hex>{s}</Hex>
      </>
    ),
  },
  'edits of the terms': {
    title: 'Every change after the first ticket is on record',
    broken: 'what changed after the first ticket does not fit together',
    shown: ({ edits }) => <Edits edits={edits} />,
  },
  'early end': {
    title: 'The early end is on record',
    broken: 'the early end does not fit what was recorded',
    shown: ({ ended_early }) =>
      ended_early && (
        <>
          Ended early, <Time value={ended_early.at} />. The reason given: {ended_early.reason}
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
        It was fixed <Time value={frozen_at} />, and this is its fingerprint: <Hex>{L}</Hex>
      </>
    ),
  },
  beacon: {
    title: 'Public randomness',
    broken: 'the public randomness is not what it claims to be',
    shown: ({ beacon }) => <Beacon beacon={beacon} />,
  },
  seed: {
    title: 'All of this together decides the draw',
    broken: 'secret, list and randomness do not give the number that decided the draw',
    shown: ({ beacon, seed }) => (
      <>
        The event, the list, the commitment
        {beacon ? ', the secret and the public randomness' : ' and the secret'} become one number, from which
        every attempt is picked: <Hex>{seed}</Hex>
      </>
    ),
  },
  winner: {
    title: 'The last attempt is the one that was confirmed',
    broken: 'the confirmed attempt is not the last one',
    shown: ({ attempts }) => {
      const last = attempts.at(-1);
      return (
        last?.confirmed_at && (
          <>
            Ticket <Code>{last.ticket}</Code> wins, confirmed <Time value={last.confirmed_at} />.
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
  if (attempt === undefined) return STEPS[name] ?? { title: name, broken: `“${name}” does not hold` };
  const k = Number(attempt);
  return {
    title: `Attempt ${k + 1} picked the ticket that it had to`,
    broken: `attempt ${k + 1} did not pick the ticket that it had to`,
    shown: (proof) => <Attempt proof={proof} k={k} />,
  };
}

function Attempt({ proof: { attempts, tickets }, k }: { proof: ShownProof; k: number }) {
  const made = attempts[k];
  if (!made) return null;
  return (
    <>
      Ticket <Code>{made.ticket}</Code>, number {(made.number + 1).toLocaleString('en-US')} of{' '}
      {tickets.length.toLocaleString('en-US')} in the list. Proposed <Time value={made.proposed_at} />
      {made.confirmed_at ? ', and confirmed.' : ', and set aside: another attempt followed.'}
    </>
  );
}

const FIELDS: Record<string, string> = {
  type: 'What it is',
  start_at: 'The start',
  end_at: 'The end',
  available: 'How many tickets can be sold',
  active: 'The sale',
};

function Edits({ edits }: Pick<ShownProof, 'edits'>) {
  if (!edits) return <>The proof is older than the record of changes, and says nothing of any.</>;
  if (edits.length === 0) return <>Nothing was changed after the first ticket was sold.</>;
  return (
    <>
      Changed after the first ticket was sold:
      <ul className={classes.edits}>
        {edits.map(({ edited_at, field, before, after }, index) => (
          // Nothing else tells two edits of one save apart, and they never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said
          <li key={index}>
            <Time value={edited_at} />: {FIELDS[field] ?? field}, from <Term field={field} value={before} />{' '}
            to <Term field={field} value={after} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Term({ field, value }: { field: string; value: string | number }) {
  if (field === 'active') return <>{value === 1 ? 'on' : 'off'}</>;
  if (field.endsWith('_at')) return <Time value={String(value)} />;
  return <>{typeof value === 'number' ? value.toLocaleString('en-US') : value}</>;
}

function Beacon({ beacon }: Pick<ShownProof, 'beacon'>) {
  if (!beacon) return <>None went into this draw: it rests on the secret and the list alone.</>;
  const { chain_hash, round, signature } = beacon;
  return (
    <>
      Round {round.toLocaleString('en-US')} of drand quicknet was chosen before anybody could know its value:{' '}
      <Hex>{signature}</Hex>{' '}
      <Anchor
        href={`https://api.drand.sh/${encodeURIComponent(chain_hash)}/public/${round}`}
        target="_blank"
        rel="noreferrer"
        inherit
        underline="always"
      >
        Compare it with what drand published
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
