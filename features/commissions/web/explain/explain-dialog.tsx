import { Dialog } from '../../../../web/ui/dialog/dialog.tsx';
import { ExplainCharge } from './explain-charge.tsx';

export function ExplainDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Dialog size="xl" title={`How transaction #${id} was split`} onClose={onClose}>
      <ExplainCharge id={id} />
    </Dialog>
  );
}
