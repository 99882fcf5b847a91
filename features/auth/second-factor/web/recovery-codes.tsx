import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import classes from './second-factor.module.css';

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n');
  return (
    <Stack gap="sm" role="group" aria-label="Recovery codes">
      <Text size="sm">
        Keep these recovery codes somewhere safe, away from your device. If you lose the device, each code
        signs you in once. You see them only now.
      </Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button ref={focusOnMount} size="sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          size="sm"
          variant="default"
          component="a"
          download="provost-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          Save as a file
        </Button>
        <Button size="sm" variant="default" onClick={onKept}>
          I've kept them
        </Button>
      </Group>
    </Stack>
  );
}
