import { ProgramName } from '../../../web/parts/program-name.tsx';
import { TimezoneName } from '../../../web/parts/timezone-name.tsx';
import { USER_TYPE_NAMES, type UserType } from '../../users/rules.ts';

type PreviewValueProps = { name: string; value: unknown };

export function PreviewValue({ name, value }: PreviewValueProps) {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'number' && name === 'site_program') return <ProgramName id={value} />;
  if (typeof value === 'number' && name === 'timezone') return <TimezoneName id={value} />;
  if (name === 'user_type') return USER_TYPE_NAMES[value as UserType] ?? String(value as string);
  if (name === 'status') return Number(value) === 0 ? 'Inactive' : 'Active';
  if (name === 'membership') return Number(value) === 0 ? 'No' : 'Yes';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
