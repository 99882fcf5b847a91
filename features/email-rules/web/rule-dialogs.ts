import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { type Beside, readRule } from './calls.ts';

const switching = () => import('./switch-rule-dialogs.tsx');

export const ruleDialogs = dialogsOf({
  noun: 'email rule',
  read: (id: number, _beside: Beside) => readRule(id),
  may: mayTouch,
  dialogs: {
    add: { isNew: true, load: () => import('./edit-rule-dialog.tsx').then((m) => m.AddRuleDialog) },
    edit: { load: () => import('./edit-rule-dialog.tsx').then((m) => m.EditRuleDialog) },
    test: { load: () => import('./test/test-rule-dialog.tsx').then((m) => m.TestRuleDialog) },
    pause: {
      refusal: ({ active }) => (active === 1 ? null : 'This rule is already paused.'),
      load: () => switching().then((m) => m.PauseRuleDialog),
    },
    resume: {
      refusal: ({ active, archived_at }) => {
        if (archived_at !== null) return 'This rule is archived. Restore it first.';
        return active === 0 ? null : 'This rule is already active.';
      },
      load: () => switching().then((m) => m.ResumeRuleDialog),
    },
  },
});
export type RuleDialog = keyof typeof ruleDialogs.address;
