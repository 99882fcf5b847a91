import classes from './clamped.module.css';

/** A long name cut to two lines; its title has all of it, and `more`. */
export function Clamped({ text, more }: { text: string; more?: string | null }) {
  return (
    <span className={classes.clamped} title={more ? `${text} (${more})` : text}>
      {text}
    </span>
  );
}
