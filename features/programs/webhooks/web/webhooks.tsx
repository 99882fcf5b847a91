import { Button, Fieldset, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../../../../web/ui/loading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { ShownSiteKey } from '../../site-keys/web/shown-site-key.tsx';
import { type PendingPart, usePendingPart } from '../../web/use-pending-part.ts';
import type { Webhook } from '../contract.ts';
import { calls } from './calls.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';
import classes from './webhooks.module.css';

type WebhooksProps = {
  program_id: number;
  /** A secret is shown that nobody has copied, or a webhook half filled in: whoever leaves now loses it. */
  onPending: (part: PendingPart) => void;
};

export function Webhooks({ program_id, onPending }: WebhooksProps) {
  const { setShown: setSecretShown, setFilled } = usePendingPart(onPending);
  const { data, error, refetch } = useQuery(calls.webhooks.queryOptions({ input: { id: program_id } }));
  const [editing, setEditing] = useState<'nothing' | 'new' | Webhook>('nothing');
  const [shown, setShown] = useState<{ url: string; secret: string } | null>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<'add' | number | null>(null);
  const focusOn = (of: 'add' | number) =>
    (
      box.current?.querySelector<HTMLElement>(`[data-opener="${of}"]`) ??
      box.current?.querySelector<HTMLElement>('button')
    )?.focus();
  const close = () => {
    opener.current = typeof editing === 'string' ? 'add' : editing.id;
    setEditing('nothing');
  };
  // The form gives the focus back once its opener is there again.
  useEffect(() => {
    if (opener.current !== null) focusOn(opener.current);
    opener.current = null;
  });
  const show = (secret: { url: string; secret: string }) => {
    setShown(secret);
    setSecretShown(true);
  };
  const form = (webhook: Webhook | null) => (
    <WebhookForm
      program_id={program_id}
      webhook={webhook}
      onCancel={close}
      onFilled={setFilled}
      onSaved={(secret) => {
        if (!secret) return close();
        show(secret);
        return setEditing('nothing');
      }}
    />
  );
  return (
    <Fieldset ref={box} legend="Webhooks">
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : !data && <Loading />}
      {data?.webhooks.length === 0 && (
        <Text size="sm">None yet. A webhook tells a site when something changes.</Text>
      )}
      <Stack component="ul" gap="sm" className={classes.list}>
        {data?.webhooks.map((webhook) =>
          typeof editing !== 'string' && editing.id === webhook.id ? (
            <li key={webhook.id}>{form(webhook)}</li>
          ) : (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onEdit={() => setEditing(webhook)}
              onSecret={(secret) => show({ url: webhook.url, secret })}
              onDeleted={() => (opener.current = 'add')}
            />
          ),
        )}
      </Stack>
      {shown && (
        <ShownSiteKey
          made={{ name: `Secret for ${shown.url}`, site_key: shown.secret }}
          onAtHand={setSecretShown}
        />
      )}
      {editing === 'new'
        ? form(null)
        : editing === 'nothing' && (
            <Button
              data-opener="add"
              mt="xs"
              size="xs"
              variant="default"
              {...unavailable(!data)}
              onClick={() => setEditing('new')}
            >
              Add a webhook
            </Button>
          )}
    </Fieldset>
  );
}
