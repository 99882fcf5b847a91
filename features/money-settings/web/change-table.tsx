import type { ChangedRule } from './change-words.ts';
import classes from './money-settings.module.css';

export function ChangeTable({ rules }: { rules: readonly ChangedRule[] }) {
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">Current</th>
          <th scope="col">Proposed</th>
        </tr>
      </thead>
      <tbody>
        {rules.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
