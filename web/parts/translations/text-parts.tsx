import type { TextPart } from './text-difference.ts';
import classes from './text-parts.module.css';

type TextPartsProps = {
  parts: readonly (TextPart | { hidden_lines: number })[];
  /** The side: what was removed from the older version, or added in the newer. */
  as: 'del' | 'ins';
};

export function TextParts({ parts, as: Mark }: TextPartsProps) {
  return parts.map((part, at) => {
    if ('hidden_lines' in part)
      return (
        <span key={at} className={classes.hidden}>
          {`⋯ ${part.hidden_lines.toLocaleString()} unchanged lines`}
        </span>
      );
    return part.changed ? (
      <Mark key={at} className={classes[Mark]}>
        {part.text}
      </Mark>
    ) : (
      <span key={at}>{part.text}</span>
    );
  });
}
