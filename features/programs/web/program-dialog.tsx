import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { programsContract } from '../contract.ts';
import type { SiteProgram } from './calls.ts';
import { EditProgramDialog } from './edit-program-dialog.tsx';
import { ProgramDetailsDialog } from './program-details-dialog.tsx';

/** Opens the editor for superadmins, the details for others. */
export function ProgramDialog(props: DialogProps<SiteProgram>) {
  const mayEdit = useMayAccess(programsContract.updateProgram['~orpc'].meta.access);
  return mayEdit ? <EditProgramDialog {...props} /> : <ProgramDetailsDialog {...props} />;
}
