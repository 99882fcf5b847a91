import { capital } from '../ui/form/field-words.ts';
import { type FormSave, NOT_SENT, type Values } from '../ui/form/use-form-save.ts';

type Saved = { id: number };

type RecordForm<Row extends Saved, V extends Values> = Pick<FormSave<V>, 'form'> & {
  /** Noun in the title and in the note: "Add coupon", "Coupon added". */
  noun: string;
  /** Record to be changed; null for a new one. */
  record: Row | null;
  nameOf: (record: Row) => string;
  screen: string;
  valuesOf: (record: Row) => V;
  /** Reads the record as it stands now. Throws a 404 where it is gone. */
  read: (id: number) => Promise<Row>;
  save: (values: V, id: number | undefined) => Promise<Saved | typeof NOT_SENT>;
  reload: () => Promise<void>;
};

export function recordForm<Row extends Saved, V extends Values>(given: RecordForm<Row, V>) {
  const { form, noun, record, nameOf, screen, valuesOf, read, save, reload } = given;
  const onSave = async (values: V) => {
    const saved = await save(values, record?.id);
    if (saved !== NOT_SENT) await reload();
    return saved;
  };
  if (record === null) {
    const added = ({ id }: Saved) => ({ to: screen, id });
    return { form, onSave, title: `Add ${noun}`, savedText: `${capital(noun)} added`, added };
  }
  const latest = async () => {
    void reload();
    return valuesOf(await read(record.id));
  };
  return { form, onSave, title: `Edit ${noun}`, name: nameOf(record), latest };
}
