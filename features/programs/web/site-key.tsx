import { Alert, Button, CopyButton, Fieldset, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../web/ui/failure.ts';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { Time } from '../../../web/ui/time.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import { calls, type SiteProgram } from './calls.ts';

type SiteKeyProps = {
  program: SiteProgram;
  updated_at: string | undefined;
  /** Called when making the key changes the program's `updated_at`. */
  onMade: (updated_at: string) => void;
  onAtHand: (is: boolean) => void;
};

/** Key of the program's site: made on click, rotated after a question, shown once. */
export function SiteKey({ program, updated_at, onMade, onAtHand }: SiteKeyProps) {
  const [made, setMade] = useState<{ site_key: string; site_key_at: string } | null>(null);
  const [asking, setAsking] = useState<'not yet' | 'now' | 'kept'>('not yet');
  const [failed, setFailed] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const at = made?.site_key_at ?? program.site_key_at;
  const make = () =>
    once(
      async () => {
        setFailed(null);
        const answer = await calls.makeSiteKey.call({ id: program.id, updated_at });
        setMade(answer);
        setAsking('not yet');
        onAtHand(true);
        onMade(answer.updated_at);
      },
      (error) => setFailed(failureOf(error).message),
    );

  return (
    <Fieldset legend="Site key">
      <Text size="sm">
        {at === null ? (
          'There is none yet: the site of the program cannot call.'
        ) : (
          <>
            Made <Time value={at} />. What is kept of it cannot be read back.
          </>
        )}
      </Text>
      {made && (
        <Group align="end" gap="xs" mt="xs" wrap="nowrap">
          <TextInput
            key={made.site_key}
            label="New site key, shown this once"
            value={made.site_key}
            readOnly
            style={{ flex: 1 }}
            styles={{ input: { fontFamily: 'monospace' } }}
            onFocus={(event) => event.currentTarget.select()}
            onCopy={() => onAtHand(false)}
          />
          <CopyButton value={made.site_key}>
            {({ copied, copy }) => (
              <Button
                ref={focusOnMount}
                onClick={() => {
                  copy();
                  // A page that came over plain HTTP has none: there it is copied from the field.
                  if ('clipboard' in navigator) onAtHand(false);
                }}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
      )}
      {failed && (
        <Alert color="red" variant="outline" role="alert" mt="xs">
          {failed}
        </Alert>
      )}
      {asking === 'now' ? (
        <Alert color="yellow" variant="outline" mt="xs" title="Rotate the site key?">
          <Text size="sm">From that moment the site cannot call until it has the new key.</Text>
          <Group gap="xs" mt="xs">
            <Button ref={focusOnMount} size="xs" variant="default" onClick={() => setAsking('kept')}>
              Keep the key
            </Button>
            <Button size="xs" color="red" {...unavailable(busy)} onClick={() => void make()}>
              {busy ? 'Rotating…' : 'Rotate'}
            </Button>
          </Group>
        </Alert>
      ) : (
        <Button
          ref={asking === 'kept' ? focusOnMount : undefined}
          mt="xs"
          size="xs"
          variant="default"
          {...unavailable(busy)}
          onClick={() => (at === null ? void make() : setAsking('now'))}
        >
          {at === null ? 'Make site key' : 'Rotate site key'}
        </Button>
      )}
    </Fieldset>
  );
}
