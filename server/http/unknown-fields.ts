/** Refuses unknown fields of a body (docs/decisions/107-a-row-rides-along-and-nothing-else.md). Specification: Wire conventions. */
import { ORPCError } from '@orpc/server';
import type { z } from 'zod';
import { must } from '../../core/must.ts';

type Found = { path: string[]; keys: string[] };

/** Refuses unknown fields in a strict schema's words; those of the call's own answer pass, so that a row can be sent back as it was read. */
export function refusingUnknown(input: z.ZodType, output: z.ZodType): (sent: unknown) => void {
  const answered = new Set(namesIn(output));
  return (sent) => {
    const found = unknownIn(input, sent, answered, []);
    if (found.length === 0) return;
    const issues = found.map(({ path, keys }) => ({
      path,
      message: `does not take ${keys.map((key) => JSON.stringify(key)).join(', ')}`,
    }));
    throw new ORPCError('BAD_REQUEST', { data: { issues } });
  };
}

type Definition = z.core.$ZodTypeDef & {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
};

function unknownIn(schema: z.ZodType, sent: unknown, answered: ReadonlySet<string>, path: string[]): Found[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const def = schema.def as Definition;
  const below = (inner: z.ZodType, value: unknown, ...step: string[]) =>
    unknownIn(inner, value, answered, [...path, ...step]);
  if (def.shape) {
    const { shape, catchall } = def;
    if (Array.isArray(sent)) return [];
    const entries = Object.entries(sent);
    const known = entries.filter(([key]) => Object.hasOwn(shape, key));
    // An object that says what else it takes refuses by itself.
    const keys = catchall
      ? []
      : entries.map(([key]) => key).filter((key) => !Object.hasOwn(shape, key) && !answered.has(key));
    return [
      ...(keys.length > 0 ? [{ path, keys }] : []),
      ...known.flatMap(([key, value]) => below(shape[key] as z.ZodType, value, key)),
    ];
  }
  if (def.element && Array.isArray(sent)) {
    const { element } = def;
    return sent.flatMap((value, index) => below(element, value, String(index)));
  }
  if (def.type === 'record' && def.valueType) {
    const { valueType } = def;
    return Object.entries(sent).flatMap(([key, value]) => below(valueType, value, key));
  }
  if (def.options) {
    const each = def.options.filter(isOfFields).map((option) => below(option, sent));
    return each.length === 0 || each.some((found) => found.length === 0) ? [] : must(each[0], 'option');
  }
  const inner = innerOf(def);
  return inner ? below(inner, sent) : [];
}

function isOfFields(schema: z.ZodType): boolean {
  const def = schema.def as Definition;
  const inner = innerOf(def);
  return def.shape !== undefined || def.element !== undefined || (inner ? isOfFields(inner) : false);
}

/** Returns the schema inside a wrapper; for a transform, its input. */
function innerOf({ innerType, in: from, out }: Definition): z.ZodType | undefined {
  return innerType ?? (from?.def.type === 'transform' ? out : from);
}

function* namesIn(schema: z.ZodType): Generator<string> {
  const { innerType, in: from, out, element, valueType, options = [], shape = {} } = schema.def as Definition;
  for (const inner of [innerType, from, out, element, valueType, ...options])
    if (inner) yield* namesIn(inner);
  for (const [name, field] of Object.entries(shape)) {
    yield name;
    yield* namesIn(field);
  }
}
