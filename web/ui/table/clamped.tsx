import classes from './clamped.module.css';

/** A name that may be as long as a paragraph: two lines of it, and all of it in its title, with what else is said there. */
export function Clamped({ text, more }: { text: string; more?: string | null }) {
  return (
    <span className={classes.clamped} title={more ? `${text} (${more})` : text}>
      {text}
    </span>
  );
}
