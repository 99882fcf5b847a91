import type { z } from 'zod';

/** Limits of a field; lengths in characters. */
export type Limits = { maxLength?: number; max?: number; required: boolean };

/** Returns the limits of a field, in any wrapper. It is required where it must not be empty. */
export function limitsOf(schema: z.ZodType): Limits {
  let at = schema as Known;
  let isOptional = false;
  for (;;) {
    const { innerType, in: first, out } = at.def;
    if (innerType) isOptional = true;
    // A preprocessing step has nothing to say of what comes out of it.
    const next = innerType ?? (first?.def.type === 'transform' ? out : first);
    if (!next) break;
    at = next;
  }
  const { type } = at.def;
  if (type === 'string') {
    const isFilled = (at.minLength ?? 0) > 0 || isFormatted(schema);
    return { maxLength: at.maxLength ?? undefined, required: !isOptional && isFilled };
  }
  return {
    max: type === 'number' && Number.isFinite(at.maxValue) ? (at.maxValue ?? undefined) : undefined,
    required: !isOptional && type !== 'boolean' && type !== 'union',
  };
}

type Known = {
  def: { type: string; innerType?: Known; in?: Known; out?: Known; format?: string };
  minLength?: number | null;
  maxLength?: number | null;
  maxValue?: number | null;
};

/** Returns true for a formatted text, which cannot be empty. */
function isFormatted(schema: z.ZodType): boolean {
  const { def } = schema as Known;
  return (def.out ?? (schema as Known)).def.format !== undefined;
}
