import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSignedInUser } from '../../../../web/session.tsx';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { OwnPassword } from '../../own-password/web/own-password.tsx';
import { OwnPasskeys } from '../../passkeys/web/own-passkeys.tsx';
import { OwnFactor } from '../../second-factor/web/own-factor.tsx';
import { OwnSessions } from '../../sessions/web/own-sessions.tsx';

export function AccountScreen() {
  const { email } = useSignedInUser();
  return (
    <Stack gap="lg">
      <div>
        <PageHeading title="My account" />
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      </div>
      <Section id="own-password" title="Password">
        <OwnPassword />
      </Section>
      <Section id="second-factor" title="Second factor">
        <OwnFactor />
      </Section>
      <Section id="own-passkeys" title="Passkeys">
        <OwnPasskeys />
      </Section>
      <Section id="own-sessions" title="Sessions">
        <OwnSessions />
      </Section>
    </Stack>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" mb="xs" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
