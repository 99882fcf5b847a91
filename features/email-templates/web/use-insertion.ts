import { useRef } from 'react';

export function useInsertion() {
  const subjectField = useRef<HTMLInputElement>(null);
  const plainField = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<(text: string) => void>(null);
  const last = useRef<'subject' | 'text' | 'plain'>('text');
  const insertNow = (text: string) => {
    const field = { subject: subjectField.current, plain: plainField.current, text: null }[last.current];
    if (!field?.checkVisibility()) {
      editor.current?.(text);
      return;
    }
    field.focus();
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return {
    subjectField,
    plainField,
    ready: (insert: (text: string) => void) => {
      editor.current = insert;
    },
    inSubject: () => {
      last.current = 'subject';
    },
    inText: () => {
      last.current = 'text';
    },
    inPlain: () => {
      last.current = 'plain';
    },
    // Once the menu has gone, which had the focus.
    insert: (text: string) => void setTimeout(() => insertNow(text)),
  };
}
