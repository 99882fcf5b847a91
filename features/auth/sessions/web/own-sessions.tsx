import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import type { OpenSession } from '../contract.ts';
import { calls } from './calls.ts';
import { SessionTable } from './session-table.tsx';

export function OwnSessions() {
  const query = useListQuery(calls.ownSessions.queryOptions({ input: {} }));
  return (
    <SessionTable query={query} onEnd={end} onEndOthers={endOthers} endOthers="End all other sessions" />
  );
}

const end = ({ id }: OpenSession) => calls.endOwnSession.call({ session_id: id });
const endOthers = () => calls.endOtherSessions.call({});
