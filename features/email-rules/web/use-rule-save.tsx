import { failureOf } from '../../../web/ui/failure.ts';
import { NOT_SENT } from '../../../web/ui/form/use-form-save.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { EmailRule, RulePreview } from '../contract.ts';
import { AUDIENCE_CHANGED } from '../rules.ts';
import { calls, reload } from './calls.ts';
import type { RuleForm, RuleValues } from './rule-form.ts';
import { useStartQuestion } from './start-question.tsx';
import { toastStart } from './undo-start.ts';

type Body = ReturnType<RuleForm['bodyOf']>;

/** Saves a rule; asks before it emails people who were not emailed before, with their number. `rule` is null for a new one. */
export function useRuleSave(rule: EmailRule | null, form: RuleForm) {
  const { ask, asking, question } = useStartQuestion();

  const send = (body: Body, more: { confirmed_due_count?: number }, updated_at: string | undefined) =>
    rule
      ? calls.updateEmailRule.call({ ...body, ...more, id: rule.id, updated_at })
      : calls.createEmailRule.call({ ...body, ...more });

  const save = async (filled: RuleValues): Promise<EmailRule | typeof NOT_SENT> => {
    const body = form.bodyOf(filled);
    const { updated_at } = filled;
    for (;;) {
      const preview = filled.active ? await previewOf(rule, body, updated_at) : null;
      const answer = preview?.asks
        ? await ask({ name: filled.name, rule: { ...filled, run_after: body.run_after ?? null }, preview })
        : null;
      if (answer === 'cancel') return NOT_SENT;
      const starts = answer === 'start' && preview !== null;
      const sent = answer === 'paused' ? { ...body, active: false } : body;
      try {
        const saved = await send(sent, starts ? { confirmed_due_count: preview.due_count } : {}, updated_at);
        const isTold = starts && toastStart(rule ? 'Rule saved' : 'Rule added', saved.rule);
        if (!rule && !isTold)
          toast('Rule added', { open: { to: '/email/rules', search: { edit: saved.rule.id } } });
        await reload();
        return saved.rule;
      } catch (error) {
        const { code, message } = failureOf(error);
        if (code !== AUDIENCE_CHANGED) throw error;
        toast(message, { kind: 'error' });
      }
    }
  };

  return { save, asking, question };
}

function previewOf(rule: EmailRule | null, body: Body, updated_at: string | undefined): Promise<RulePreview> {
  return rule
    ? calls.previewEmailRule.call({ ...body, id: rule.id, updated_at })
    : calls.previewNewEmailRule.call(body);
}
