import { useElementSize } from '@mantine/hooks';
import classes from './mail-frame.module.css';

type MailFrameProps = {
  title: string;
  document: string;
  width: number;
  height: number;
};

/** A mail at that width, scaled down where there is less room. Scripts do not run in it. */
export function MailFrame({ title, document, width, height }: MailFrameProps) {
  const { ref, width: room } = useElementSize();
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  return (
    <div ref={ref} className={classes.room} style={{ height }}>
      <iframe
        // A frame that is given another text makes a step of the history, which Back would take first.
        key={document}
        title={title}
        sandbox=""
        srcDoc={document}
        className={classes.frame}
        style={{ width, height: height / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}
