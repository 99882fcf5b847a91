import { Box, Button, FileButton, Group, Input, Progress, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { acceptedEndings, ruleOf, type UploadType, whyNot } from '../../../features/uploads/rules.ts';
import { failureOf } from '../../ui/failure.ts';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import classes from './image-field.module.css';
import { imageSource } from './image-source.ts';
import { sendImage } from './image-upload.ts';

const MEGABYTE = 1024 * 1024;

export type StoredImage = { id: number; path: string };

type ImageFieldProps = {
  label: string;
  type: UploadType;
  /** Class of the image; 0 for other images. */
  class_id?: number;
  value: StoredImage | null;
  /** Called once the image is stored, with its file, and with null when it is removed. */
  onChange: (image: StoredImage | null, file?: File) => void;
  /** Called as an upload begins and ends, so that the form can wait. */
  onSending?: (sending: boolean) => void;
  error?: ReactNode;
};

type Sending = { preview: string; progress: number; abort: AbortController };

/** Accepts an image by drop, paste or choice; only the field shows a failure (specification: Uploads). */
export function ImageField(props: ImageFieldProps) {
  const { label, type, class_id = 0, value, onChange, onSending, error } = props;
  const [sending, setSending] = useState<Sending | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const running = useRef<AbortController | null>(null);
  const forget = useRef<() => void>(null);
  const hint = useId();

  const take = async (file: File | null | undefined) => {
    if (!file) return;
    // Else the same file could not be chosen a second time.
    forget.current?.();
    stop();
    const refusal = whyNot(type, file);
    setWrong(refusal && refusal.message);
    if (refusal) return;
    const abort = new AbortController();
    const preview = URL.createObjectURL(file);
    running.current = abort;
    setSending({ preview, progress: 0, abort });
    onSending?.(true);
    try {
      const onProgress = (progress: number) =>
        setSending((now) => (now?.abort === abort ? { ...now, progress } : now));
      onChange(await sendImage({ file, type, class_id, signal: abort.signal, onProgress }), file);
    } catch (failure) {
      if (!abort.signal.aborted) setWrong(failureOf(failure).message);
    } finally {
      URL.revokeObjectURL(preview);
      if (running.current === abort) stop();
    }
  };
  const stop = () => {
    running.current?.abort();
    running.current = null;
    setSending(null);
    onSending?.(false);
  };
  const remove = () => {
    setWrong(null);
    if (sending) stop();
    else onChange(null);
  };
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0];
    // Of several fields in sight the one that has the focus is meant.
    const fields = [...document.querySelectorAll('[data-image-field]')].filter((field) =>
      field.checkVisibility(),
    );
    const alone = fields.length === 1 && fields[0] === box.current;
    if (!file || !(alone || box.current?.contains(document.activeElement))) return;
    event.preventDefault();
    void take(file);
  });
  useEffect(() => {
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('paste', paste);
      running.current?.abort();
    };
  }, []);

  const drop = useFileDrop(take);
  const source = sending?.preview ?? (value && imageSource(value.path));
  const state = sending ? 'sending' : wrong ? 'wrong' : drop.over ? 'over' : undefined;
  return (
    <Input.Wrapper label={label} labelElement="div" error={wrong ?? error} errorProps={{ role: 'alert' }}>
      <Box
        ref={box}
        role="group"
        aria-label={label}
        data-image-field
        data-state={state}
        className={classes.box}
        {...drop.box}
      >
        {source && (
          <img src={source} alt={`Preview of the ${label.toLowerCase()}`} className={classes.preview} />
        )}
        <div className={classes.side}>
          {sending ? (
            <SendingBar progress={sending.progress} />
          ) : (
            <Text id={hint} size="xs" c="dimmed">
              Drop, paste or choose one. {acceptedEndings(type).join(', ')}, at most{' '}
              {ruleOf(type).bytes / MEGABYTE} MB.
            </Text>
          )}
          <Group gap="xs" mt="xs">
            <FileButton
              resetRef={forget}
              onChange={(file) => void take(file)}
              accept={acceptedEndings(type).join(',')}
            >
              {(button) => (
                <Button {...button} size="xs" variant="default" aria-describedby={sending ? undefined : hint}>
                  {source ? 'Replace' : 'Choose an image'}
                </Button>
              )}
            </FileButton>
            {(sending || value) && (
              <Button size="xs" variant="subtle" color="red" onClick={remove}>
                {sending ? 'Stop' : 'Remove'}
              </Button>
            )}
          </Group>
        </div>
      </Box>
    </Input.Wrapper>
  );
}

export function ImagePreview({ image }: { image: StoredImage | null }) {
  return image ? <img src={imageSource(image.path)} alt="" className={classes.preview} /> : 'nothing';
}

/** Keeps going after the last byte, while the server decodes the image and makes its own. */
function SendingBar({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <>
      <Text size="xs" role="status">
        {percent < 100 ? 'Sending…' : 'Uploaded, checking…'}
      </Text>
      <Progress value={percent} aria-label="Sent" mt={4} animated={percent === 100} />
    </>
  );
}
