import classes from './clamped.module.css';

/** A name that may be as long as a paragraph: two lines of it, and all of it in its title. */
export function Clamped({ text }: { text: string }) {
  return (
    <span className={classes.clamped} title={text}>
      {text}
    </span>
  );
}
