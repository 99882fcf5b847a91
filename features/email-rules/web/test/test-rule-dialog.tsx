import { Button, Group, Stack, Text } from '@mantine/core';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { Dialog, DialogFooter } from '../../../../web/ui/dialog/dialog.tsx';
import { wholeAudience } from '../../conditions/audience.ts';
import type { EmailRule } from '../../contract.ts';
import { AudienceLine } from '../audience.tsx';
import type { Beside } from '../calls.ts';
import { RuleSentence } from '../conditions/rule-sentence-text.tsx';
import { RuleTester } from './rule-tester.tsx';
import { SendTest } from './send-test.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { useSavedTexts } from './use-saved-texts.ts';

export function TestRuleDialog({ record: rule, templates, onClose }: DialogProps<EmailRule, Beside>) {
  const template = templates.find(({ file_name }) => file_name === rule.template);
  const texts = useSavedTexts(template, rule.program_id);
  return (
    <Dialog title="Test rule" name={rule.name} size="xl" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          <RuleSentence rule={rule} />.
        </Text>
        <AudienceLine id={rule.id} />
        <RuleTester audience={wholeAudience(rule)} program_id={rule.program_id} atOnce />
        <SendTest template={template} texts={texts} mail={rule} />
        {template && texts && <TemplatePreview template={template} text={texts.text} mail={rule} />}
      </Stack>
      <DialogFooter>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
  );
}
