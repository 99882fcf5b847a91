import classes from './json-difference.module.css';

type Json = Record<string, unknown> | null | undefined;
type Line = { path: string; before: string | undefined; after: string | undefined };

/** Two states of a record as a table of the fields that differ; the others are only counted. */
export function JsonDifference({ before, after }: { before: Json; after: Json }) {
  const { lines, same } = difference(before, after);
  if (lines.length === 0) return <p className={classes.note}>No field differs.</p>;
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ path, before: old, after: fresh }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>{old === undefined ? <Absent /> : <del>{old}</del>}</td>
              <td>{fresh === undefined ? <Absent /> : <ins>{fresh}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {same > 0 && (
        <p className={classes.note}>
          {same} {same === 1 ? 'field' : 'fields'} unchanged.
        </p>
      )}
    </>
  );
}

/** Returns the fields that differ, by path (`commission.0.code`), and the number of those that do not. */
function difference(before: Json, after: Json): { lines: Line[]; same: number } {
  const old = leaves(before);
  const fresh = leaves(after);
  const paths = [...new Set([...old.keys(), ...fresh.keys()])];
  const lines = paths
    .map((path) => ({ path, before: old.get(path), after: fresh.get(path) }))
    .filter((line) => line.before !== line.after);
  return { lines, same: paths.length - lines.length };
}

function leaves(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  const nested = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (nested) {
    for (const [key, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${key}` : key, found);
  } else if (path) {
    found.set(path, typeof value === 'string' ? value || '""' : JSON.stringify(value));
  }
  return found;
}

function Absent() {
  return <span className={classes.note}>not there</span>;
}
