import { Text, TextInput } from '@mantine/core';
import { useSignedInUser } from '../../../web/session.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { useSchemaForm } from '../../../web/ui/form/schema-form.ts';
import { testMail } from '../contract.ts';
import { TEST_ADDRESSES, TESTS_AN_HOUR } from '../rules.ts';
import { calls, type TemplateKey } from './calls.ts';

type SendTestDialogProps = {
  templateKey: TemplateKey;
  subject: string;
  text: string;
  plain: string | null;
  name: string;
  onClose: () => void;
};

const schema = testMail.pick({ email: true });

export function SendTestDialog(props: SendTestDialogProps) {
  const { templateKey, subject, text, plain, name, onClose } = props;
  const { template, program } = templateKey;
  const form = useSchemaForm({ schema, initialValues: { email: useSignedInUser().email } });
  return (
    <FormDialog
      title="Send test email"
      name={name}
      size="sm"
      form={form}
      onSave={({ email }) =>
        // A rule has a subject of its own, which the text of its template stands without.
        calls.testEmailTemplate.call({ subject: subject || name, text, plain, email, template, program })
      }
      savedText="Test email send successful"
      saveLabel="Send test"
      busyLabel="Sending…"
      failures="inline"
      onClose={onClose}
    >
      <Text size="sm">Uses sample data, marked as a test. Limit: {TESTS_AN_HOUR} per hour.</Text>
      <TextInput
        label="Email"
        description={TEST_ADDRESSES}
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.text('email')}
      />
    </FormDialog>
  );
}
