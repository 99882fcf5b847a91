import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';

export type MadeKey = { name: string; site_key: string };

export function ShownSiteKey({ made, onAtHand }: { made: MadeKey; onAtHand: (is: boolean) => void }) {
  return (
    <Group align="end" gap="xs" mt="xs" wrap="nowrap">
      <TextInput
        key={made.site_key}
        label={`${made.name} (shown only once)`}
        value={made.site_key}
        readOnly
        style={{ flex: 1 }}
        styles={{ input: { fontFamily: 'monospace' } }}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={() => onAtHand(false)}
      />
      <CopyButton key={`copy ${made.site_key}`} value={made.site_key}>
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
  );
}
