import { type UseFormReturnType, useForm } from '@mantine/form';
import type { z } from 'zod';
import type { FieldSet } from '../../../core/nouns/field-set.ts';
import { capital } from './field-words.ts';
import { limitsOf } from './schema-limits.ts';

type Body = z.ZodObject;

/** A field in a form: an empty number is null, a checkbox true or false. */
type Held<Value> = boolean extends Value ? boolean : Value extends number ? number | null : Value;

/** Form values of a body's schema; `Own` replaces or adds fields. */
export type FormValues<Schema extends Body, Own = object> = {
  [Name in Exclude<keyof z.input<Schema>, keyof Own | 'updated_at'>]-?: Held<
    Exclude<z.input<Schema>[Name], undefined>
  >;
} & Own & { updated_at?: string };

type SchemaFormOptions<Schema extends Body, Values> = {
  schema: Schema;
  fields?: FieldSet;
  initialValues: Values;
  /** Returns the body of a save, where it differs from the values; fields may be missing. */
  bodyOf?: (values: Values) => Record<string, unknown>;
  missing?: { [Name in keyof Values]?: string };
  /** Validates what a schema cannot, such as conditions between fields. */
  checks?: (values: Values) => { [Name in keyof Values]?: string | null };
};

export type SchemaForm<Schema extends Body, Values> = UseFormReturnType<Values> & {
  /** Returns the body; only for validated values. */
  bodyOf: (values: Values) => z.input<Schema>;
  /** Props of a text field: its label where a field set has one, value, error, `maxLength` and `required` of the schema. */
  text: (name: keyof Values & string) => TextProps;
  amount: (name: keyof Values & string) => AmountProps;
  tick: (name: keyof Values & string) => InputProps & Labelled;
  /** Shows what the server refused at the fields, and focuses the first of them; false where it concerns none. */
  showRefused: (errors: Record<string, string>) => boolean;
};

type InputProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;
type Labelled = { label?: string };
type TextProps = InputProps & Labelled & { maxLength: number | undefined; required: boolean };
type AmountProps = InputProps & Labelled & { value: number | null; max: number | null; required: boolean };

/** Validates a form by the contract's schema, which is large: use it in lazily loaded parts. */
export function useSchemaForm<Schema extends Body, Values extends Record<string, unknown>>(
  options: SchemaFormOptions<Schema, Values>,
): SchemaForm<Schema, Values> {
  const {
    schema,
    initialValues,
    bodyOf = (values: Values) => values,
    missing = {},
    checks,
    fields,
  } = options;
  const form = useForm<Values>({
    initialValues,
    validate: (values) => ({
      ...faultsOf(schema, bodyOf(values), values, missing as Record<string, string>),
      ...checks?.(values),
    }),
  });
  const limits = (name: string) => {
    const field = schema.shape[name] as z.ZodType | undefined;
    return field ? limitsOf(field) : { required: false };
  };
  const labelled = (name: string): Labelled => {
    const field = fields?.[name];
    return field ? { label: field.label } : {};
  };
  return {
    ...form,
    tick: (name) => ({ ...labelled(name), ...form.getInputProps(name, { type: 'checkbox' }) }),
    bodyOf: (values) => bodyOf(values) as z.input<Schema>,
    showRefused: (errors) => {
      const [first] = Object.keys(errors).filter((name) => name in initialValues);
      if (first === undefined) return false;
      form.setErrors(errors as Parameters<typeof form.setErrors>[0]);
      form.getInputNode(first)?.focus();
      return true;
    },
    text: (name) => {
      const { maxLength, required } = limits(name);
      return { ...labelled(name), ...form.getInputProps(name), maxLength, required };
    },
    amount: (name) => {
      const { max = null, required } = limits(name);
      const value = form.getValues()[name] as number | null;
      return { ...labelled(name), ...form.getInputProps(name), value, max, required };
    },
  };
}

/** Returns form values of a record, without other fields; 1 and 0 become true and false. */
export function valuesFrom<Values extends Record<string, unknown>>(blank: Values, record: object): Values {
  const known = record as Record<string, unknown>;
  const entries = Object.entries(blank).map(([name, none]) => {
    const value = known[name] ?? none;
    return [name, typeof none === 'boolean' ? Boolean(value) : value];
  });
  return { ...(Object.fromEntries(entries) as Values), updated_at: known.updated_at };
}

/** Validates by the schema; returns messages by field, for the person at the form. */
export function faultsOf(
  schema: z.ZodType,
  body: unknown,
  values: Record<string, unknown>,
  missing: Record<string, string>,
): Record<string, string> {
  const result = schema.safeParse(body, { error: (issue) => wordsOf(issue) });
  const faults: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0]);
    const isEmpty = [null, undefined, ''].includes(values[name] as string | null | undefined);
    faults[name] ??= (isEmpty && missing[name]) || capital(message);
  }
  return faults;
}

function wordsOf(issue: { code?: string; [detail: string]: unknown }): string {
  const of = issue.origin === 'string' ? ' characters' : '';
  if (issue.input === '' || issue.input === null || issue.input === undefined) return 'Enter a value';
  if (issue.code === 'too_small') return `At least ${Number(issue.minimum)}${of}`;
  if (issue.code === 'too_big') return `At most ${Number(issue.maximum).toLocaleString('en-US')}${of}`;
  if (issue.format === 'email') return 'This is not an email address';
  return 'Enter a valid value';
}
