import { blankOf } from '../../../core/nouns/field-set.ts';
import {
  type FormValues,
  type SchemaForm,
  useSchemaForm,
  valuesFrom,
} from '../../../web/ui/form/schema-form.ts';
import { type ProgramDetails, programForm, SAVED_PROGRAM_FIELDS } from '../program-schemas.ts';
import { PROGRAM_TEXTS } from '../rules.ts';

export type ProgramValues = FormValues<typeof programForm>;
export type ProgramForm = SchemaForm<typeof programForm, ProgramValues>;

export function useProgramForm(initialValues: ProgramValues): ProgramForm {
  return useSchemaForm({ schema: programForm, fields: SAVED_PROGRAM_FIELDS, initialValues });
}

export function valuesOf({ data, ...program }: ProgramDetails): ProgramValues {
  return valuesFrom(NEW_PROGRAM, { ...program, ...data });
}

/** Returns the values as a save takes them: the texts in `data`. */
export function dataOf(values: ReturnType<ProgramForm['bodyOf']>) {
  const { populate_discount, ...rest } = values;
  const data = Object.fromEntries(PROGRAM_TEXTS.map((name) => [name, rest[name]]));
  const others = Object.entries(rest).filter(
    ([name]) => !(PROGRAM_TEXTS as readonly string[]).includes(name),
  );
  return { ...(Object.fromEntries(others) as typeof rest), data: { ...data, populate_discount } };
}

/** Defaults of a new program, the same as the server's. */
export const NEW_PROGRAM: ProgramValues = {
  ...blankOf(SAVED_PROGRAM_FIELDS),
  heading_text: '',
  subheading_1_text: '',
  subheading_2_text: '',
  row_1_text: '',
  row_2_text: '',
  row_3_text: '',
  row_4_text: '',
  button_text: '',
  populate_discount: false,
};
