import { Navigate } from '@tanstack/react-router';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { linkTo } from '../../../web/ui/link-to.ts';
import { programsContract } from '../contract.ts';
import type { SiteProgram } from './calls.ts';
import { EditProgramDialog } from './edit-program-dialog.tsx';

/** Opens the editor for superadmins, the page for others. */
export function ProgramDialog(props: DialogProps<SiteProgram>) {
  const mayEdit = useMayAccess(programsContract.updateProgram['~orpc'].meta.access);
  if (mayEdit) return <EditProgramDialog {...props} />;
  return <Navigate {...linkTo(addressOf('program', props.record.id), {})} replace />;
}
