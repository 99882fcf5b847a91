import type { ChangedRule } from './change-words.ts';
import classes from './money-settings.module.css';

export function ChangeTable({ rules }: { rules: readonly ChangedRule[] }) {
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Now</th>
          <th scope="col">Afterwards</th>
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
