import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NativeChoice } from '../../../../web/ui/chooser/native-choice.tsx';
import { DialogPages } from '../../../../web/ui/dialog/dialog-pages.tsx';
import { OwnEscape } from '../../../../web/ui/dialog/own-escape.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { Loading } from '../../../../web/ui/loading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { DELIVERY_FILTERS, type Webhook, type WebhookDelivery } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { DELIVERY_WORDS, resultOf, standingOf } from './webhook-words.ts';
import classes from './webhooks.module.css';

type State = (typeof DELIVERY_FILTERS)[number];
const STATES = DELIVERY_FILTERS.map((value) => ({
  value,
  label: value === 'all' ? 'All' : DELIVERY_WORDS[value].label,
}));

const HOURS = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last 24 hours' },
  { value: '168', label: 'the last 7 days' },
  { value: '720', label: 'the last 30 days' },
];
const HOUR_MS = 3_600_000;
const REFRESH_MS = 3_000;

export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url } = webhook;
  const [page, setPage] = useState(1);
  const [state, setState] = useState<State>('all');
  const [hours, setHours] = useState('24');
  const [failed, setFailed] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const { data, error, refetch } = useQuery(
    calls.webhookDeliveries.queryOptions({
      input: { id, page, state },
      placeholderData: keepPreviousData,
      // Messages come and go out by themselves, while somebody waits for one.
      staleTime: 0,
      refetchInterval: REFRESH_MS,
    }),
  );
  const resend = (which: { delivery_id: number } | { since: string }) =>
    once(
      async () => {
        setFailed(null);
        const { resent } = await calls.resendWebhook.call({ id, ...which });
        await reload();
        toast(resent === 1 ? 'Message sent again' : `${resent.toLocaleString('en-US')} messages sent again`);
      },
      (reason) => setFailed(failureOf(reason).message),
    );
  return (
    <OwnEscape label={`Deliveries to ${url}`} onEscape={onClose}>
      <Stack gap="xs" mt="xs">
        <NativeChoice
          ref={focusOnMount}
          label="Status"
          size="xs"
          data={STATES}
          value={state}
          onChange={(event) => {
            setState(event.currentTarget.value as State);
            setPage(1);
          }}
        />
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : !data && <Loading />}
        {data?.deliveries.length === 0 && (
          <Text size="sm">
            {state === 'all' ? 'No messages in the last 30 days' : 'No messages with this status'}
          </Text>
        )}
        <Stack component="ul" gap="xs" className={classes.list}>
          {data?.deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              busy={busy}
              onResend={() => void resend({ delivery_id: delivery.id })}
            />
          ))}
        </Stack>
        <DialogPages page={page} count={data?.count} noun={['message', 'messages']} onPage={setPage} />
        {failed && (
          <Alert color="red" variant="outline" role="alert">
            {failed}
          </Alert>
        )}
        <Group gap="xs" align="end">
          <NativeChoice
            label="Resend everything from"
            size="xs"
            data={HOURS}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
          <Button
            size="xs"
            variant="default"
            {...unavailable(busy)}
            onClick={() =>
              void resend({ since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString() })
            }
          >
            Resend all
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Hide deliveries
          </Button>
        </Group>
      </Stack>
    </OwnEscape>
  );
}

type DeliveryRowProps = { delivery: WebhookDelivery; busy: boolean; onResend: () => void };

function DeliveryRow({ delivery, busy, onResend }: DeliveryRowProps) {
  const { type, object_id, state, attempts, created_at, next_at, answer } = delivery;
  const { label, color } = DELIVERY_WORDS[standingOf(delivery)];
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="wrap">
        <div className={classes.text}>
          <Group gap={6}>
            <Text size="sm" fw={600} className={classes.name}>
              {type} · {object_id}
            </Text>
            <Badge size="sm" variant="outline" radius="sm" tt="none" color={color}>
              {label}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            <Time value={created_at} /> · {resultOf(delivery)} ·{' '}
            {attempts === 1 ? '1 try' : `${attempts} tries`}
            {next_at && attempts > 0 && (
              <>
                {' '}
                · next <Time value={next_at} />
              </>
            )}
          </Text>
          {answer && (
            <details>
              <summary className={classes.summary}>Answer</summary>
              <pre className={classes.answer}>{answer}</pre>
            </details>
          )}
        </div>
        {(state !== 'waiting' || attempts > 0) && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Resend ${type} ${object_id}`}
            {...unavailable(busy)}
            onClick={onResend}
          >
            Resend
          </Button>
        )}
      </Group>
    </li>
  );
}
