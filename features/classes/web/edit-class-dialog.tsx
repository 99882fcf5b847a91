import { useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ImagePreview, type StoredImage } from '../../../web/parts/images/image-field.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { RecordDialog } from '../../../web/parts/record-dialog.tsx';
import { useTypoOnly } from '../../../web/parts/translations/typo-only.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import type { ClassDetail, ListedClass } from '../contract.ts';
import { classTranslationsContract } from '../translations/contract.ts';
import { calls, nameOf, reload } from './calls.ts';
import { ClassFields } from './class-fields.tsx';
import { type ClassValues, useClassForm, valuesOf } from './class-form.ts';

const api = apiOf({ classTranslations: classTranslationsContract });

export function EditClassDialog({ record, onClose }: DialogProps<ListedClass>) {
  return (
    <RecordDialog<ClassDetail>
      noun="class"
      id={record.id}
      row={undefined}
      read={() => readDetail(record.id)}
      onClose={onClose}
    >
      {(class_) => <ClassFormDialog class_={class_} onClose={onClose} />}
    </RecordDialog>
  );
}

/** Shows a 400 as a persistent toast; the dialog shows any other failure (section 8). */
function ClassFormDialog({ class_, onClose }: { class_: ClassDetail; onClose: () => void }) {
  const { id } = class_;
  const [sendingImage, setSendingImage] = useState(false);
  const [mayForce, setMayForce] = useState(false);
  const form = useClassForm(class_);
  if (form.errors.del_flag && !mayForce) setMayForce(true);

  const typo = useTypoOnly({
    changed: (['class_name', 'description', 'additional_info'] as const).filter((field) =>
      form.isDirty(field),
    ),
    read: () => api.classTranslations.classTranslations.call({ id }),
  });

  const save = async (values: ClassValues) => {
    const { typo_only } = typo;
    await calls.updateClass.call({ id, class_data: form.bodyOf(values), force: values.force, typo_only });
    await reload();
  };
  return (
    <FormDialog
      title="Edit class"
      name={nameOf(class_)}
      size="lg"
      form={form}
      ready={!sendingImage}
      saveLabel={sendingImage ? 'Uploading…' : 'Save'}
      onSave={save}
      onClose={onClose}
      failures="toast400"
      savedText="Saved successful"
      wrapper="class_data"
      latest={async () => valuesOf(await readDetail(id))}
      words={(field) => WORDS[field as keyof ClassValues]}
    >
      <ClassFields
        form={form}
        class_={class_}
        mayForce={mayForce}
        typo={typo.element}
        onSendingImage={setSendingImage}
      />
    </FormDialog>
  );
}

async function readDetail(id: number): Promise<ClassDetail> {
  return (await calls.class.call({ id })).class;
}

const WORDS: Partial<Record<keyof ClassValues, ReturnType<FieldWords>>> = {
  status: { label: 'Active' },
  cancel: { label: 'Cancelled' },
  del_flag: { label: 'Deleted' },
  sub_category: { label: 'Sub-category' },
  image: { label: 'Class image', show: (image) => <ImagePreview image={image as StoredImage | null} /> },
  program_id: { label: 'Home program', show: (id) => <ProgramName id={Number(id)} /> },
  force: { label: 'Delete anyway' },
};
