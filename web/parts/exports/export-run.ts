import {
  exportsContract,
  POLL_INTERVAL_MS,
  type Progress,
  REPORTS,
} from '../../../features/exports/contract.ts';
import { apiOf } from '../../api.ts';
import { Failure } from '../../ui/failure.ts';
import { toast } from '../../ui/toasts.tsx';
import { addExport, changeExport, dropExport, exportOf } from './export-list.ts';

/** A call of an export: `file_name` is empty at first, then as returned. */
export type Poll = (asked: { file_name: string; page: number }) => Promise<Progress>;

const api = apiOf({ exports: exportsContract });

const FAILED = 'Download error. Try again later';

/** Failed polls after which it gives up: the server waits fifteen seconds for the next one. */
const MOST_SILENT = 5;

/** Milliseconds until a failed poll is repeated. */
const RETRY_PAUSE_MS = 2_000;

/** Starts an export; returns its id once accepted, null where it failed or is done. Once ready it is saved at once where a dialog shows it. */
export async function beginExport(title: string, poll: Poll): Promise<number | null> {
  let known: Progress;
  try {
    known = await poll({ file_name: '', page: 1 });
  } catch {
    toast(FAILED, { kind: 'error' });
    return null;
  }
  const { file_name } = known;
  if (!known.result) {
    save(hrefOf(file_name));
    return null;
  }
  const cancel = () => {
    dropExport(id);
    api.exports.cancelExport.call({ file_name }).catch(() => undefined);
  };
  const id = addExport({ title, cancel });
  changeExport(id, known);
  void goOn(id, title, known, poll);
  return id;
}

function save(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

async function goOn(id: number, title: string, first: Progress, poll: Poll): Promise<void> {
  const { file_name } = first;
  let silent = 0;
  for (let page = 2; ; page++) {
    await new Promise((resolve) => setTimeout(resolve, silent > 0 ? RETRY_PAUSE_MS : POLL_INTERVAL_MS));
    if (!exportOf(id)) return;
    try {
      const { result, count, total } = await poll({ file_name, page });
      silent = 0;
      changeExport(id, { count, total });
      if (!result) return ready(id, title, file_name);
    } catch (error) {
      const isAway = error instanceof Failure && (error.status === 0 || error.status === 503);
      silent += 1;
      if (isAway && silent < MOST_SILENT) continue;
      return failed(id);
    }
  }
}

function ready(id: number, title: string, file_name: string): void {
  const href = hrefOf(file_name);
  if (exportOf(id)?.inFront) {
    dropExport(id);
    return save(href);
  }
  changeExport(id, { state: 'ready', href });
  toast(`${title} is ready to download`);
}

function failed(id: number): void {
  const entry = exportOf(id);
  if (!entry) return;
  if (entry.inFront) dropExport(id);
  else changeExport(id, { state: 'failed' });
  toast(FAILED, { kind: 'error' });
}

function hrefOf(file_name: string): string {
  return `${REPORTS}${file_name}`;
}
