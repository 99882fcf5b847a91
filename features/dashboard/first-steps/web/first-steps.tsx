import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callsOf } from '../../../../web/api.ts';
import { failureOf } from '../../../../web/ui/failure.ts';
import { StatusPill } from '../../../../web/ui/status-pill.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { type FirstStep, type FirstStepKind, firstStepsContract } from '../contract.ts';
import classes from './first-steps.module.css';

const { calls, reload } = callsOf('firstSteps', firstStepsContract);

export function FirstSteps() {
  const { data } = useQuery(calls.firstSteps.queryOptions({ input: {} }));
  const steps = data?.steps ?? [];
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="first-steps" className={classes.steps}>
      <Group justify="space-between" wrap="nowrap">
        <h2 id="first-steps">First steps</h2>
        <Button variant="subtle" size="compact-sm" onClick={() => void told(() => hide(1))}>
          Hide first steps
        </Button>
      </Group>
      <ol>
        {steps.map((step) => (
          <Step key={step.kind} {...step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ kind, done }: FirstStep) {
  const { what, why, action } = WORDS[kind];
  return (
    <li>
      <span className={classes.status}>
        {done ? <StatusPill status="done" /> : <StatusPill status="draft">To do</StatusPill>}
      </span>
      <span className={classes.what}>
        <b>{what}</b>
        <span className={classes.why}>{why}</span>
      </span>
      {action && !done && (
        <Button
          component={Link}
          to={action.to}
          search={{ add: 1 } as never}
          variant="default"
          size="compact-sm"
        >
          {action.label}
        </Button>
      )}
    </li>
  );
}

type Words = { what: string; why: string; action?: { label: string; to: string } };

const WORDS: Record<FirstStepKind, Words> = {
  program: {
    what: 'Add your first program',
    why: 'A program is a site of its own, with its classes, users and money.',
    action: { label: 'Add program', to: '/programs' },
  },
  email: {
    what: 'Connect email',
    why: 'Set SMTP_URL where the server runs, then restart it. Until then, emails are only saved as files.',
  },
  colleague: {
    what: 'Invite a colleague',
    why: 'Approvals need a second superadmin.',
    action: { label: 'Add admin user', to: '/admins' },
  },
  payments: {
    what: 'Connect Stripe',
    why: 'Set STRIPE_SECRET_KEY where the server runs, then restart it.',
  },
  users: {
    what: 'Add users',
    why: 'Students, instructors and organizations. Add one here, or import a file under Users.',
    action: { label: 'Add user', to: '/users' },
  },
  class: {
    what: 'Add your first class',
    why: 'A class needs an instructor. Add that user first.',
    action: { label: 'Add class', to: '/classes' },
  },
};

async function hide(hidden: 0 | 1): Promise<void> {
  await calls.hideFirstSteps.call({ hidden });
  if (hidden === 1) toast('First steps hidden', { action: { label: 'Undo', run: () => hide(0) } });
  await reload();
}

async function told(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => toast(failureOf(error).message, { kind: 'error' }));
}
