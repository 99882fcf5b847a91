import { html } from '@codemirror/lang-html';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror, {
  Decoration,
  type DecorationSet,
  EditorView,
  Prec,
  ViewPlugin,
  type ViewUpdate,
} from '@uiw/react-codemirror';
import { useMemo } from 'react';
import { placeholdersIn } from '../placeholders.ts';
import { type AnyTemplate, placeholderFaults } from '../rules.ts';
import classes from './html-editor.module.css';

export type HtmlEditorProps = {
  template: AnyTemplate;
  value: string;
  onChange: (value: string) => void;
  onFocus: () => void;
  onReady: (insert: (text: string) => void) => void;
  invalid: boolean;
  describedBy: string;
};

/** HTML editor, left to right in every language; Tab leaves it, as it leaves a field. */
export function HtmlEditor(props: HtmlEditorProps) {
  const { template, value, onChange, onFocus, onReady, invalid, describedBy } = props;
  const scheme = useComputedColorScheme('light');
  const extensions = useMemo(
    () => [
      html(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': 'HTML',
        'aria-describedby': describedBy,
        'aria-invalid': String(invalid),
        dir: 'ltr',
        // What can be written in is reached by Tab anyway; it is said for those who look for what scrolls.
        tabindex: '0',
        spellcheck: 'true',
      }),
      marksOf(template),
      Prec.highest(THEME),
    ],
    [template, invalid, describedBy],
  );
  return (
    <CodeMirror
      className={classes.editor}
      data-invalid={invalid || undefined}
      dir="ltr"
      value={value}
      minHeight="20rem"
      maxHeight="34rem"
      theme={scheme}
      indentWithTab={false}
      basicSetup={SETUP}
      extensions={extensions}
      onChange={onChange}
      onFocus={onFocus}
      onCreateEditor={(view) =>
        onReady((text) => {
          view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
          view.focus();
        })
      }
    />
  );
}

const SETUP = { foldGutter: false, highlightActiveLine: false, highlightActiveLineGutter: false };

/** Uses the surface of the page, on which the colours of the code have enough contrast. */
const THEME = EditorView.theme({
  '&': { backgroundColor: 'var(--app-surface)', fontSize: '0.8125rem' },
  '.cm-gutters': {
    backgroundColor: 'var(--app-surface)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--app-line)',
  },
});

/** Marks placeholders; one that will be refused has its reason. */
function marksOf(template: AnyTemplate) {
  const marks = ({ state, visibleRanges }: EditorView): DecorationSet =>
    Decoration.set(
      visibleRanges.flatMap(({ from, to }) => {
        const text = state.sliceDoc(from, to);
        const faults = new Map(placeholderFaults(text, template).map(({ at, what }) => [at, what]));
        return placeholdersIn(text).map(({ at, length }) => {
          const fault = faults.get(at);
          const mark = fault === undefined ? KNOWN : refused(fault);
          return mark.range(from + at, from + at + length);
        });
      }),
    );
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = marks(view);
      }
      update({ docChanged, viewportChanged, view }: ViewUpdate) {
        if (docChanged || viewportChanged) this.decorations = marks(view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
}

const KNOWN = Decoration.mark({ class: classes.placeholder });

function refused(title: string) {
  return Decoration.mark({ class: classes.refused, attributes: { title } });
}
