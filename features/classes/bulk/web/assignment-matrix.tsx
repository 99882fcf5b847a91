import { IconCheck, IconPlus } from '@tabler/icons-react';
import type { ShownClass } from '../contract.ts';
import classes from './assignment-matrix.module.css';

type AssignmentMatrixProps = {
  classes: readonly ShownClass[];
  count: number;
  programs: readonly { id: number; name: string }[];
};

export function AssignmentMatrix({ classes: shown, count, programs }: AssignmentMatrixProps) {
  const rest = count - shown.length;
  return (
    // Many programs are wider than a dialog, and only what has the focus is scrolled by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.box} aria-label="Preview of the links" tabIndex={0}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">Class</th>
            {programs.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.class_name}</th>
              {programs.map(({ id }) => (
                <td key={id} data-new={!row.already.includes(id) || undefined}>
                  {row.already.includes(id) ? (
                    <>
                      <IconCheck size={14} aria-hidden /> already
                    </>
                  ) : (
                    <>
                      <IconPlus size={14} aria-hidden /> new
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={classes.rest}>and {rest.toLocaleString()} more classes</p>}
    </section>
  );
}
