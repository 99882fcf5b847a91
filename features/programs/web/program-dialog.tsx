import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { Redirect } from '../../../web/ui/redirect.tsx';
import { programsContract } from '../contract.ts';
import type { SiteProgram } from './calls.ts';
import { EditProgramDialog } from './edit-program-dialog.tsx';

export function ProgramDialog(props: DialogProps<SiteProgram>) {
  const mayEdit = useMayAccess(programsContract.updateProgram['~orpc'].meta.access);
  if (mayEdit) return <EditProgramDialog {...props} />;
  return <Redirect to={addressOf('program', props.record.id)} search={{}} />;
}
