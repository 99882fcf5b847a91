import { Alert, Badge, Button, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { OwnEscape } from '../../../../web/ui/dialog/own-escape.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { Clamped } from '../../../../web/ui/table/clamped.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from '../../site-keys/contract.ts';
import type { Webhook } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import classes from './webhooks.module.css';

type WebhookRowProps = {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
  onDeleted: () => void;
};

type Open = 'nothing' | 'deliveries' | 'secret' | 'delete';

/** One address with what can be done to it; what a button opens stands beneath and gives the focus back. */
export function WebhookRow({ webhook, onEdit, onSecret, onDeleted }: WebhookRowProps) {
  const { id, url, kinds, active, switched_off_at, updated_at } = webhook;
  const [open, setOpen] = useState<Open>('nothing');
  const [left, setLeft] = useState<Open>('nothing');
  const [hours, setHours] = useState<number | string>(DEFAULT_OVERLAP_HOURS);
  const [failed, setFailed] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const close = () => {
    setLeft(open);
    setOpen('nothing');
  };
  const does = (work: () => Promise<unknown>) =>
    void once(
      async () => {
        setFailed(null);
        await work();
        await reload();
      },
      (error) => setFailed(failureOf(error).message),
    );
  const renew = () =>
    does(async () => {
      if (hours === '') return;
      const { secret } = await calls.renewWebhookSecret.call({ id, overlap_hours: Number(hours) });
      setOpen('nothing');
      onSecret(secret);
    });
  const opener = (of: Open, label: string) => (
    <Button
      ref={left === of && open === 'nothing' ? focusOnMount : undefined}
      key={`${of} ${left === of && open === 'nothing'}`}
      size="compact-xs"
      variant="default"
      aria-label={`${label}: ${url}`}
      aria-expanded={open === of}
      onClick={() => setOpen(open === of ? 'nothing' : of)}
    >
      {label}
    </Button>
  );
  return (
    <li>
      <div className={classes.text}>
        <Group gap={6}>
          <Text size="sm" fw={600} className={classes.name}>
            <Clamped text={url} />
          </Text>
          <Badge size="sm" variant="outline" radius="sm" tt="none" color={active ? 'gray' : 'red'}>
            {active ? 'Active' : 'Inactive'}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed" className={classes.name}>
          {kinds.join(', ')}
        </Text>
        {switched_off_at && (
          <Text size="xs" c="red">
            Stopped <Time value={switched_off_at} /> after three days of failed tries
          </Text>
        )}
      </div>
      <Group gap="xs" mt={4}>
        <Button
          data-opener={id}
          size="compact-xs"
          variant="default"
          aria-label={`Edit: ${url}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        {opener('deliveries', 'Deliveries')}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Send test: ${url}`}
          {...unavailable(busy)}
          onClick={() =>
            does(async () => {
              await calls.testWebhook.call({ id });
              setOpen('deliveries');
              toast('Test message sent');
            })
          }
        >
          Send test
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${active ? 'Deactivate' : 'Activate'}: ${url}`}
          {...unavailable(busy)}
          onClick={() => does(() => calls.updateWebhook.call({ id, active: !active, updated_at }))}
        >
          {active ? 'Deactivate' : 'Activate'}
        </Button>
        {opener('secret', 'New secret')}
        {opener('delete', 'Delete')}
      </Group>
      {open === 'deliveries' && <WebhookDeliveries webhook={webhook} onClose={close} />}
      {open === 'secret' && (
        <OwnEscape label={`New secret for ${url}`} onEscape={close} onEnter={renew}>
          <Group gap="xs" mt="xs" align="end">
            <NumberInput
              ref={focusOnMount}
              label="Hours until the old secret ends"
              description="Until then, messages are signed with both"
              size="xs"
              min={0}
              max={MAX_OVERLAP_HOURS}
              allowDecimal={false}
              value={hours}
              onChange={setHours}
            />
            <Button size="xs" {...unavailable(busy || hours === '')} onClick={renew}>
              Create secret
            </Button>
            <Button size="xs" variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </OwnEscape>
      )}
      {open === 'delete' && (
        <OwnEscape onEscape={close}>
          <Alert
            color="yellow"
            variant="outline"
            mt="xs"
            title={<Clamped text={`Delete ${url}?`} />}
            classNames={{ body: classes.text, title: classes.name, label: classes.text }}
          >
            <Text size="sm">Its messages and their history are deleted. This can’t be undone.</Text>
            <Group gap="xs" mt="xs">
              <Button ref={focusOnMount} size="xs" variant="default" onClick={close}>
                Cancel
              </Button>
              <Button
                size="xs"
                color="red"
                {...unavailable(busy)}
                onClick={() => does(() => calls.deleteWebhook.call({ id }).then(onDeleted))}
              >
                Delete webhook
              </Button>
            </Group>
          </Alert>
        </OwnEscape>
      )}
      {failed && (
        <Alert color="red" variant="outline" role="alert" mt="xs">
          {failed}
        </Alert>
      )}
    </li>
  );
}
