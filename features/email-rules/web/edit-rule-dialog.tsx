import { useState } from 'react';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { useProgramOfNew } from '../../../web/parts/program-of-new.ts';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { EmailRule } from '../contract.ts';
import { AudienceLine } from './audience.tsx';
import { type Beside, readRule, reload } from './calls.ts';
import { useConditionNames } from './conditions/condition-names.ts';
import { RuleFields } from './rule-fields.tsx';
import { newValues, type RuleValues, useRuleForm, valuesOf } from './rule-form.ts';
import { ruleWords } from './rule-form-words.tsx';
import { useRuleSave } from './use-rule-save.tsx';

export function AddRuleDialog({ templates, sender, onClose }: DialogProps<null, Beside>) {
  const values = newValues({ program_id: useProgramOfNew(DEFAULT_PROGRAM), sender });
  return <RuleFormDialog rule={null} values={values} templates={templates} onClose={onClose} />;
}

export function EditRuleDialog({ record: rule, templates, onClose }: DialogProps<EmailRule, Beside>) {
  return <RuleFormDialog rule={rule} values={valuesOf(rule)} templates={templates} onClose={onClose} />;
}

type RuleFormDialogProps = Pick<Beside, 'templates'> & {
  rule: EmailRule | null;
  values: RuleValues;
  onClose: () => void;
};

/** Shows a 400 in a toast until it is closed; any other failure only here (section 8). */
function RuleFormDialog({ rule, values, templates, onClose }: RuleFormDialogProps) {
  const [opened] = useState(values);
  const [before, setBefore] = useState(rule);
  const form = useRuleForm(opened, () => before);
  const { save, asking, question } = useRuleSave(rule, form);
  const latest = async (id: number) => {
    void reload();
    const now = await readRule(id);
    setBefore(now);
    return valuesOf(now);
  };
  const nameOf = useConditionNames(form.values);
  const starts = form.values.active && rule?.active !== 1;
  return (
    <FormDialog
      title={rule ? 'Edit rule' : 'Add rule'}
      name={rule?.name}
      size="xl"
      form={form}
      saveLabel={starts ? 'Save and start…' : 'Save'}
      onSave={save}
      covered={asking}
      onClose={onClose}
      failures="toast400"
      added={rule ? undefined : ({ id }) => ({ to: '/email/rules', id })}
      latest={rule ? () => latest(rule.id) : undefined}
      words={ruleWords(templates, nameOf)}
    >
      <RuleFields form={form} templates={templates} />
      {rule && <AudienceLine id={rule.id} />}
      {question}
    </FormDialog>
  );
}
