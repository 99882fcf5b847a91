import { useParams } from '@tanstack/react-router';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { Redirect } from '../../../web/ui/redirect.tsx';

export function PersonalDataAddress() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <Redirect to={addressOf('user', Number(id))} search={{ section: 'data' }} />;
}
