import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { WEBHOOK_KINDS, type WebhookKind } from '../../../../core/sites/changes.ts';
import { MultiChoice } from '../../../../web/ui/chooser/multi-choice.tsx';
import { OwnEscape } from '../../../../web/ui/dialog/own-escape.tsx';
import { failureOf, fieldErrorsOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { useFilled } from '../../web/use-pending-part.ts';
import { MAX_URL, type Webhook } from '../contract.ts';
import { calls, reload } from './calls.ts';

type WebhookFormProps = {
  program_id: number;
  webhook: Webhook | null;
  onCancel: () => void;
  onFilled: (is: boolean) => void;
  onSaved: (secret: { url: string; secret: string } | null) => void;
};

const KINDS = WEBHOOK_KINDS.map((kind) => ({ value: kind, label: kind }));

/** Address and kinds of a webhook, inside the form of its program: Enter saves the webhook and nothing else. */
export function WebhookForm({ program_id, webhook, onCancel, onFilled, onSaved }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [kinds, setKinds] = useState<readonly string[]>(webhook?.kinds ?? []);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { busy, once } = useOnce();
  useFilled(url !== (webhook?.url ?? '') || kinds.join() !== (webhook?.kinds ?? []).join(), onFilled);
  const save = () =>
    once(
      async () => {
        const missing = faultsIn(url, kinds);
        setErrors(missing);
        if (Object.keys(missing).length > 0) return;
        const fields = { url, kinds: kinds as WebhookKind[] };
        if (webhook) {
          await calls.updateWebhook.call({ id: webhook.id, ...fields, updated_at: webhook.updated_at });
          await reload();
          onSaved(null);
        } else {
          const { secret } = await calls.createWebhook.call({ id: program_id, ...fields });
          await reload();
          onSaved({ url: url.trim(), secret });
        }
      },
      (error) => {
        const failure = failureOf(error);
        const fields = fieldErrorsOf(failure);
        setErrors(Object.keys(fields).length > 0 ? fields : { '': failure.message });
      },
    );
  return (
    <OwnEscape
      label={webhook ? `Edit webhook ${webhook.url}` : 'New webhook'}
      onEscape={onCancel}
      onEnter={() => void save()}
    >
      <Stack gap="xs" mt="sm">
        <TextInput
          ref={focusOnMount}
          label="Address"
          description="Starts with https:// and must be public"
          maxLength={MAX_URL}
          value={url}
          error={errors['url']}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <MultiChoice
          label="Send when"
          description="Choose the events to send"
          data={KINDS}
          value={kinds}
          error={errors['kinds']}
          onChange={setKinds}
        />
        {errors[''] && (
          <Alert color="red" variant="outline" role="alert">
            {errors['']}
          </Alert>
        )}
        <Group gap="xs">
          <Button size="xs" {...unavailable(busy)} onClick={() => void save()}>
            {busy ? 'Saving…' : webhook ? 'Save webhook' : 'Add webhook'}
          </Button>
          <Button size="xs" variant="default" onClick={() => setKinds(WEBHOOK_KINDS)}>
            Choose all
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </OwnEscape>
  );
}

function faultsIn(url: string, kinds: readonly string[]): Record<string, string> {
  return {
    ...(url.trim() === '' && { url: 'Enter an address' }),
    ...(kinds.length === 0 && { kinds: 'Choose at least one' }),
  };
}
