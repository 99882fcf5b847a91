import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { apiOf } from '../../../../web/api.ts';
import { useSignedInUser } from '../../../../web/session.tsx';
import { isPlainEnter, keepEnter } from '../../../../web/ui/chooser/enter-guard.tsx';
import { failureOf, fieldErrorsOf } from '../../../../web/ui/failure.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { emailTemplatesContract } from '../../../email-templates/contract.ts';
import { TEST_ADDRESSES } from '../../../email-templates/rules.ts';
import type { RuleTemplate } from '../../contract.ts';
import type { SavedTexts } from './use-saved-texts.ts';

const { testEmailTemplate } = apiOf({ emailTemplates: emailTemplatesContract }).emailTemplates;

type SendTestProps = {
  template: RuleTemplate | undefined;
  texts: SavedTexts | undefined;
  mail: { subject: string; from_name: string; from_email: string; program_id: number };
};

/** Sends the mail of the unsaved rule, filled with an example. A failure is only marked here (section 8). */
export function SendTest({ template, texts, mail }: SendTestProps) {
  const { subject, from_name, from_email, program_id } = mail;
  const { email: own } = useSignedInUser();
  const [email, setEmail] = useState(own);
  const [failed, setFailed] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const missing = missingIn({ template: template?.file_name ?? '', subject, from_name, from_email });
  const send = () =>
    once(
      async () => {
        if (!texts || missing !== null) return;
        setFailed(null);
        // A test knows the sender of an installation on one machine by itself.
        const from = from_email.endsWith('@localhost') ? {} : { from_name, from_email };
        await testEmailTemplate.call({ ...texts, subject, email, ...from, program: program_id });
        toast('Test email send successful');
      },
      (error) => {
        const failure = failureOf(error);
        setFailed(Object.values(fieldErrorsOf(failure))[0] ?? failure.message);
      },
    );
  return (
    <div role="group" aria-label="Test email">
      <Group align="end" gap="sm">
        <TextInput
          type="email"
          label="Send test to"
          description={TEST_ADDRESSES}
          autoComplete="off"
          style={{ flex: '1 1 14rem' }}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Not the form around it, which would save the rule.
            keepEnter(event);
            if (isPlainEnter(event)) void send();
          }}
          error={failed !== null}
          aria-describedby="test-mail-failed"
        />
        <Button
          variant="default"
          {...unavailable(busy || missing !== null)}
          aria-busy={busy}
          onClick={() => void send()}
        >
          {busy ? 'Sending…' : 'Send test'}
        </Button>
      </Group>
      <Text
        size="xs"
        c={failed === null ? 'dimmed' : 'var(--mantine-color-error)'}
        id="test-mail-failed"
        role="status"
        mt={4}
      >
        {failed === null ? missing && `To send a test, enter ${missing}.` : `Not sent: ${failed}`}
      </Text>
    </div>
  );
}

function missingIn(mail: Record<'template' | 'subject' | 'from_name' | 'from_email', string>): string | null {
  const names = {
    template: 'a template',
    subject: 'a subject',
    from_name: 'a sender name',
    from_email: 'a sender email',
  };
  const missing = (Object.keys(names) as (keyof typeof names)[]).filter((name) => mail[name].trim() === '');
  return missing.length === 0 ? null : LIST.format(missing.map((name) => names[name]));
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
