import { Anchor, Button, Code, CopyButton, Text, TextInput } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { capital } from '../../../../web/ui/form/field-words.ts';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import classes from './check-draw.module.css';
import { type Checked, checkDraw, VERIFIER_URL } from './draw-check.ts';
import { inOrder, wordsOf } from './draw-check-words.tsx';

type CheckedDrawProps = { id: number; published: unknown; address: string };

export function CheckedDraw({ id, published, address }: CheckedDrawProps) {
  const [noted, setNoted] = useState('');
  const shown = /^[0-9a-f]{64}$/i.test(noted.trim()) ? noted.trim() : undefined;
  const check = useQuery({
    queryKey: ['draw-check', id, published, shown],
    queryFn: () => checkDraw(published, id, shown),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (check.error) return <LoadError error={check.error} onRetry={() => void check.refetch()} />;
  if (!check.data) return <Text role="status">Checking the draw…</Text>;
  return (
    <>
      <Result {...check.data} />
      <Noted value={noted} isWhole={shown !== undefined} onChange={setNoted} />
      <Steps {...check.data} />
      <ByYourself address={address} noted={shown} />
    </>
  );
}

function Result({ proof, steps }: Checked) {
  const [first, ...others] = inOrder(steps).filter(({ fault }) => fault !== null);
  const Icon = first ? IconX : IconCheck;
  return (
    <div role={first ? 'alert' : 'status'} className={classes.result} data-holds={!first}>
      <Icon size={24} aria-hidden />
      <div>
        <Text component="h2" size="lg" fw={600}>
          {first ? `This draw failed the check: ${wordsOf(first).broken}` : 'This draw passed the check'}
        </Text>
        <Text size="sm">
          {first && others.length === 0 && `One of ${steps.length} steps failed. See the marked step below.`}
          {first &&
            others.length > 0 &&
            `${others.length + 1} of ${steps.length} steps failed. See the marked steps below.`}
          {!first && (
            <>
              Ticket <span className={classes.code}>{proof?.attempts.at(-1)?.ticket}</span> won. Your browser
              checked all {steps.length} steps, and each of them passed.
            </>
          )}
        </Text>
      </div>
    </div>
  );
}

function Noted({
  value,
  isWhole,
  onChange,
}: {
  value: string;
  isWhole: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <TextInput
      label="The fingerprint you noted before the draw"
      description="Optional. Without the fingerprint, this page relies on the one in the proof."
      value={value}
      error={value.trim() !== '' && !isWhole && 'Enter 64 characters: 0 to 9 and a to f'}
      spellCheck={false}
      autoComplete="off"
      onChange={(changed) => onChange(changed.currentTarget.value)}
    />
  );
}

function Steps({ proof, steps }: Checked) {
  return (
    <section aria-labelledby="steps">
      <Text component="h2" id="steps" fw={600}>
        Step by step
      </Text>
      <ol className={classes.steps}>
        {inOrder(steps).map((step) => {
          const { title, broken, shown } = wordsOf(step);
          const holds = step.fault === null;
          return (
            <li key={step.name} data-holds={holds}>
              {holds ? <IconCheck size={20} aria-label="Passed" /> : <IconX size={20} aria-label="Failed" />}
              <div>
                <Text component="h3" fw={600} size="sm">
                  {holds ? title : capital(broken)}
                </Text>
                {!holds && <Text size="sm">Output of the command (counts from 0): {step.fault}</Text>}
                {proof && shown && (
                  <Text size="sm" component="div">
                    {shown(proof)}
                  </Text>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function ByYourself({ address, noted }: { address: string; noted: string | undefined }) {
  const url = new URL(address, window.location.origin).href;
  const command = `node verify-draw.mjs ${url}${noted ? ` --commitment ${noted}` : ''}`;
  return (
    <section aria-labelledby="by-yourself">
      <Text component="h2" id="by-yourself" fw={600}>
        Check without this page
      </Text>
      <Text size="sm">
        Download{' '}
        <Anchor href={address} download inherit underline="always">
          the proof
        </Anchor>{' '}
        and{' '}
        <Anchor href={VERIFIER_URL} download="verify-draw.mjs" inherit underline="always">
          the command
        </Anchor>
        . This page runs the same file. It only needs Node:
      </Text>
      <div className={classes.command}>
        <Code block>{command}</Code>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
    </section>
  );
}
