/** First steps of an empty installation. Specification: Home. */
import { z } from 'zod';
import { flag } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';

export const FIRST_STEPS = ['program', 'email', 'colleague', 'payments', 'users', 'class'] as const;
export type FirstStepKind = (typeof FIRST_STEPS)[number];

const firstStep = z.object({ kind: z.enum(FIRST_STEPS), done: z.boolean() });
export type FirstStep = z.infer<typeof firstStep>;

export const firstStepsContract = {
  firstSteps: route('signed_in', {
    method: 'GET',
    path: 'first-steps',
    summary:
      'What a new installation still needs, among what the caller may do; empty once it has all, or where the caller hid it',
    input: z.strictObject({}).optional(),
    output: z.object({ steps: z.array(firstStep) }),
  }),
  hideFirstSteps: route('signed_in', {
    method: 'POST',
    path: 'first-steps/hide',
    summary: 'Hide the first steps from the caller, or show them again',
    input: z.strictObject({ hidden: flag }),
    output: z.object({ hidden: z.literal([0, 1]) }),
  }),
};
