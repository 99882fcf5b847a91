import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callsOf } from '../../../web/api.ts';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { useProgram } from '../../../web/program/use-program.ts';
import { failureOf } from '../../../web/ui/failure.ts';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { toastSwitched } from '../../../web/ui/toast-switched.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { programsContract } from '../../programs/contract.ts';
import classes from './program-card.module.css';

const { calls, reload } = callsOf('programs', programsContract);

type Said = { text: string; failed?: true } | null;

/** The affiliate setting of a program, saved at once; global staff chooses the program first (specification: Dashboard). */
export function ProgramCard() {
  const [program, setProgram] = useState(useProgram() || null);
  const [said, setSaid] = useState<Said>(null);
  const { busy, once } = useOnce();
  const query = useQuery(
    calls.program.queryOptions({ input: { id: program ?? 0 }, enabled: program !== null, staleTime: 0 }),
  );
  const known = program !== null && query.data?.program;
  const save = (affiliate: boolean) =>
    once(
      async () => {
        setSaid({ text: 'Saving…' });
        const { updated_at } = await calls.setProgramAffiliate.call({ affiliate, program_id: program });
        await reload();
        setSaid({ text: 'Saved' });
        const before = { affiliate: !affiliate, program_id: program, updated_at };
        toastSwitched(`Program affiliate ${affiliate ? 'enabled' : 'disabled'}`, {
          undo: () => calls.setProgramAffiliate.call(before),
          reload,
        });
      },
      (error) => {
        const { status, message } = failureOf(error);
        const isToasted = status === 400;
        setSaid({ text: isToasted ? '' : `Not saved: ${message}`, failed: true });
        if (isToasted) toast(message, { kind: 'error', persistent: true });
      },
    );
  return (
    <section aria-labelledby="program-configuration" className={classes.card}>
      <h2 id="program-configuration">Program Configuration</h2>
      <ProgramSelect
        zero={null}
        value={program}
        onChange={(chosen) => {
          setSaid(null);
          setProgram(chosen);
        }}
      />
      {query.error ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div>
          <Checkbox
            label="Program Affiliate Enabled"
            description={program === null ? 'Choose a program first' : undefined}
            checked={known ? known.affiliate === 1 : false}
            disabled={!known}
            onChange={(event) => !busy && void save(event.currentTarget.checked)}
          />
          <Text size="sm" role="status" c={said?.failed ? 'var(--mantine-color-error)' : 'dimmed'}>
            {said?.text}
          </Text>
        </div>
      )}
    </section>
  );
}
