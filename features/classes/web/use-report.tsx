import { IconDownload, IconMail, IconReport, IconTable } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { apiOf } from '../../../web/api.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import type { RowAction } from '../../../web/ui/table/row-actions.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { ListedClass } from '../contract.ts';
import { classReportContract } from '../reports/contract.ts';

const api = apiOf({ classReport: classReportContract });

export function useReport({ id }: Pick<ListedClass, 'id'>): RowAction {
  const { once } = useOnce();
  const navigate = useNavigate();
  const mail = () =>
    once(
      async () => {
        await api.classReport.classReport.call({ id });
        toast('Report has been created and has been sent to your email');
      },
      () => toast(FAILED, { kind: 'error' }),
    );
  const download = () =>
    once(
      async () => save(await fetchReport(id), `class-${id}-report.xlsx`),
      () => toast(FAILED, { kind: 'error' }),
    );
  return {
    label: 'Report',
    icon: <IconReport size={16} aria-hidden />,
    menu: [
      {
        label: 'View',
        icon: <IconTable size={16} aria-hidden />,
        onClick: () => void navigate(linkTo('/reports/class-detail', { class_id: id })),
      },
      { label: 'Email to me', icon: <IconMail size={16} aria-hidden />, onClick: () => void mail() },
      { label: 'Download', icon: <IconDownload size={16} aria-hidden />, onClick: () => void download() },
    ],
  };
}

const FAILED = 'Download error. Try again later';

/** Fetches the file here, so that a failure is shown where it was requested. */
async function fetchReport(id: number): Promise<Blob> {
  const { file } = await api.classReport.classReportFile.call({ id });
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`the report was answered with ${answer.status}`);
  return answer.blob();
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
