import { Text, Textarea, type TextareaProps } from '@mantine/core';

/** The field for the reason, and what a dismissal comes to. */
export function DismissalReason(field: TextareaProps) {
  return (
    <>
      <Textarea
        label="Reason"
        description="Optional. Visible to staff."
        autosize
        minRows={2}
        maxRows={8}
        {...field}
      />
      <Text size="sm">No sale is booked and no money is refunded. This can’t be undone.</Text>
    </>
  );
}
